"use client";

import { useState } from "react";
import { movesOf } from "../draft/flow-edits.ts";
import { useEditing } from "../editor-context.tsx";
import { useStepActions } from "../step/use-step-actions.ts";
import type { CanvasNode } from "./canvas-elements.ts";
import { cardSize, type FlowLayout, nearestSlot, type PlacedSlot } from "./flow-layout.ts";

export type StepDrag = {
  /** Where the step may go; empty while none is dragged. */
  slots: readonly PlacedSlot[];
  near: PlacedSlot | undefined;
  start: (node: CanvasNode) => void;
  over: (node: CanvasNode) => void;
  drop: () => void;
};

const none: readonly PlacedSlot[] = [];

/** A step in the hand: it goes to the nearest place when it is let go, and back where no place is near. */
export function useStepDrag(layout: FlowLayout): StepDrag {
  const { tree, select } = useEditing();
  const { move } = useStepActions();
  const [slots, setSlots] = useState(none);
  const [near, setNear] = useState<PlacedSlot>();
  const [dragged, setDragged] = useState<number>();
  return {
    slots,
    near,
    start: (node) => {
      if (node.type !== "card") return;
      const { id } = node.data.node;
      setDragged(id);
      select(id);
      const may = movesOf(tree, id);
      setSlots(layout.slots.filter(({ slot }) => may(slot)));
    },
    over: ({ position }) => {
      setNear(nearestSlot(slots, { x: position.x + cardSize.width / 2, y: position.y + 16 }));
    },
    drop: () => {
      const node = dragged === undefined ? undefined : tree.byId.get(dragged);
      if (node && near) move(node, near.slot);
      setSlots(none);
      setNear(undefined);
      setDragged(undefined);
    },
  };
}
