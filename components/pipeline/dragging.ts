import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/utils/combine";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { lastPointer } from "./cards/last-pointer.ts";

/* What a mouse needs to carry cards over the board. It comes with the first deed. */

type Target = { data: Record<string | symbol, unknown> };

/** What a dragged card says about itself. */
const kind = "pipeline-card";
const isCard = ({ source }: { source: Target }) => source.data.kind === kind;

function phaseOf(targets: readonly Target[]): string | undefined {
  const phaseId: unknown = targets[0]?.data.phaseId;
  return typeof phaseId === "string" ? phaseId : undefined;
}

/** Lets a mouse lift the card. Fingers have their own way: browsers disagree about theirs. */
export function dragCard(element: HTMLElement, onLift: () => void): () => void {
  return draggable({
    element,
    canDrag: () => lastPointer() !== "touch",
    getInitialData: () => ({ kind }),
    onDragStart: onLift,
  });
}

/** Makes a column take cards. */
export function takeCards(element: HTMLElement, phaseId: string): () => void {
  return dropTargetForElements({ element, getData: () => ({ phaseId }), canDrop: isCard });
}

/** Scrolls a column while a card hangs at its edge. */
export function scrollWithCards(element: HTMLElement): () => void {
  return autoScrollForElements({ element, canScroll: isCard });
}

type Carried = { over: (phaseId: string | undefined) => void; drop: () => void };

/** Follows a card that a mouse carries over the board, and scrolls the board at its edges. */
export function followCards(element: HTMLElement, { over, drop }: Carried): () => void {
  return combine(
    autoScrollForElements({ element, canScroll: isCard, getAllowedAxis: () => "horizontal" }),
    monitorForElements({
      canMonitor: isCard,
      onDropTargetChange: ({ location }) => over(phaseOf(location.current.dropTargets)),
      onDrop: ({ location }) => {
        // Let go outside of every column, or cancelled with Escape: it goes back where it was.
        over(phaseOf(location.current.dropTargets));
        drop();
      },
    }),
  );
}
