"use client";

import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import type { Language } from "#server/chatbots/choices.ts";
import type { Nodes } from "./draft/flow-edits.ts";
import type { FlowFault } from "./draft/flow-faults.ts";
import type { FlowTree } from "./draft/flow-tree.ts";
import type { SimulatedPlace } from "./simulator/simulation.ts";
import type { StepSelection } from "./step/step-selection.ts";

/** What stands beside the canvas. On a phone "steps" takes the place of the canvas. */
export const panes = ["steps", "step", "try", "faults", "versions"] as const;
export type Pane = (typeof panes)[number];

export type FlowEditing = {
  chatbotId: string;
  /** Only looking: no permission to write. */
  readOnly: boolean;
  /** Several texts of a step are all sent; else one of them at random. */
  chained: boolean;
  /** What the bot speaks where a step has no words for the visitor's language. */
  language: Language;
  nodes: Nodes;
  tree: FlowTree;
  faults: readonly FlowFault[];
  /** The flow has been looked through; until then no fault is known. */
  isChecked: boolean;
  selection: StepSelection;
  select: (id: number | undefined) => void;
  pane: Pane;
  /** How often a pane was asked for: the same one again counts. */
  paneAsked: number;
  setPane: (pane: Pane) => void;
  /** Opens a step in the panel and puts the focus there, on a field where one is named. */
  open: (id: number, field?: string) => void;
  /** Gives the focus back to where steps are chosen. */
  leave: () => void;
  /** Edits with the same key in quick succession are undone as one. */
  change: (update: (nodes: Nodes) => Nodes, key?: string) => void;
  /** Where the simulator stands; undefined while it has not begun. */
  simulated: SimulatedPlace | undefined;
};

/** Which pane is shown, and how often one was asked for. */
export function usePane(first: Pane): Pick<FlowEditing, "pane" | "paneAsked" | "setPane"> {
  const [shown, show] = useState({ pane: first, paneAsked: 0 });
  const setPane = useCallback((pane: Pane) => show(({ paneAsked }) => ({ pane, paneAsked: paneAsked + 1 })), []);
  return { ...shown, setPane };
}

const EditingContext = createContext<FlowEditing | undefined>(undefined);

export function EditingProvider({ editing, children }: { editing: FlowEditing; children: ReactNode }) {
  return <EditingContext value={editing}>{children}</EditingContext>;
}

export function useEditing(): FlowEditing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error("useEditing needs an EditingProvider around it");
  return editing;
}
