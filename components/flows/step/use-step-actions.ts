"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useToast } from "#components/ui/toast.tsx";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { type Direction, moveSlot, walk } from "../canvas/flow-walk.ts";
import {
  duplicateNode,
  freshNode,
  insertNode,
  mayMove,
  moveNode,
  removeNode,
  type Slot,
  updateNode,
} from "../draft/flow-edits.ts";
import { subtreeOf } from "../draft/flow-tree.ts";
import { restoreNodes } from "../draft/restoring.ts";
import { useEditing } from "../editor-context.tsx";
import { purposes, type StepType } from "./step-kinds.ts";

export type StepActions = {
  add: (type: StepType, slot: Slot) => void;
  duplicate: (node: QuestionNode) => void;
  toggle: (node: QuestionNode) => void;
  remove: (node: QuestionNode) => void;
  move: (node: QuestionNode, slot: Slot) => void;
  /** Moves one place on, as the arrow keys do; returns whether there was one. */
  shift: (node: QuestionNode, direction: Direction) => boolean;
};

/** The field in which one begins. */
const focusOf = {
  question: "text",
  hand_over: "text",
  condition: "conditions_to_show",
  jump: "go_to_internal_name",
  service: "fulfillment_url",
  set_field: "actions",
} as const;

/** What can be done to steps, the same from the canvas, the outline, the panel and the keyboard. */
export function useStepActions(): StepActions {
  const t = useTranslations("flows");
  const toast = useToast();
  const { nodes, tree, change, select, open } = useEditing();
  return useMemo(() => {
    const move: StepActions["move"] = (node, slot) => change((list) => moveNode(list, node.id, slot));
    return {
      add: (type, slot) => {
        const options = [t("step.options.first"), t("step.options.second")];
        const node = freshNode(nodes, type, options);
        change((list) => insertNode(list, node, slot));
        open(node.id, focusOf[purposes.find((one) => one === type) ?? "question"]);
      },
      duplicate: (node) => {
        const copied = duplicateNode(nodes, node.id);
        change(() => copied.nodes);
        select(copied.id);
      },
      toggle: (node) => change((list) => updateNode(list, node.id, { disabled: !node.disabled })),
      remove: (node) => {
        const gone = subtreeOf(tree, node);
        const up = walk(tree, node, "up");
        change((list) => removeNode(list, node.id));
        select(up === node ? undefined : up.id);
        const back = () => {
          change((list) => restoreNodes(list, gone));
          select(node.id);
        };
        toast.success(t("toasts.removed", { name: node.internal_name, count: gone.length }), { undo: back });
      },
      move,
      shift: (node, direction) => {
        const slot = moveSlot(tree, node, direction);
        if (!slot || !mayMove(tree, node.id, slot)) return false;
        move(node, slot);
        return true;
      },
    };
  }, [t, toast, nodes, tree, change, select, open]);
}
