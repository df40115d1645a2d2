import type { QuestionNode } from "#server/chatbots/schema.ts";
import type { Nodes } from "./flow-edits.ts";
import { labelOf, lineOf, treeOf, wordsOf } from "./flow-tree.ts";

export type FieldChange = { field: string; before: unknown; after: unknown };

export type NodeChange = {
  kind: "added" | "removed" | "changed";
  name: string;
  /** Its name before, where it was renamed. */
  renamedFrom?: string;
  words: string;
  fields: readonly FieldChange[];
  /** It stands somewhere else: below another step, in another branch or in another order. */
  moved: boolean;
};

/* A change of place counts as a move, not as changed fields. */
const placing = new Set(["id", "order", "parent", "internal_name"]);

function changesBetween(before: QuestionNode, after: QuestionNode): FieldChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields]
    .filter((field) => !placing.has(field))
    .map((field) => ({ field, before: Reflect.get(before, field), after: Reflect.get(after, field) }))
    .map((change) => (change.field === "interface_configuration" ? withoutLabel(change, before, after) : change))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function withoutLabel(change: FieldChange, before: QuestionNode, after: QuestionNode): FieldChange {
  const { label: _before, ...restBefore } = before.interface_configuration;
  const { label: _after, ...restAfter } = after.interface_configuration;
  return { field: change.field, before: restBefore, after: restAfter };
}

/** Pairs the steps of two lists: by name, and by id where one was renamed. */
function pairs(before: Nodes, after: Nodes): Map<QuestionNode, QuestionNode> {
  const byName = new Map(before.map((node) => [node.internal_name, node]));
  const kept = new Set(after.map((node) => node.internal_name));
  const byId = new Map(before.filter((node) => !kept.has(node.internal_name)).map((node) => [node.id, node]));
  const found = after.map((node) => [node, byName.get(node.internal_name) ?? byId.get(node.id)] as const);
  return new Map(found.flatMap(([node, old]) => (old ? [[node, old] as const] : [])));
}

/** The steps of a line whose order among those that were in it before has changed; as few as explain it. */
function reordered(line: readonly QuestionNode[], was: Map<QuestionNode, number>): Set<QuestionNode> {
  const known = line.filter((node) => was.has(node));
  const best = known.map(() => [] as QuestionNode[]);
  known.forEach((node, at) => {
    const shorter = known
      .slice(0, at)
      .map((other, place) => ((was.get(other) ?? 0) < (was.get(node) ?? 0) ? best[place] : []));
    const longest = shorter.reduce<QuestionNode[]>((top, one) => (one && one.length > top.length ? one : top), []);
    best[at] = [...longest, node];
  });
  const stayed = best.reduce<QuestionNode[]>((top, one) => (one.length > top.length ? one : top), []);
  return new Set(known.filter((node) => !stayed.includes(node)));
}

function movedNodes(after: Nodes, paired: Map<QuestionNode, QuestionNode>, before: Nodes): Set<QuestionNode> {
  const trees = { before: treeOf(before), after: treeOf(after) };
  const newName = new Map([...paired].map(([now, old]) => [old.internal_name, now.internal_name]));
  const sameLine = (now: QuestionNode, old: QuestionNode) =>
    now.parent === (old.parent === "" ? "" : (newName.get(old.parent) ?? old.parent)) && labelOf(now) === labelOf(old);
  const moved = new Set(after.filter((now) => sameLine(now, paired.get(now) ?? now) === false));
  const lines = new Map(after.map((node) => [`${node.parent} ${labelOf(node)}`, node]));
  for (const node of lines.values()) {
    const line = lineOf(trees.after, node).filter((one) => paired.has(one) && !moved.has(one));
    const was = new Map(
      line.map((one) => {
        const old = paired.get(one) ?? one;
        return [one, lineOf(trees.before, old).indexOf(old)] as const;
      }),
    );
    for (const one of reordered(line, was)) moved.add(one);
  }
  return moved;
}

/** The differences between two question lists, as a person would describe them. */
export function diffOf(before: Nodes, after: Nodes): NodeChange[] {
  const paired = pairs(before, after);
  const old = new Set(paired.values());
  const moved = movedNodes(after, paired, before);
  const told = (kind: NodeChange["kind"], node: QuestionNode): NodeChange => ({
    kind,
    name: node.internal_name,
    words: wordsOf(node),
    fields: [],
    moved: false,
  });
  const present = after.flatMap((node) => {
    const was = paired.get(node);
    if (!was) return [told("added", node)];
    const fields = changesBetween(was, node);
    const renamed = was.internal_name === node.internal_name ? {} : { renamedFrom: was.internal_name };
    if (fields.length === 0 && !moved.has(node) && !("renamedFrom" in renamed)) return [];
    return [{ ...told("changed", node), ...renamed, fields, moved: moved.has(node) }];
  });
  return [...present, ...before.filter((node) => !old.has(node)).map((node) => told("removed", node))];
}
