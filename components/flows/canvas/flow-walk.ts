import type { QuestionNode } from "#server/chatbots/schema.ts";
import type { Slot } from "../draft/flow-edits.ts";
import { branchesOf, type FlowTree, labelOf, lineOf, sameLabel } from "../draft/flow-tree.ts";

export type Direction = "up" | "down" | "left" | "right";

const filled = (tree: FlowTree, node: QuestionNode) => branchesOf(tree, node).filter(({ nodes }) => nodes.length > 0);

function parentOf(tree: FlowTree, node: QuestionNode): QuestionNode | undefined {
  return node.parent === "" ? undefined : tree.byName.get(node.parent);
}

/** What follows a step and everything below it. */
export function below(tree: FlowTree, node: QuestionNode): QuestionNode | undefined {
  const line = lineOf(tree, node);
  const next = line[line.indexOf(node) + 1];
  const parent = parentOf(tree, node);
  return next ?? (parent && below(tree, parent));
}

/** The first step of the branch beside the one a step stands in, or beside an outer one. */
function beside(tree: FlowTree, node: QuestionNode, step: 1 | -1): QuestionNode | undefined {
  const parent = parentOf(tree, node);
  if (!parent) return undefined;
  const branches = filled(tree, parent);
  const at = branches.findIndex(({ label }) => sameLabel(label, labelOf(node)));
  return branches[at + step]?.nodes[0] ?? beside(tree, parent, step);
}

/** Where an arrow key leads from a step, as the canvas is drawn: lines run down, branches stand side by side. */
export function walk(tree: FlowTree, from: QuestionNode, direction: Direction): QuestionNode {
  const line = lineOf(tree, from);
  switch (direction) {
    case "down":
      return filled(tree, from)[0]?.nodes[0] ?? below(tree, from) ?? from;
    case "up":
      return line[line.indexOf(from) - 1] ?? parentOf(tree, from) ?? from;
    case "left":
      return beside(tree, from, -1) ?? from;
    case "right":
      return beside(tree, from, 1) ?? from;
  }
}

/** Where a step goes when it is moved by a key: along its line, into the branch before it, or out of its branch. */
export function moveSlot(tree: FlowTree, node: QuestionNode, direction: Direction): Slot | undefined {
  const line = lineOf(tree, node);
  const at = line.indexOf(node);
  const place = { parent: node.parent, label: labelOf(node) };
  const previous = line[at - 1];
  const next = line[at + 1];
  const parent = parentOf(tree, node);
  switch (direction) {
    case "up":
      return previous && { ...place, after: line[at - 2]?.id ?? null };
    case "down":
      return next && { ...place, after: next.id };
    case "right": {
      if (!previous) return parent && neighbour(tree, parent, node, 1);
      const [branch] = branchesOf(tree, previous);
      return { parent: previous.internal_name, label: branch?.label ?? "", after: branch?.nodes.at(-1)?.id ?? null };
    }
    case "left":
      return parent && { parent: parent.parent, label: labelOf(parent), after: parent.id };
  }
}

/** The end of the branch beside, so that the first of a branch can go from option to option. */
function neighbour(tree: FlowTree, parent: QuestionNode, node: QuestionNode, step: 1 | -1): Slot | undefined {
  const branches = branchesOf(tree, parent);
  const branch = branches[branches.findIndex(({ label }) => sameLabel(label, labelOf(node))) + step];
  return branch && { parent: parent.internal_name, label: branch.label, after: branch.nodes.at(-1)?.id ?? null };
}
