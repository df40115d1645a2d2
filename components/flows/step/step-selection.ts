import { useSyncExternalStore } from "react";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { useEditing } from "../editor-context.tsx";

/** Which step is chosen. `passing`: keys walk along the tree, and what is slow to draw follows when there is time. */
export type Chosen = { id: number | undefined; passing: boolean };

export type StepSelection = {
  get: () => Chosen;
  set: (id: number | undefined, passing?: boolean) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Apart from the editor's other state: a key press must not draw the whole editor anew. */
export function createSelection(id?: number): StepSelection {
  let now: Chosen = { id, passing: false };
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set: (id, passing = false) => {
      if (now.id === id && now.passing === passing) return;
      now = { id, passing };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useChosen(): Chosen {
  const { selection } = useEditing();
  return useSyncExternalStore(selection.subscribe, selection.get, selection.get);
}

export function useChosenStep(): QuestionNode | undefined {
  const { id } = useChosen();
  const { tree } = useEditing();
  return id === undefined ? undefined : tree.byId.get(id);
}

export function useIsChosen(id: number): boolean {
  const { selection } = useEditing();
  const is = () => selection.get().id === id;
  return useSyncExternalStore(selection.subscribe, is, is);
}
