"use client";

import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import {
  type ReactNode,
  type Ref,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cn } from "#components/ui/class-names.ts";
import { whenIdle } from "#components/ui/late/when-idle.ts";
import { Spinner } from "#components/ui/spinner.tsx";
import { editedIn, rowsWith } from "./edited-rows.ts";
import { JumpToLatest } from "./jump-to-latest.tsx";
import { openingOf } from "./opening.ts";
import { useSeenRows } from "./reading/use-seen-rows.ts";
import { endSpace, topSpace } from "./spaces.ts";
import type { ThreadItem } from "./thread-items.ts";
import { useTarget } from "./use-target.ts";
import { endThreshold, useThreadPosition } from "./use-thread-position.ts";

export type ThreadScrollerHandle = { toEnd: () => void; focus: () => void };

type ThreadScrollerProps = {
  label: string;
  items: readonly ThreadItem[];
  renderItem: (item: ThreadItem) => ReactNode;
  /** Fetches earlier messages; absent while there are none, while they are on their way and after a failure. */
  onLoadOlder: ((downTo?: number) => void) | undefined;
  /** Names the sign shown while earlier messages are on their way; absent otherwise. */
  loadingLabel: string | undefined;
  /** What stands at the very top: the beginning, or why earlier messages are missing. */
  top: ReactNode;
  /** Called with whether the newest message is in view, on each change. */
  onAtEndChange: (atEnd: boolean) => void;
  /** Called with the seq down to which all has been in view. */
  onSeen: (seq: number) => void;
  /** The seq of a message to open at, wherever it stands. */
  target?: number | undefined;
  /** The same thread as the server drew it, which this replaces. */
  still: RefObject<HTMLElement | null>;
  ref?: Ref<ThreadScrollerHandle>;
};

/** Rows that are drawn beyond the window, on each side. */
const overscan = 4;

/**
 * The virtualised body of a thread. It opens at the first unread message or at the end, follows new messages while the
 * end is in view, and stays still to the pixel when earlier ones are put on top.
 */
export function ThreadScroller(props: ThreadScrollerProps) {
  const { label, items, renderItem, onLoadOlder, loadingLabel, top, onAtEndChange, onSeen, target, still, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [opening] = useState(() => openingOf(items, still.current));
  // What nobody sees yet is drawn once there is time.
  const [ahead, setAhead] = useState(1);
  useEffect(() => whenIdle(() => startTransition(() => setAhead(overscan))), []);
  const virtualizer = useVirtualizer({
    rangeExtractor: (range) => rowsWith(defaultRangeExtractor(range), editedIn(content.current, items)),
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = items[index];
      return item ? opening.sizeOf(item) : 0;
    },
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: ahead,
    initialRect: { width: 0, height: opening.height },
    initialOffset: opening.offset,
    paddingStart: topSpace,
    paddingEnd: endSpace,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
  });
  const scrollToEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);
  const { seen, see } = useSeenRows(items, virtualizer, onSeen);
  const { atEnd, look, toEnd, stay } = useThreadPosition({ scroller, content }, onLoadOlder, scrollToEnd, see);
  const firstUnread = items.findIndex((item) => item.kind === "new");
  const found = useTarget({ items, target, onLoadOlder }, (index) => {
    stay();
    virtualizer.scrollToIndex(index, { align: "center" });
  });
  useOpening(items.length, () => {
    if (target !== undefined) return stay();
    if (firstUnread < 0) return toEnd();
    stay();
    virtualizer.scrollToIndex(firstUnread, { align: "start" });
  });
  useEffect(look, [look, items]);
  useEffect(() => onAtEndChange(atEnd), [atEnd, onAtEndChange]);
  useImperativeHandle(ref, () => ({ toEnd, focus: () => scroller.current?.focus({ preventScroll: true }) }));

  return (
    <div className="relative flex min-h-0 flex-1 flex-col print:hidden">
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        data-own-place=""
        onScroll={look}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div ref={content} className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
          <div className="absolute inset-x-0 top-0 grid place-items-center" style={{ height: topSpace }}>
            {loadingLabel ? <Spinner label={loadingLabel} className="text-text-faint" /> : top}
          </div>
          {virtualizer.getVirtualItems().map((row) => {
            const item = items[row.index];
            return item ? (
              <Row key={row.key} row={row} measure={virtualizer.measureElement} found={item.key === found}>
                {renderItem(item)}
              </Row>
            ) : null;
          })}
        </div>
      </section>
      <JumpToLatest atEnd={atEnd} items={items} seen={seen} onJump={toEnd} />
    </div>
  );
}

type RowProps = {
  row: VirtualItem;
  measure: (element: HTMLElement | null) => void;
  found: boolean;
  children: ReactNode;
};

function Row({ row, measure, found, children }: RowProps) {
  return (
    <div
      ref={measure}
      data-index={row.index}
      data-key={row.key}
      data-found={found || undefined}
      className={cn("absolute inset-x-0 top-0 transition-colors duration-700", found && "bg-accent/12")}
      style={{ transform: `translateY(${row.start}px)` }}
    >
      {children}
    </div>
  );
}

/* Once, when the first rows are there, before they are painted. */
function useOpening(count: number, open: () => void): void {
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current || count === 0) return;
    opened.current = true;
    open();
  });
}
