"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useEffect, useMemo } from "react";
import type { Directory } from "#components/conversations/data/directory.ts";
import type { InboxFilters, InboxRow, ListState } from "#components/conversations/data/use-conversation-list.ts";
import { compareRows, readListing } from "#components/conversations/inbox/membership.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useRowWindow } from "#components/tables/row-window.ts";
import { useTouchLayout } from "#components/ui/use-media.ts";
import type { Phase } from "#server/phases/schema.ts";
import { useBoard, useDrag } from "../board-context.ts";
import { ColumnFoot } from "../column-foot.tsx";
import { useColumnFocus } from "../use-column-focus.ts";
import { BoardCard } from "./board-card.tsx";
import { useCardWords } from "./card-words.ts";
import { GlideFrame } from "./glide-frame.tsx";
import { type Slot, withLanding } from "./held-slots.ts";
import { useHold } from "./use-hold.ts";

type ColumnCardsProps = {
  phase: Phase;
  query: InboxFilters;
  list: ListState<InboxRow>;
  total: number | undefined;
  directory: Directory;
  scroller: RefObject<HTMLDivElement | null>;
};

const gap = 8;
const firstHeight = 700;

/** The cards of one column: only those in view are in the page, and more are fetched as it scrolls. */
export function ColumnCards({ phase, query, list, total, directory, scroller }: ColumnCardsProps) {
  const t = useTranslations("pipeline.column");
  const { user } = useLive();
  const board = useBoard();
  const words = useCardWords(directory);
  const { slots: shown, waiting, pointer } = useHold(list.rows, list.outdated ? "" : JSON.stringify(query));
  const slots = useLanding(shown, phase.id, query);
  const cardHeight = useTouchLayout() ? 92 : 84;
  const startOf = useCallback((index: number) => index * (cardHeight + gap), [cardHeight]);
  const rows = useRowWindow({ count: slots.length, startOf, scroller, beyond: 4, firstHeight });
  const items = rows.placed;
  useEndReached(items.at(-1)?.index ?? -1, slots.length, list);
  const { tabStopId, onFocus } = useColumnFocus(phase.id, slots, rows.scrollToIndex);
  const order = slots.map((slot) => slot.key).join(" ");

  return (
    <>
      {waiting > 0 ? (
        <p className="pointer-events-none absolute inset-x-0 top-1 z-10 flex justify-center">
          <span className="inline-flex h-6 items-center gap-1 rounded-full bg-accent px-2.5 font-medium text-2xs text-accent-text">
            <ArrowUp aria-hidden className="size-3" />
            {t("waiting", { count: waiting })}
          </span>
        </p>
      ) : null}
      <GlideFrame glider={board.glider} column={phase.id} order={order}>
        {/* biome-ignore lint/a11y/useSemanticElements: its items are placed by hand */}
        <div
          role="list"
          aria-label={t("cards", { name: phase.name })}
          {...pointer}
          style={{ height: rows.total }}
          className="relative"
        >
          {items.map((item) => {
            const slot = slots[item.index];
            if (!slot) return null;
            const place = { top: item.start, height: cardHeight };
            if (slot.kind === "gone" || slot.kind === "landing") {
              return (
                <div key={slot.key} aria-hidden style={place} className="absolute inset-x-0">
                  {slot.kind === "landing" ? (
                    <div className="h-full rounded-lg border-2 border-accent/60 border-dashed bg-accent/8" />
                  ) : null}
                </div>
              );
            }
            return (
              // biome-ignore lint/a11y/useSemanticElements: see its list
              <div
                key={slot.key}
                role="listitem"
                aria-setsize={total ?? slots.length}
                aria-posinset={item.index + 1}
                style={place}
                className="absolute inset-x-0"
              >
                <BoardCard
                  row={slot.row}
                  words={words(slot.row, phase)}
                  phaseId={phase.id}
                  viewerId={user.id}
                  open={slot.row.id === board.openId}
                  tabStop={slot.row.id === tabStopId}
                  left={slot.kind === "left" ? t("left") : ""}
                  onFocus={onFocus}
                />
              </div>
            );
          })}
        </div>
      </GlideFrame>
      <ColumnFoot list={list} empty={slots.length === 0} />
    </>
  );
}

/** With room for the lifted card where the column's order will put it. */
function useLanding(slots: readonly Slot<InboxRow>[], phaseId: string, query: InboxFilters) {
  const landing = useDrag((drag) => (drag && drag.over === phaseId && drag.from !== phaseId ? drag.row : undefined));
  const listing = useMemo(() => readListing(query, true), [query]);
  return useMemo(() => {
    if (!landing || !listing) return slots;
    const { sort } = listing.filters;
    return withLanding(slots, (row) => compareRows(sort, landing, row) < 0);
  }, [slots, landing, listing]);
}

function useEndReached(last: number, count: number, list: ListState<InboxRow>): void {
  const { hasMore, loadMore, loadingMore, error } = list;
  useEffect(() => {
    if (hasMore && !loadingMore && !error && last >= count - 5) loadMore();
  }, [last, count, hasMore, loadMore, loadingMore, error]);
}
