import type { FlowFault } from "../draft/flow-faults.ts";
import { type FlowTree, subtreeOf } from "../draft/flow-tree.ts";
import type { FlowEditing } from "../editor-context.tsx";
import type { SimulatedPlace } from "../simulator/simulation.ts";
import type { EndNode, PillNode } from "./branch-pill.tsx";
import type { JumpEdge, LineEdge } from "./flow-edges.tsx";
import { cardId, cardSize, endId, type FlowLayout, pillSize } from "./flow-layout.ts";
import type { CardData, CardNode } from "./step-card.tsx";

export type CanvasNode = CardNode | PillNode | EndNode;
export type CanvasEdge = LineEdge | JumpEdge;

type Shown = Pick<FlowEditing, "tree" | "faults" | "simulated" | "readOnly">;

function worst(faults: readonly FlowFault[]): Map<number, "error" | "warning"> {
  const levels = new Map<number, "error" | "warning">();
  for (const { id, level } of faults) if (levels.get(id) !== "error") levels.set(id, level);
  return levels;
}

function liveOf(name: string, simulated: SimulatedPlace | undefined): CardData["live"] {
  if (simulated?.waiting === name) return "waiting";
  return simulated?.passed.has(name) ? "passed" : undefined;
}

/** As if it had been measured already: measuring draws the canvas twice. */
const sized = (size: { width: number; height: number }) => ({ ...size, measured: size });

/** A layout as elements of the canvas; sizes are known beforehand, so that nothing need be measured. */
export function nodesOf(layout: FlowLayout, shown: Shown, endLabel: string): CanvasNode[] {
  const levels = worst(shown.faults);
  const still = { draggable: false, selectable: false };
  const cards = layout.cards.map(({ node, x, y }): CardNode => {
    const data = {
      node,
      fault: levels.get(node.id),
      live: liveOf(node.internal_name, shown.simulated),
      below: subtreeOf(shown.tree, node).length - 1,
      readOnly: shown.readOnly,
    };
    return { id: cardId(node), type: "card", position: { x, y }, data, ...sized(cardSize), zIndex: 1 };
  });
  const pills = layout.pills.map(
    ({ id, parent, branch, x, y }): PillNode => ({
      id,
      type: "pill",
      position: { x, y },
      data: { parent, branch, readOnly: shown.readOnly },
      ...sized(pillSize),
      ...still,
    }),
  );
  const end: EndNode = {
    id: endId,
    type: "end",
    position: layout.end,
    data: { label: endLabel },
    ...sized(pillSize),
    ...still,
  };
  return [...cards, ...pills, end];
}

export function edgesOf(layout: FlowLayout, tree: FlowTree, simulated: SimulatedPlace | undefined): CanvasEdge[] {
  const names = new Map(tree.nodes.map((node) => [cardId(node), node.internal_name]));
  const isLive = (id: string) => liveOf(names.get(id) ?? "", simulated) !== undefined;
  return layout.lines.map((line) => {
    const { id, source, target, kind } = line;
    const jumped = simulated?.jumps.has(`${names.get(source)}>${names.get(target)}`) === true;
    const silent = { domAttributes: { "aria-hidden": true } };
    if (kind === "jump") return { id, source, target, type: "jump", data: { live: jumped }, zIndex: 2, ...silent };
    return { id, source, target, type: "next", data: { live: isLive(source) && isLive(target) }, ...silent };
  });
}

function sameFields(one: object, other: object): boolean {
  return Object.entries(one).every(([key, value]) => Reflect.get(other, key) === value);
}

/** The same elements as objects that are known where nothing has changed: only what has changed is drawn anew. */
export function reused(before: readonly CanvasNode[], after: readonly CanvasNode[]): CanvasNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  return after.map((node) => {
    const old = known.get(node.id);
    if (!old || old.dragging || !sameFields(node.data, old.data)) return node;
    return sameFields(node.position, old.position) ? old : node;
  });
}
