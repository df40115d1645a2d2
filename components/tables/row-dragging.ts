import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { landing } from "./row-order.ts";

type RowDragging = {
  element: HTMLElement;
  dragHandle: HTMLElement;
  index: number;
  list: string;
  onDragged: (dragged: boolean) => void;
  onEdge: (edge: "upper" | "lower" | undefined) => void;
  onMove: (from: number, to: number) => void;
};

const kind = "ordered-row";

/** Makes a row draggable by its handle and a drop target for others, until the answer is called. */
export function dragRow({ element, dragHandle, index, list, onDragged, onEdge, onMove }: RowDragging): () => void {
  return combine(
    draggable({
      element,
      dragHandle,
      getInitialData: () => ({ kind, list, index }),
      onDragStart: () => onDragged(true),
      onDrop: () => onDragged(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.kind === kind && source.data.list === list,
      getData: ({ input }) => attachClosestEdge({ index }, { element, input, allowedEdges: ["top", "bottom"] }),
      onDrag: ({ self, source }) => {
        const half = extractClosestEdge(self.data) === "top" ? "upper" : "lower";
        onEdge(source.data.index === index ? undefined : half);
      },
      onDragLeave: () => onEdge(undefined),
      onDrop: ({ self, source }) => {
        onEdge(undefined);
        const half = extractClosestEdge(self.data) === "top" ? "upper" : "lower";
        const from = source.data.index;
        if (typeof from === "number") onMove(from, landing(from, index, half));
      },
    }),
  );
}
