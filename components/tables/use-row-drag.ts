"use client";

import { type RefObject, useEffect, useState } from "react";
import { laterModule, onceThere } from "../ui/late/later.tsx";

type RowDrag = {
  row: RefObject<HTMLElement | null>;
  handle: RefObject<HTMLElement | null>;
  index: number;
  /** Names the list, where several stand on one screen. */
  list?: string | undefined;
};

/* A hand that is on its way to a handle fetches it. */
const dragging = laterModule(() => import("./row-dragging.ts"));

/** Makes a row draggable by its handle and a drop target for others; returns where to draw the line. */
export function useRowDrag({ row, handle, index, list = "" }: RowDrag, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<"upper" | "lower">();
  useEffect(() => {
    const element = row.current;
    const dragHandle = handle.current;
    if (!element || !dragHandle) return;
    const parts = { element, dragHandle, index, list, onDragged: setDragged, onEdge: setEdge, onMove };
    return onceThere(dragging, ({ dragRow }) => dragRow(parts));
  }, [row, handle, index, list, onMove]);
  return { dragged, edge };
}
