"use client";

import { announce, cleanup } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { listedRow } from "#components/conversations/data/conversation-cache.ts";
import type { Directory } from "#components/conversations/data/directory.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { useViewer } from "#components/conversations/data/use-viewer.ts";
import type { ListFilter } from "#components/conversations/inbox/inbox-address.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Phase } from "#server/phases/schema.ts";
import { BoardColumn } from "./board-column.tsx";
import { BoardContext, type Board as BoardParts, type ColumnHandle } from "./board-context.ts";
import { helpId } from "./cards/board-card.tsx";
import { createDragStore, type Drag } from "./cards/drag-store.ts";
import { Glider } from "./cards/glider.ts";
import type { ColumnTotal } from "./cards/moves-underway.ts";
import { dragByTouch } from "./cards/touch-drag.ts";
import { useMoveCard } from "./cards/use-move-card.ts";
import { useBoardDrops } from "./use-board-drops.ts";
import { useBoardKeys } from "./use-board-keys.ts";

/* Both columns show by then what a colleague has moved. */
const followMs = 100;

type BoardProps = {
  phases: readonly Phase[];
  filter: ListFilter;
  totals: readonly ColumnTotal[] | undefined;
  directory: Directory;
  openId: string | undefined;
  onOpen: (conversationId: string) => void;
  /** A thread stands over the right of the board: leave room to scroll from behind it. */
  covered: boolean;
  board: RefObject<HTMLDivElement | null>;
};

/** The columns side by side; a card goes from one to the other by mouse, finger or keyboard. */
export function Board({ phases, filter, totals, directory, openId, onOpen, covered, board }: BoardProps) {
  const t = useTranslations("pipeline");
  const { parts, keys } = useBoardParts({ phases, openId, onOpen, board });
  return (
    <BoardContext value={parts}>
      <p id={helpId} className="sr-only">
        {t("help")}
      </p>
      <div
        ref={board}
        {...keys}
        className={cn(
          // Positioned, so that it cuts off what is hidden for the eye within its columns too.
          "relative flex min-h-0 flex-1 gap-3 overflow-x-auto overflow-y-hidden overscroll-x-contain px-5 pb-4",
          "phone:snap-x phone:snap-mandatory phone:gap-2 phone:px-4 phone:pb-2",
          covered && "pr-136 phone:pr-4",
        )}
      >
        {phases.map((phase) => (
          <BoardColumn
            key={phase.id}
            phase={phase}
            filter={filter}
            total={totals?.find((total) => total.phaseId === phase.id)}
            directory={directory}
          />
        ))}
      </div>
    </BoardContext>
  );
}

type PartsOptions = Pick<BoardProps, "phases" | "openId" | "onOpen" | "board">;

function useBoardParts({ phases, openId, onOpen, board }: PartsOptions) {
  const { cache } = useLive();
  const canMove = useViewer().can("clients_write");
  const [{ store, glider, columns }] = useState(() => ({
    store: createDragStore(),
    glider: new Glider(),
    columns: new Map<string, ColumnHandle>(),
  }));
  const move = useMoveCard(phases, store.release);
  const claimed = useRef<{ id: string; phaseId: string }>(undefined);
  const dropped = useRef("");
  const rowOf = useCallback((id: string) => listedRow(cache, id), [cache]);
  const announceReturn = useAnnouncedReturn(phases, rowOf);
  // A column that a colleague deletes takes no card any more, nor does one that hung over it go there.
  useEffect(() => {
    const over = store.get()?.over;
    if (over !== undefined && phases.every(({ id }) => id !== over)) store.over(undefined);
  }, [phases, store]);

  const show = useCallback(
    (phaseId: string) => {
      const column = board.current?.querySelector(`[data-phase="${CSS.escape(phaseId)}"]`);
      column?.scrollIntoView({ inline: "nearest", block: "nearest" });
    },
    [board],
  );
  /* Not by the pointer: the focus goes along. */
  const moveAlong = useCallback(
    (row: InboxRow, phaseId: string) => {
      if (rowOf(row.id)?.phaseId !== phaseId) claimed.current = { id: row.id, phaseId };
      move(row, phaseId);
    },
    [move, rowOf],
  );
  const onDrop = useCallback(
    (drag: Drag) => {
      if (drag.over === drag.from) {
        announceReturn(drag);
        return;
      }
      if (drag.by === "keyboard") return moveAlong(drag.row, drag.over);
      glider.keepStill(drag.row.id);
      dropped.current = drag.row.id;
      setTimeout(() => (dropped.current = ""), 10 * followMs);
      move(drag.row, drag.over);
    },
    [glider, move, moveAlong, announceReturn],
  );
  useBoardDrops(board, store, onDrop);
  useTouch(board, () => ({
    store,
    lift: (id: string) => {
      const row = canMove ? rowOf(id) : undefined;
      if (row) store.lift(row, "touch");
      return row !== undefined;
    },
    drop: () => {
      const drag = store.end();
      if (drag) onDrop(drag);
    },
  }));
  const keys = useBoardKeys({ store, phases, canMove, columns, rowOf, open: onOpen, onDrop, show });

  const order = phases.map(({ id }) => id).join(" ");
  const parts = useMemo<BoardParts>(() => {
    const column = (phaseId: string, handle: ColumnHandle) => {
      columns.set(phaseId, handle);
      return () => void (columns.get(phaseId) === handle && columns.delete(phaseId));
    };
    const claimFocus = (phaseId: string, indexOf: (id: string) => number) => {
      const claim = claimed.current;
      const index = claim?.phaseId === phaseId ? indexOf(claim.id) : -1;
      if (index >= 0) claimed.current = undefined;
      return index;
    };
    const follow = (id: string, from: string) =>
      void setTimeout(() => {
        // Where the pointer has just put it, no column scrolls.
        if (document.activeElement !== document.body || id === dropped.current) return;
        for (const [phaseId, handle] of columns) {
          const index = phaseId === from ? -1 : handle.indexOf(id);
          if (index >= 0) return handle.focusAt(index);
        }
      }, followMs);
    return { store, glider, phases, order, canMove, openId, open: onOpen, move: moveAlong, column, claimFocus, follow };
  }, [store, glider, columns, phases, order, canMove, openId, onOpen, moveAlong]);
  useEffect(() => cleanup, []);
  return { parts, keys };
}

/** Says where a card is that was put down without being moved: a colleague may have moved it meanwhile. */
function useAnnouncedReturn(
  phases: readonly Phase[],
  rowOf: (conversationId: string) => InboxRow | undefined,
): (drag: Drag) => void {
  const t = useTranslations("pipeline.announce");
  return useCallback(
    ({ row, from }) => {
      const phaseId = rowOf(row.id)?.phaseId ?? from;
      announce(t("back", { phase: phases.find(({ id }) => id === phaseId)?.name ?? "" }));
    },
    [phases, rowOf, t],
  );
}

type Touch = Omit<Parameters<typeof dragByTouch>[0], "board">;

function useTouch(board: RefObject<HTMLElement | null>, make: () => Touch): void {
  const latest = useRef(make);
  useEffect(() => {
    latest.current = make;
  });
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const { store } = latest.current();
    return dragByTouch({
      board: element,
      store,
      lift: (id) => latest.current().lift(id),
      drop: () => latest.current().drop(),
    });
  }, [board]);
}
