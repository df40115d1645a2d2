import { responseTypes } from "#server/chatbots/choices.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { alwaysHandsOver, freshFields, purposes, type StepType } from "../step/step-kinds.ts";
import { blankStep } from "./blank-step.ts";
import { childrenOf, type FlowTree, inOrder, labelOf, lineOf, sameLabel, subtreeOf, treeOf } from "./flow-tree.ts";

/** Changes of a question list: each takes a list and gives a new one, so that they can be undone. */

export type Nodes = readonly QuestionNode[];

/** A place for a step: in the branch `label` of `parent`, behind the step `after` or first of all. */
export type Slot = { parent: string; label: string; after: number | null };

export function freeId(nodes: Nodes): number {
  return nodes.reduce((highest, node) => Math.max(highest, node.id), 0) + 1;
}

/** `base`, else base_2, base_3 ... whichever is not taken. */
export function freeName(taken: ReadonlySet<string>, base: string): string {
  const stem = base.replace(/_\d+$/, "").slice(0, 58) || "step";
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

const namesOf = (nodes: Nodes) => new Set(nodes.map((node) => node.internal_name));

const nameOfType: Record<StepType, string> = {
  TEXT: "question",
  NAME: "name",
  EMAIL: "email",
  PHONE: "phone",
  EMAIL_OR_PHONE: "email_or_phone",
  LIST: "choice",
  REGEX: "pattern",
  NONE: "message",
  MEETING: "meeting",
  hand_over: "hand_over",
  condition: "only_if",
  jump: "go_to",
  service: "ask_service",
  set_field: "set_field",
};

/** A new step of a type, not yet in any place. */
export function freshNode(nodes: Nodes, type: StepType, options: readonly string[] = []): QuestionNode {
  const purpose = purposes.find((one) => one === type);
  const response = responseTypes.find((one) => one === type);
  return {
    ...blankStep,
    id: freeId(nodes),
    internal_name: freeName(namesOf(nodes), nameOfType[type]),
    ...(purpose ? freshFields(purpose) : {}),
    ...(response ? { response_type: response } : {}),
    response_options: type === "LIST" ? [...options] : [],
    is_custom: true,
  };
}

function relabel(node: QuestionNode, label: string): QuestionNode {
  return { ...node, interface_configuration: { ...node.interface_configuration, label } };
}

/** Numbers the children of a parent 1, 2, 3 in the order given. */
function renumber(nodes: Nodes, ordered: readonly number[]): QuestionNode[] {
  const places = new Map(ordered.map((id, at) => [id, at + 1]));
  return nodes.map((node) => {
    const order = places.get(node.id);
    return order === undefined || order === node.order ? node : { ...node, order };
  });
}

/** Puts a step that is already in the list into a place. */
function settle(nodes: Nodes, id: number, slot: Slot): QuestionNode[] {
  const moved = nodes.map((node) =>
    node.id === id ? relabel({ ...node, parent: slot.parent }, slot.parent === "" ? "" : slot.label) : node,
  );
  const others = inOrder(moved.filter((node) => node.parent === slot.parent && node.id !== id));
  const inBranch = others.filter((node) => slot.parent === "" || sameLabel(labelOf(node), slot.label));
  const [first] = inBranch;
  const behind = others.findIndex((node) => node.id === slot.after);
  const at = behind >= 0 ? behind + 1 : first ? others.indexOf(first) : others.length;
  const ids = others.map((node) => node.id);
  return renumber(moved, [...ids.slice(0, at), id, ...ids.slice(at)]);
}

export function insertNode(nodes: Nodes, node: QuestionNode, slot: Slot): QuestionNode[] {
  return settle([...nodes, node], node.id, slot);
}

/** The place right behind a step. */
export function slotAfter(node: QuestionNode): Slot {
  return { parent: node.parent, label: labelOf(node), after: node.id };
}

/** The place at the end of the flow: behind the last step, but before one that hands every visitor to an agent. */
export function slotAtEnd(tree: FlowTree): Slot {
  const line = childrenOf(tree, "");
  const last = line.findLast((node) => !alwaysHandsOver(node));
  return { parent: "", label: "", after: last?.id ?? null };
}

/** Whether a step, with all below it, may go to a place: not into itself, and not where it already is. */
export function movesOf(tree: FlowTree, id: number): (slot: Slot) => boolean {
  const node = tree.byId.get(id);
  if (!node) return () => false;
  const own = new Set(subtreeOf(tree, node).map((one) => one.internal_name));
  const line = lineOf(tree, node);
  const before = line[line.indexOf(node) - 1]?.id ?? null;
  return (slot) => {
    if (slot.after === id || own.has(slot.parent)) return false;
    const sameLine = node.parent === slot.parent && (slot.parent === "" || sameLabel(labelOf(node), slot.label));
    return !(sameLine && before === slot.after);
  };
}

export function mayMove(tree: FlowTree, id: number, slot: Slot): boolean {
  return movesOf(tree, id)(slot);
}

/** Moves a step; what hangs below it goes with it. */
export function moveNode(nodes: Nodes, id: number, slot: Slot): Nodes {
  return mayMove(treeOf(nodes), id, slot) ? settle(nodes, id, slot) : nodes;
}

/** Removes a step with all below it. */
export function removeNode(nodes: Nodes, id: number): Nodes {
  const tree = treeOf(nodes);
  const node = tree.byId.get(id);
  if (!node) return nodes;
  const gone = new Set(subtreeOf(tree, node).map((one) => one.id));
  return nodes.filter((one) => !gone.has(one.id));
}

/** References to other steps by name, changed by `rename`. */
export function redirected(node: QuestionNode, rename: (name: string) => string): QuestionNode {
  const actions = node.actions.map((action) => {
    const isJump = action.name === "GOTO" || action.name === "GOTO_INTERNAL";
    const [target, ...rest] = action.params;
    const next = typeof target === "string" ? rename(target) : target;
    return isJump && next !== target ? { ...action, params: [next, ...rest] } : action;
  });
  const changed = actions.some((action, at) => action !== node.actions[at]);
  const parent = node.parent === "" ? "" : rename(node.parent);
  const target = node.go_to_internal_name === "" ? "" : rename(node.go_to_internal_name);
  if (!changed && parent === node.parent && target === node.go_to_internal_name) return node;
  return { ...node, parent, go_to_internal_name: target, actions: changed ? actions : node.actions };
}

/** Copies a step with all below it, right behind it; jumps among the copied lead to the copies. */
export function duplicateNode(nodes: Nodes, id: number): { nodes: Nodes; id: number } {
  const tree = treeOf(nodes);
  const node = tree.byId.get(id);
  if (!node) return { nodes, id };
  const taken = namesOf(nodes);
  const names = new Map<string, string>();
  const branch = subtreeOf(tree, node);
  for (const one of branch) {
    const name = freeName(taken, one.internal_name);
    taken.add(name);
    names.set(one.internal_name, name);
  }
  const next = freeId(nodes);
  const copies = branch.map((one, at) => {
    const name = names.get(one.internal_name) ?? one.internal_name;
    const copy = { ...one, id: next + at, internal_name: name, is_default_question: false };
    return redirected(copy, (target) => names.get(target) ?? target);
  });
  return { nodes: settle([...nodes, ...copies], next, slotAfter(node)), id: next };
}

/** Renames a step, with the references of its children and of jumps to it. */
export function renameNode(nodes: Nodes, id: number, name: string): Nodes {
  const before = nodes.find((node) => node.id === id)?.internal_name;
  if (before === undefined || before === name) return nodes;
  return nodes.map((node) => {
    const followed = redirected(node, (target) => (target === before ? name : target));
    return node.id === id ? { ...followed, internal_name: name } : followed;
  });
}

export function updateNode(nodes: Nodes, id: number, patch: Partial<QuestionNode>): Nodes {
  return nodes.map((node) => (node.id === id ? { ...node, ...patch } : node));
}

/** Whether a branch may be called so: by words that no other option has. */
export function isOwnLabel({ response_options: options }: QuestionNode, at: number, words: string): boolean {
  return words.trim() !== "" && !options.some((other, place) => place !== at && sameLabel(other, words));
}

/**
 * Changes the words of an option; its branch and its synonyms stay with it. On the way, while it is empty or called as
 * another option is, they keep the label they had: `before`.
 */
export function renameOption(
  nodes: Nodes,
  id: number,
  at: number,
  words: string,
  before = nodes.find((one) => one.id === id)?.response_options[at] ?? "",
): Nodes {
  const node = nodes.find((one) => one.id === id);
  if (node?.response_options[at] === undefined) return nodes;
  const response_options = node.response_options.map((option, place) => (place === at ? words : option));
  const autodetect = node.autodetect.map((one) => (sameLabel(one.value, before) ? { ...one, value: words } : one));
  const follows = isOwnLabel(node, at, before) && isOwnLabel(node, at, words);
  return nodes.map((one) => {
    if (one.id === id) return { ...one, response_options, autodetect: follows ? autodetect : one.autodetect };
    const inBranch = one.parent === node.internal_name && sameLabel(labelOf(one), before);
    return follows && inBranch ? relabel(one, words) : one;
  });
}

/** The words of the options in other languages, arranged as the options are. */
export function arranged(
  node: QuestionNode,
  arrange: (words: readonly string[], language: string) => string[],
): Pick<QuestionNode, "translations"> {
  if (!node.translations) return {};
  const translations = Object.fromEntries(
    Object.entries(node.translations).map(([language, words]) => {
      if (!words?.response_options) return [language, words];
      const every = node.response_options.map((_, at) => words.response_options?.[at] ?? "");
      return [language, { ...words, response_options: arrange(every, language) }];
    }),
  );
  return { translations };
}

/** Removes an option together with its branch. */
export function removeOption(nodes: Nodes, id: number, at: number): Nodes {
  const node = nodes.find((one) => one.id === id);
  const option = node?.response_options[at];
  if (!node || option === undefined) return nodes;
  const last = node.response_options.filter((other) => sameLabel(other, option)).length === 1;
  const branch = childrenOf(treeOf(nodes), node.internal_name).filter(
    (child) => option.trim() !== "" && sameLabel(labelOf(child), option),
  );
  const left = last ? branch.reduce<Nodes>((list, child) => removeNode(list, child.id), nodes) : nodes;
  return updateNode(left, id, {
    response_options: node.response_options.filter((_, place) => place !== at),
    ...arranged(node, (words) => words.filter((_, place) => place !== at)),
    autodetect: last ? node.autodetect.filter((one) => !sameLabel(one.value, option)) : node.autodetect,
  });
}
