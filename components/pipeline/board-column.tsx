"use client";

import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef } from "react";
import type { Directory } from "#components/conversations/data/directory.ts";
import { cardsPerFetch } from "#components/conversations/data/page-sizes.ts";
import { useConversationList } from "#components/conversations/data/use-conversation-list.ts";
import type { ListFilter } from "#components/conversations/inbox/inbox-address.ts";
import { cn } from "#components/ui/class-names.ts";
import { onceThere } from "#components/ui/late/later.tsx";
import type { Phase } from "#server/phases/schema.ts";
import { useBoard, useDrag } from "./board-context.ts";
import { CardSkeletons } from "./board-skeleton.tsx";
import { ColumnCards } from "./cards/column-cards.tsx";
import type { ColumnTotal } from "./cards/moves-underway.ts";
import { ColumnHead } from "./column-head.tsx";
import { dragging } from "./late-dragging.ts";
import { columnQuery } from "./pipeline-address.ts";

type BoardColumnProps = {
  phase: Phase;
  filter: ListFilter;
  total: ColumnTotal | undefined;
  directory: Directory;
};

/** One phase: its head, and its cards below. All of it takes a card that is dropped. */
export function BoardColumn({ phase, filter, total, directory }: BoardColumnProps) {
  const headId = useId();
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const query = useMemo(() => columnQuery(filter, phase.id), [filter, phase.id]);
  const list = useConversationList(query, cardsPerFetch);
  const wanted = useDrag((drag) => drag?.over === phase.id && drag.from !== phase.id);
  useDropTarget(column, scroller, phase.id);
  useKeptScroll(scroller, useBoard().order);
  return (
    <section
      ref={column}
      data-phase={phase.id}
      aria-labelledby={headId}
      aria-busy={list.loading || list.outdated || undefined}
      className={cn(
        "relative flex h-full w-72 shrink-0 flex-col overflow-hidden rounded-lg border border-border bg-background",
        "phone:w-[calc(100vw-2rem)] phone:snap-center",
        wanted && "border-accent/60 bg-accent/4",
      )}
    >
      <ColumnHead phase={phase} total={total} headId={headId} />
      <div
        ref={scroller}
        data-scroller=""
        className={cn(
          "relative min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-2 pb-2",
          list.outdated && "opacity-60",
        )}
      >
        {list.loading ? (
          <CardSkeletons />
        ) : (
          <ColumnCards
            phase={phase}
            query={query}
            list={list}
            total={total?.count}
            directory={directory}
            scroller={scroller}
          />
        )}
      </div>
    </section>
  );
}

/** A column that changes its place leaves the page for a moment, and a browser forgets how far it was scrolled. */
function useKeptScroll(scroller: RefObject<HTMLElement | null>, order: string): void {
  const top = useRef(0);
  useEffect(() => {
    const element = scroller.current;
    const note = () => {
      top.current = element?.scrollTop ?? 0;
    };
    element?.addEventListener("scroll", note, { passive: true });
    return () => element?.removeEventListener("scroll", note);
  }, [scroller]);
  useLayoutEffect(() => {
    const element = order ? scroller.current : null;
    if (element) element.scrollTop = top.current;
  }, [scroller, order]);
}

function useDropTarget(
  column: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  phaseId: string,
): void {
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    return onceThere(dragging, ({ takeCards }) => takeCards(element, phaseId));
  }, [column, phaseId]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return onceThere(dragging, ({ scrollWithCards }) => scrollWithCards(element));
  }, [scroller]);
}
