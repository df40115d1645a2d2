"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { failureOf } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { DataList, type DataListHandle, headHeight, type RowMarks } from "#components/tables/data-list.tsx";
import { type ListHead, rowsAbove } from "#components/tables/list-heads.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { Directory } from "../data/directory.ts";
import type { InboxRow, ListState } from "../data/use-conversation-list.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { InboxSkeleton } from "./inbox-skeleton.tsx";
import { type Place, placeOf, stepFrom } from "./next-row.ts";
import { useReadAhead, useReadAtRest } from "./reading-ahead.ts";
import { useRowWords } from "./row-words.ts";
import { steadyRows } from "./steady-order.ts";
import { waitingHeads } from "./waiting-groups.ts";

export type InboxListHandle = DataListHandle & {
  openActive: () => void;
  /** Chooses the row under the cursor, or no longer. */
  markActive: () => void;
  /** Moves the cursor, and opens the row it comes to. */
  openBeside: (by: "next" | "previous") => void;
};

type InboxListProps = {
  list: ListState<InboxRow>;
  /** How many there are in all, where that is known. */
  total: number | undefined;
  directory: Directory;
  /** Under heads by how long they have waited. */
  grouped: boolean;
  openId: string | undefined;
  onOpen: (conversationId: string, how: { newTab: boolean }) => void;
  marks: RowMarks;
  empty: ReactNode;
  ref?: Ref<InboxListHandle>;
};

const rowHeight = 64;

/** The rows, kept still while one reads further down. */
export function InboxList({ list, total, directory, grouped, openId, onOpen, marks, empty, ref }: InboxListProps) {
  const t = useTranslations("inbox.list");
  const { user } = useLive();
  const words = useRowWords(directory);
  const inner = useRef<DataListHandle>(null);
  const [cursor, setCursor] = useState<string>();
  const [held, setHeld] = useState<Held>();
  const { rows, fresh } = useMemo(() => steadyRows(held && [...held.keys()], list.rows), [held, list.rows]);
  const heads = useWaitingHeads(rows, held, grouped && !list.outdated);
  const readAtRest = useReadAtRest();

  const onAtTopChange = useCallback(
    (atTop: boolean) => setHeld((before) => (atTop ? undefined : (before ?? heldOf(list.rows)))),
    [list.rows],
  );
  // Rows that joined at the end keep their place from now on, too.
  const last = rows.at(-1);
  if (held && last && [...held.keys()].at(-1) !== last.id) setHeld(heldOf(rows, held));
  const pane = useRef<HTMLDivElement>(null);
  useStillRows(pane, rows, heads, held !== undefined);
  const active = rows.some((row) => row.id === cursor) ? cursor : openId;
  const select = useCallback(
    (row: InboxRow) => {
      setCursor(row.id);
      readAtRest(row.id);
    },
    [readAtRest],
  );
  useEffect(() => setCursor(openId), [openId]);
  const [lastPlace, setLastPlace] = useState<{ id: string; at: number }>();
  const place = placeOf(rows, active, lastPlace);
  if (active !== undefined && !place.gone && place.at >= 0 && (lastPlace?.id !== active || lastPlace.at !== place.at))
    setLastPlace({ id: active, at: place.at });
  useReadAhead(rows, openId === undefined ? nowhere : place);
  useImperativeHandle(ref, () => ({
    move: (by) => inner.current?.move(by),
    scrollToTop: () => inner.current?.scrollToTop(),
    focus: () => inner.current?.focus(),
    openActive: () => active !== undefined && onOpen(active, { newTab: false }),
    markActive: () => active !== undefined && marks.toggle(active, false),
    openBeside: (by) => {
      const beside = rows[stepFrom(place, by)];
      // From a row that has left the list there is no step for the cursor: it comes along.
      if (!place.gone) inner.current?.move(by);
      if (beside) onOpen(beside.id, { newTab: false });
    },
  }));

  if (list.loading) return <InboxSkeleton />;
  if (list.error && rows.length === 0) {
    return (
      <ErrorState title={t("failed")} description={failureOf(list.error).message || undefined} onRetry={list.retry} />
    );
  }
  if (rows.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>;
  return (
    <div ref={pane} className="relative flex min-h-0 flex-1 flex-col" aria-busy={list.outdated || undefined}>
      <DataList
        ref={inner}
        label={t("label")}
        items={rows}
        itemKey={idOf}
        rowHeight={rowHeight}
        heads={heads}
        activeKey={active}
        selectedKey={openId}
        onActiveChange={select}
        onOpen={(row, how) => onOpen(row.id, how)}
        onEndReached={list.loadMore}
        onAtTopChange={onAtTopChange}
        marks={marks}
        {...(total === undefined ? {} : { total: Math.max(total, rows.length) })}
        renderItem={(row, state) => (
          <ConversationRow
            row={row}
            words={words(row)}
            viewerId={user.id}
            active={state.active}
            selected={state.selected}
            marked={state.marked}
          />
        )}
        footer={<ListFoot list={list} />}
        className={list.outdated ? "opacity-60" : ""}
      />
      {fresh > 0 ? (
        <FreshPill
          count={fresh}
          onShow={() => {
            setHeld(undefined);
            inner.current?.scrollToTop();
          }}
        />
      ) : null}
    </div>
  );
}

const nowhere: Place = { at: -1, gone: false };
const idOf = (row: InboxRow) => row.id;

/** The rows as they lay when the reader left the top, each with since when it waited. */
type Held = ReadonlyMap<string, string | null>;

function heldOf(rows: readonly InboxRow[], before?: Held): Held {
  return new Map(rows.map(({ id, waitingSince }) => [id, before?.has(id) ? (before.get(id) ?? null) : waitingSince]));
}

const noHeads: readonly ListHead[] = [];
const nothingHeld: Held = new Map();

function useWaitingHeads(rows: readonly InboxRow[], held: Held | undefined, grouped: boolean): readonly ListHead[] {
  const t = useTranslations("inbox.groups");
  const now = useTickingNow().getTime();
  return useMemo(
    () => (grouped ? waitingHeads(rows, held ?? nothingHeld, now, t) : noHeads),
    [rows, held, now, grouped, t],
  );
}

/* A row that leaves the list above the fold takes its height along: the rows in view stay under the pointer. */
function useStillRows(
  pane: RefObject<HTMLElement | null>,
  rows: readonly InboxRow[],
  heads: readonly ListHead[],
  away: boolean,
): void {
  const before = useRef({ rows, heads });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { rows, heads };
    const scroller = pane.current?.querySelector("[role=listbox]")?.parentElement;
    if (!scroller || !away || was.rows === rows) return;
    const here = new Set(rows.map(idOf));
    const above = was.rows.slice(0, rowsAbove(was.heads, scroller.scrollTop, { row: rowHeight, head: headHeight }));
    const left = above.filter((row) => !here.has(row.id)).length;
    if (left > 0) scroller.scrollTop -= left * rowHeight;
  }, [pane, rows, heads, away]);
}

function FreshPill({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useTranslations("inbox.list");
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 flex justify-center">
      <button
        type="button"
        onClick={onShow}
        aria-label={t("showNew", { count })}
        className="pointer-events-auto inline-flex h-7 animate-pop-in items-center gap-1 rounded-full bg-accent px-3 font-medium text-accent-text text-xs shadow-float touch:h-11"
      >
        <ArrowUp aria-hidden className="size-3.5" />
        {t("new", { count })}
      </button>
    </div>
  );
}

function ListFoot({ list }: { list: ListState<InboxRow> }) {
  const t = useTranslations("inbox.list");
  return (
    <div className="grid h-10 place-items-center text-text-faint text-xs">
      {list.loadingMore ? (
        <Spinner label={t("loadingMore")} />
      ) : list.error ? (
        <span className="flex items-center gap-2">
          {t("moreFailed")}
          <Button variant="link" size="sm" onClick={list.loadMore}>
            {t("retry")}
          </Button>
        </span>
      ) : list.hasMore ? null : (
        t("end")
      )}
    </div>
  );
}
