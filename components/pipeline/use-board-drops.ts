"use client";

import { type RefObject, useEffect } from "react";
import { onceThere } from "#components/ui/late/later.tsx";
import type { Drag, DragStore } from "./cards/drag-store.ts";
import { dragging } from "./late-dragging.ts";

/** Follows a card that a mouse carries over the board, and scrolls the board at its edges. */
export function useBoardDrops(
  board: RefObject<HTMLElement | null>,
  store: DragStore,
  onDrop: (drag: Drag) => void,
): void {
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const drop = () => {
      const drag = store.end();
      if (drag) onDrop(drag);
    };
    return onceThere(dragging, ({ followCards }) => followCards(element, { over: store.over, drop }));
  }, [board, store, onDrop]);
}
