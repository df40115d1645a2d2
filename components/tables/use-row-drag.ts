"use client";

import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { type RefObject, useEffect, useState } from "react";
import { landing } from "./row-order.ts";

type RowDrag = {
  row: RefObject<HTMLElement | null>;
  handle: RefObject<HTMLElement | null>;
  index: number;
  /** Names the list, where several stand on one screen. */
  list?: string | undefined;
};

const kind = "ordered-row";

/** Makes a row draggable by its handle and a drop target for others; returns where to draw the line. */
export function useRowDrag({ row, handle, index, list = "" }: RowDrag, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<"upper" | "lower">();
  useEffect(() => {
    const element = row.current;
    const dragHandle = handle.current;
    if (!element || !dragHandle) return;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ kind, list, index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === kind && source.data.list === list,
        getData: ({ input }) => attachClosestEdge({ index }, { element, input, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self, source }) => {
          const half = extractClosestEdge(self.data) === "top" ? "upper" : "lower";
          setEdge(source.data.index === index ? undefined : half);
        },
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ self, source }) => {
          setEdge(undefined);
          const half = extractClosestEdge(self.data) === "top" ? "upper" : "lower";
          const from = source.data.index;
          if (typeof from === "number") onMove(from, landing(from, index, half));
        },
      }),
    );
  }, [row, handle, index, list, onMove]);
  return { dragged, edge };
}
