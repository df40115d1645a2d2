"use client";

import { type PointerEvent, useCallback, useEffect, useState } from "react";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { useBoard, useDrag } from "../board-context.ts";
import { type Slots, slotsOf } from "./held-slots.ts";

type Held = { rows: readonly InboxRow[]; round: number; list: string };

export type Hold = Slots<InboxRow> & {
  /** For the element around the cards. */
  pointer: Record<"onPointerMove" | "onPointerOver", (event: PointerEvent) => void> & { onPointerLeave: () => void };
};

function cardUnder(event: PointerEvent): string | undefined {
  return event.target instanceof Element ? event.target.closest<HTMLElement>("[data-card]")?.dataset.card : undefined;
}

/**
 * Keeps a column still while a mouse rests in it, and all columns while a card hangs over them. `list` names what is
 * listed: under other filters there is nothing to hold on to.
 */
export function useHold(rows: readonly InboxRow[], list: string): Hold {
  const { store } = useBoard();
  const draggedId = useDrag((drag) => (drag && drag.by !== "keyboard" ? drag.row.id : undefined));
  const [held, setHeld] = useState<Held>();
  const [pointedId, setPointedId] = useState<string>();

  useEffect(() => {
    if (draggedId) setHeld((before) => before ?? { rows, round: store.round(), list });
  }, [draggedId, rows, list, store]);

  const onPointerMove = useCallback(
    (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      setPointedId(cardUnder(event));
      // A card has been put down since: the column shows what is, then holds that.
      const round = store.round();
      setHeld((before) => (before?.round === round && before.list === list ? before : { rows, round, list }));
    },
    [rows, list, store],
  );
  // While a card is dragged the browser reports no pointer, so the column is held until it is dropped.
  const current = held?.round === store.round() && held.list === list ? held.rows : undefined;

  // A pointer that rests comes over another card when the column scrolls. What a browser tells at the end of a drag
  // comes from where it began: only a column that is held already listens.
  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && current) setPointedId(cardUnder(event));
  };
  const onPointerLeave = useCallback(() => {
    setPointedId(undefined);
    setHeld(undefined);
  }, []);

  const pointer = { onPointerMove, onPointerOver, onPointerLeave };
  return { ...slotsOf(current, rows, draggedId ?? pointedId), pointer };
}
