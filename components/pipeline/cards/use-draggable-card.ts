"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { onceThere } from "#components/ui/late/later.tsx";
import { useBoard } from "../board-context.ts";
import { dragging } from "../late-dragging.ts";

/** Lets a mouse lift the card. */
export function useDraggableCard(node: RefObject<HTMLElement | null>, row: InboxRow): void {
  const { store, canMove } = useBoard();
  const latest = useRef(row);
  useEffect(() => {
    latest.current = row;
  });
  useEffect(() => {
    const element = node.current;
    if (!element || !canMove) return;
    return onceThere(dragging, ({ dragCard }) => dragCard(element, () => store.lift(latest.current, "mouse")));
  }, [node, store, canMove]);
}
