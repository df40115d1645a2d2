import { fold } from "#server/chatbots/flow/folding.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";

/** Steps below one parent that belong together: those of one option, or (label "") those after any answer. */
export type Branch = {
  label: string;
  /** listed: an option of the node; any: after every answer; stray: a label that is no option any more. */
  kind: "listed" | "any" | "stray";
  nodes: readonly QuestionNode[];
};

/** A question list seen as the tree that the engine walks. */
export type FlowTree = {
  nodes: readonly QuestionNode[];
  byId: ReadonlyMap<number, QuestionNode>;
  byName: ReadonlyMap<string, QuestionNode>;
  /** Children of each parent in their order; the root is "". */
  children: ReadonlyMap<string, readonly QuestionNode[]>;
};

export function inOrder(nodes: readonly QuestionNode[]): QuestionNode[] {
  return [...nodes].sort((a, b) => a.order - b.order || a.id - b.id);
}

export function treeOf(nodes: readonly QuestionNode[]): FlowTree {
  const byName = new Map(nodes.map((node) => [node.internal_name, node]));
  const children = new Map<string, QuestionNode[]>();
  for (const node of inOrder(nodes)) {
    const known = children.get(node.parent);
    if (known) known.push(node);
    else children.set(node.parent, [node]);
  }
  return { nodes, byId: new Map(nodes.map((node) => [node.id, node])), byName, children };
}

export function labelOf(node: QuestionNode): string {
  return node.parent === "" ? "" : node.interface_configuration.label;
}

export function sameLabel(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

export function childrenOf(tree: FlowTree, parent: string): readonly QuestionNode[] {
  return tree.children.get(parent) ?? [];
}

const remembered = new WeakMap<FlowTree, Map<QuestionNode, readonly Branch[]>>();

/** The branches of a node: one for each option of a LIST, then the others it has. Remembered: layouts ask often. */
export function branchesOf(tree: FlowTree, node: QuestionNode): readonly Branch[] {
  const known = remembered.get(tree) ?? new Map<QuestionNode, readonly Branch[]>();
  remembered.set(tree, known);
  const found = known.get(node) ?? readBranches(tree, node);
  known.set(node, found);
  return found;
}

function readBranches(tree: FlowTree, node: QuestionNode): Branch[] {
  const children = childrenOf(tree, node.internal_name);
  const options = node.response_type === "LIST" ? node.response_options : [];
  const of = (label: string) => children.filter((child) => sameLabel(labelOf(child), label));
  const listed = options
    .filter((option, at) => options.findIndex((other) => sameLabel(other, option)) === at && option.trim() !== "")
    .map((label): Branch => ({ label, kind: "listed", nodes: of(label) }));
  const others = new Map<string, Branch>();
  for (const child of children) {
    const label = labelOf(child);
    if (listed.some((branch) => sameLabel(branch.label, label)) || others.has(fold(label))) continue;
    others.set(fold(label), { label, kind: fold(label) === "" ? "any" : "stray", nodes: of(label) });
  }
  return [...listed, ...others.values()];
}

/** The steps that stand in one line with a node, itself among them. */
export function lineOf(tree: FlowTree, node: QuestionNode): readonly QuestionNode[] {
  const siblings = childrenOf(tree, node.parent);
  return node.parent === "" ? siblings : siblings.filter((one) => sameLabel(labelOf(one), labelOf(node)));
}

/** A node with all that hangs below it, itself first, in reading order. */
export function subtreeOf(tree: FlowTree, node: QuestionNode, seen = new Set<number>()): QuestionNode[] {
  if (seen.has(node.id)) return [];
  seen.add(node.id);
  const below = branchesOf(tree, node).flatMap((branch) => branch.nodes);
  return [node, ...below.flatMap((child) => subtreeOf(tree, child, seen))];
}

/** All steps in reading order: what comes first for a visitor comes first here. */
export function readingOrder(tree: FlowTree): QuestionNode[] {
  const seen = new Set<number>();
  const walked = childrenOf(tree, "").flatMap((node) => subtreeOf(tree, node, seen));
  return [...walked, ...tree.nodes.filter((node) => !seen.has(node.id))];
}

/** What a step says, in one line. */
export function wordsOf(node: QuestionNode): string {
  return (node.text.find((text) => text.trim() !== "") ?? node.question_file_caption).replace(/\s+/g, " ").trim();
}
