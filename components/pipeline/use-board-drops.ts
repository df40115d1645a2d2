"use client";

import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/utils/combine";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { type RefObject, useEffect } from "react";
import type { Drag, DragStore } from "./cards/drag-store.ts";
import { cardKind } from "./cards/use-draggable-card.ts";

type Target = { data: Record<string | symbol, unknown> };

function phaseOf(targets: readonly Target[]): string | undefined {
  const phaseId: unknown = targets[0]?.data.phaseId;
  return typeof phaseId === "string" ? phaseId : undefined;
}

/** Follows a card that a mouse carries over the board, and scrolls the board at its edges. */
export function useBoardDrops(
  board: RefObject<HTMLElement | null>,
  store: DragStore,
  onDrop: (drag: Drag) => void,
): void {
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const ours = ({ source }: { source: Target }) => source.data.kind === cardKind;
    return combine(
      autoScrollForElements({ element, canScroll: ours, getAllowedAxis: () => "horizontal" }),
      monitorForElements({
        canMonitor: ours,
        onDropTargetChange: ({ location }) => store.over(phaseOf(location.current.dropTargets)),
        onDrop: ({ location }) => {
          // Let go outside of every column, or cancelled with Escape: it goes back where it was.
          store.over(phaseOf(location.current.dropTargets));
          const drag = store.end();
          if (drag) onDrop(drag);
        },
      }),
    );
  }, [board, store, onDrop]);
}
