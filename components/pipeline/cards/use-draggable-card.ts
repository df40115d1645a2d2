"use client";

import { draggable } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { type RefObject, useEffect, useRef } from "react";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { useBoard } from "../board-context.ts";
import { lastPointer } from "./last-pointer.ts";

/** What a dragged card says about itself. */
export const cardKind = "pipeline-card";

/** Lets a mouse lift the card. Fingers have their own way: browsers disagree about theirs. */
export function useDraggableCard(node: RefObject<HTMLElement | null>, row: InboxRow): void {
  const { store, canMove } = useBoard();
  const latest = useRef(row);
  useEffect(() => {
    latest.current = row;
  });
  useEffect(() => {
    const element = node.current;
    if (!element || !canMove) return;
    return draggable({
      element,
      canDrag: () => lastPointer() !== "touch",
      getInitialData: () => ({ kind: cardKind, conversationId: latest.current.id }),
      onDragStart: () => store.lift(latest.current, "mouse"),
    });
  }, [node, store, canMove]);
}
