"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import type { Phase } from "#server/phases/schema.ts";
import type { Drag, DragStore } from "./cards/drag-store.ts";
import type { Glider } from "./cards/glider.ts";

/** What the keyboard asks of a column. */
export type ColumnHandle = {
  count: () => number;
  indexOf: (conversationId: string) => number;
  /** Brings the card there into view and gives it the focus. */
  focusAt: (index: number) => void;
};

export type Board = {
  store: DragStore;
  glider: Glider;
  phases: readonly Phase[];
  /** Changes when the columns change places. */
  order: string;
  /** False for those who may only look. */
  canMove: boolean;
  openId: string | undefined;
  open: (conversationId: string) => void;
  move: (row: InboxRow, phaseId: string) => void;
  /** Registers a column for the keyboard. Answers how to forget it. */
  column: (phaseId: string, handle: ColumnHandle) => () => void;
  /** The card that gets the focus as soon as its column shows it. */
  claimFocus: (phaseId: string, indexOf: (conversationId: string) => number) => number;
  /** The card that had the focus has left this column: it goes along to where the card is now. */
  follow: (conversationId: string, phaseId: string) => void;
};

export const BoardContext = createContext<Board | undefined>(undefined);

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error("useBoard needs a Board around it");
  return board;
}

/** The lifted card; components that only need a part of it select that part and are drawn only when it changes. */
export function useDrag<Part>(select: (drag: Drag | undefined) => Part): Part {
  const { store } = useBoard();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(undefined),
  );
}
