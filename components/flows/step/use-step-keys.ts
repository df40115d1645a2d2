"use client";

import type { KeyboardEvent } from "react";
import { chordOf } from "#components/keys/shortcut-keys.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { type Direction, walk } from "../canvas/flow-walk.ts";
import { readingOrder } from "../draft/flow-tree.ts";
import { useEditing } from "../editor-context.tsx";
import { useStepActions } from "./use-step-actions.ts";

const directions: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Keys that mean the same on the canvas and in the outline; `go` follows an arrow key. */
export function useStepKeys(go?: (direction: Direction) => void): (event: KeyboardEvent) => void {
  const { tree, readOnly, selection, open } = useEditing();
  const { shift, remove, duplicate, toggle } = useStepActions();
  const ordered = () => readingOrder(tree);
  const chosen = () => tree.byId.get(selection.get().id ?? -1);
  const pass = (node: QuestionNode | undefined) => selection.set(node?.id, true);

  const follow = (direction: Direction) => {
    const selected = chosen();
    if (go) go(direction);
    else pass(selected ? walk(tree, selected, direction) : ordered()[0]);
  };
  const act = (event: KeyboardEvent): boolean => {
    const direction = directions[event.key];
    const selected = chosen();
    if (direction && event.altKey) {
      if (selected && !readOnly) shift(selected, direction);
      return true;
    }
    if (event.ctrlKey || event.metaKey) {
      if (chordOf(event) !== "mod+d" || !selected || readOnly) return false;
      duplicate(selected);
      return true;
    }
    if (direction) follow(direction);
    else if (event.key === "Home") pass(ordered()[0]);
    else if (event.key === "End") pass(ordered().at(-1));
    else if (event.key === "Escape") pass(undefined);
    else if (!selected) return false;
    else if (event.key === "Enter") open(selected.id, "text");
    else if (readOnly) return false;
    else if (event.key === "Delete" || event.key === "Backspace") remove(selected);
    else if (chordOf(event) === "x") toggle(selected);
    else return false;
    return true;
  };
  return (event) => {
    if (act(event)) event.preventDefault();
  };
}
