"use client";

import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from "react";
import { cn } from "../ui/class-names.ts";
import { type ListHead, placeOf, underHeads } from "./list-heads.ts";
import { backwards, type ListMove, listMoves, movedIndex } from "./list-movement.ts";
import { type Placed, useRowWindow } from "./row-window.ts";
import { useLongPress } from "./use-long-press.ts";

export type DataListHandle = {
  /** Moves the cursor as the arrow keys do; for page shortcuts such as j and k. */
  move: (by: ListMove) => void;
  scrollToTop: () => void;
  focus: () => void;
};

/** Rows that are chosen together; a finger held on one begins, and then a tap is enough. */
export type RowMarks = {
  keys: ReadonlySet<string>;
  /** `extend`: all between it and the one touched before. */
  toggle: (key: string, extend: boolean) => void;
};

type DataListProps<Item> = {
  /** Names the list. */
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  rowHeight: number;
  /** Lines between the rows, of `headHeight` each. */
  heads?: readonly ListHead[];
  renderItem: (item: Item, state: { active: boolean; selected: boolean; marked: boolean }) => ReactNode;
  /** What lies in an element with `data-mark` chooses its row, as shift with a click or an arrow does. */
  marks?: RowMarks;
  /** The row under the keyboard cursor. */
  activeKey?: string | undefined;
  onActiveChange?: (item: Item) => void;
  /** The row that is open. */
  selectedKey?: string | undefined;
  /** Enter or a click; with ctrl, cmd or the middle button `newTab` is true. */
  onOpen: (item: Item, how: { newTab: boolean }) => void;
  /** Called when fewer rows than a screenful remain below. */
  onEndReached?: () => void;
  onAtTopChange?: (atTop: boolean) => void;
  /** All rows there are, when more exist than are loaded. */
  total?: number;
  footer?: ReactNode;
  ref?: Ref<DataListHandle>;
  className?: string;
};

export const headHeight = 28;
const noHeads: readonly ListHead[] = [];
const firstHeight = 800;

/** A long list of rows of one height: only what is in view is in the page, and arrow keys move through all of it. */
export function DataList<Item>(props: DataListProps<Item>) {
  const { items, itemKey, rowHeight, activeKey, selectedKey, onOpen, onEndReached, onAtTopChange, className } = props;
  const { heads = noHeads } = props;
  const base = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const startOf = useCallback(
    (place: number) => {
      const above = heads.filter(({ at }, index) => at + index < place).length;
      return (place - above) * rowHeight + above * headHeight;
    },
    [heads, rowHeight],
  );
  const count = items.length + heads.length;
  const { placed, total, scrollToIndex } = useRowWindow({ count, startOf, scroller, beyond: 7, firstHeight });
  const { marks } = props;
  const marking = marks !== undefined && marks.keys.size > 0;
  const press = useLongPress(marks && ((key) => marks.toggle(key, false)));
  const groups = underHeads(heads, placed);
  const rows = groups.flatMap(({ parts }) => parts.flatMap(({ part }) => ("row" in part ? part.row : [])));
  const indexOf = (key: string | undefined) => items.findIndex((item) => itemKey(item) === key);
  const cursor = indexOf(activeKey ?? selectedKey);
  const underway = useUnderway(activeKey ?? selectedKey);
  useEndReached(rows.at(-1) ?? -1, items.length, onEndReached);

  const move = (by: ListMove) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const from = underway.current === undefined ? -1 : indexOf(underway.current);
    const index = movedIndex(from === -1 ? cursor : from, by, items.length, page);
    const item = items[index];
    if (!item) return;
    underway.current = props.onActiveChange && itemKey(item);
    // Upwards, the first row of a group brings its head along.
    const headed = backwards.has(by) && heads.some(({ at }) => at === index);
    scrollToIndex(placeOf(heads, index) - (headed ? 1 : 0));
    props.onActiveChange?.(item);
  };
  const extend = (by: ListMove) => {
    const item = items[cursor];
    const beside = items[movedIndex(cursor, by, items.length, 1)];
    if (!item || !beside || beside === item) return;
    if (marks && !marks.keys.has(itemKey(item))) marks.toggle(itemKey(item), false);
    else if (marks && !marks.keys.has(itemKey(beside))) marks.toggle(itemKey(beside), false);
    else marks?.toggle(itemKey(item), false);
    move(by);
  };
  const choose = (item: Item, event: MouseEvent<HTMLElement>) => {
    if (press.wasHeld()) return;
    underway.current = undefined;
    const target = event.target instanceof Element ? event.target : undefined;
    const tapped = marking && event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch";
    if (marks && (event.shiftKey || tapped || target?.closest("[data-mark]")))
      marks.toggle(itemKey(item), event.shiftKey);
    else open(item, event, onOpen);
  };
  useImperativeHandle(props.ref, () => ({
    move,
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
    focus: () => list.current?.focus({ preventScroll: true }),
  }));

  const row = ({ start }: Placed, index: number) => {
    const item = items[index];
    if (item === undefined) return null;
    const key = itemKey(item);
    const selected = key === selectedKey;
    const marked = marks?.keys.has(key) ?? false;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the list, which holds the focus
      // biome-ignore lint/a11y/useFocusableInteractive: the list points here with aria-activedescendant
      <div
        key={key}
        id={`${base}-${index}`}
        role="option"
        aria-selected={marking ? marked : selected}
        aria-setsize={props.total ?? items.length}
        aria-posinset={index + 1}
        onClick={(event) => choose(item, event)}
        {...(marks ? press.handlers(key) : {})}
        onAuxClick={(event) => event.button === 1 && onOpen(item, { newTab: true })}
        style={{ height: rowHeight, transform: `translateY(${start}px)` }}
        className={cn("absolute inset-x-0 top-0", marks && "select-none touch:[-webkit-touch-callout:none]")}
      >
        {props.renderItem(item, { active: index === cursor, selected, marked })}
      </div>
    );
  };

  return (
    <div
      ref={scroller}
      onScroll={(event) => onAtTopChange?.(event.currentTarget.scrollTop < rowHeight / 2)}
      className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain", className)}
    >
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable={marking || undefined}
        aria-activedescendant={rows.includes(cursor) ? `${base}-${cursor}` : undefined}
        onKeyDown={(event) =>
          onListKey(event, event.shiftKey && marks ? extend : move, () => open(items[cursor], event, onOpen))
        }
        style={{ height: total }}
        className="relative w-full focus-visible:outline-offset-[-2px]"
      >
        {groups.map(({ head, parts }) => {
          const shown = parts.map(({ placed, part }) =>
            "head" in part ? headLine(placed, part.head) : row(placed, part.row),
          );
          if (!head) return <Fragment key="rows">{shown}</Fragment>;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of choices
            <div key={head.key} role="group" aria-label={head.label}>
              {shown}
            </div>
          );
        })}
      </div>
      {props.footer}
    </div>
  );
}

/** Its group is named by its label already. */
function headLine({ start }: Placed, { key, label }: ListHead) {
  return (
    <div
      key={`head ${key}`}
      aria-hidden
      style={{ height: headHeight, transform: `translateY(${start}px)` }}
      className="absolute inset-x-0 top-0 flex items-center border-border border-b bg-surface px-3 font-medium text-2xs text-text-muted"
    >
      {label}
    </div>
  );
}

type Modified = Pick<MouseEvent | KeyboardEvent, "ctrlKey" | "metaKey">;

function open<Item>(item: Item | undefined, event: Modified, onOpen: DataListProps<Item>["onOpen"]): void {
  if (item !== undefined) onOpen(item, { newTab: event.ctrlKey || event.metaKey });
}

function onListKey(event: KeyboardEvent<HTMLElement>, move: (by: ListMove) => void, openCurrent: () => void): void {
  if (event.target !== event.currentTarget || event.altKey) return;
  const by = listMoves[event.key];
  if (by) move(by);
  else if (event.key === "Enter") openCurrent();
  else return;
  event.preventDefault();
}

/** Where keys have moved the cursor before the page was drawn again: the next key goes on from there. */
function useUnderway(drawn: string | undefined): RefObject<string | undefined> {
  const underway = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (underway.current === drawn) underway.current = undefined;
  }, [drawn]);
  return underway;
}

function useEndReached(last: number, count: number, onEndReached: (() => void) | undefined): void {
  const latest = useRef(onEndReached);
  useEffect(() => {
    latest.current = onEndReached;
  });
  useEffect(() => {
    if (count > 0 && last >= count - 12) latest.current?.();
  }, [last, count]);
}
