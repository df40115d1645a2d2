import { checkQuestionList, jumpTargets, type RegexCheck } from "#server/chatbots/flow/list-checks.ts";
import { type QuestionNode, questionNodeSchema } from "#server/chatbots/schema.ts";
import { below } from "../canvas/flow-walk.ts";
import { alwaysHandsOver, purposeOf, settingOf } from "../step/step-kinds.ts";
import type { Nodes } from "./flow-edits.ts";
import { branchesOf, childrenOf, type FlowTree, readingOrder, treeOf, wordsOf } from "./flow-tree.ts";

export type FaultCode =
  | "too_many"
  | "not_unique"
  | "unknown_reference"
  | "cycle"
  | "invalid_regex"
  | "invalid_url"
  | "too_long"
  | "invalid"
  | "no_text"
  | "no_options"
  | "empty_option"
  | "repeated_option"
  | "stray_branch"
  | "unreachable"
  | "behind_hand_over"
  | "no_target"
  | "no_address"
  | "no_condition"
  | "no_field";

/** What is wrong with a step, or odd about it. Only errors keep a flow from being published. */
export type FlowFault = {
  /** -1 where the whole flow is meant. */
  id: number;
  level: "error" | "warning";
  code: FaultCode;
  /** The first part of the field's path: the field of the panel to go to. */
  field: string;
  /** What the fault is about: an option, or a name that leads nowhere. */
  about: string;
};

type Issues = { path: readonly PropertyKey[]; code: string; format?: string }[];
const parsed = new WeakMap<QuestionNode, Issues>();

/* Most steps are the same as before the last letter typed. */
function issuesOf(node: QuestionNode): Issues {
  const known = parsed.get(node);
  if (known) return known;
  const found = (questionNodeSchema.safeParse(node).error?.issues ?? []).map(({ path, code }) => ({ path, code }));
  parsed.set(node, found);
  return found;
}

function shapeFaults(node: QuestionNode): FlowFault[] {
  return issuesOf(node).map(({ path, code }) => {
    const field = String(path[0] ?? "");
    const told = /url$/.test(field) ? "invalid_url" : code === "too_big" ? "too_long" : "invalid";
    return { id: node.id, level: "error", code: told, field, about: "" };
  });
}

function listFaults(nodes: Nodes, limit: number, isRegex: RegexCheck | undefined): FlowFault[] {
  return checkQuestionList(nodes, { limit, ...(isRegex ? { isRegex } : {}) }).map(({ index, field, code }) => {
    const node = nodes[index];
    const [first = ""] = field.split(".");
    const target = node && jumpTargets(node).find((jump) => jump.field === field)?.target;
    return {
      id: node?.id ?? -1,
      level: "error",
      code,
      field: first,
      about: target ?? (code === "too_many" ? String(limit) : ""),
    };
  });
}

/** A step of one purpose that does not say yet what it does. */
function unfinished(node: QuestionNode): FlowFault[] {
  const lacks = (code: FaultCode, field: string): FlowFault[] => [
    { id: node.id, level: "error", code, field, about: "" },
  ];
  const purpose = purposeOf(node);
  if (purpose === "jump" && node.go_to_internal_name === "") return lacks("no_target", "go_to_internal_name");
  if (purpose === "service" && node.fulfillment_url === "") return lacks("no_address", "fulfillment_url");
  if (purpose === "condition" && node.conditions_to_show.length === 0) {
    return lacks("no_condition", "conditions_to_show");
  }
  const unnamed = node.actions.some((one) => one.name === "SET" && settingOf(one).field === "");
  return unnamed ? lacks("no_field", "actions") : [];
}

function oddities(tree: FlowTree, node: QuestionNode): FlowFault[] {
  const warn = (code: FaultCode, field: string, about = ""): FlowFault => ({
    id: node.id,
    level: "warning",
    code,
    field,
    about,
  });
  const silent = wordsOf(node) === "" && node.question_file_url === "" && !node.is_empty_text && !purposeOf(node);
  const isList = node.response_type === "LIST";
  const options = node.response_options;
  const repeated =
    branchesOf(tree, node).filter(({ kind }) => kind === "listed").length <
    options.filter((one) => one.trim() !== "").length;
  const stray = branchesOf(tree, node).filter(({ kind }) => kind === "stray");
  return [
    ...(silent ? [warn("no_text", "text")] : []),
    ...(isList && options.length === 0 ? [warn("no_options", "response_options")] : []),
    ...(isList && repeated ? [warn("repeated_option", "response_options")] : []),
    ...(isList ? stray.map(({ label }) => warn("stray_branch", "response_options", label)) : []),
  ];
}

/** The steps a visitor can come to; `endsAt`: where the flow goes no further. */
function reachedIn(tree: FlowTree, endsAt: (node: QuestionNode) => boolean): ReadonlySet<QuestionNode> {
  const reached = new Set<QuestionNode>();
  const open = childrenOf(tree, "").slice(0, 1);
  for (let node = open.pop(); node; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    if (endsAt(node)) continue;
    const jumps = jumpTargets(node).map(({ target, byId }) =>
      byId ? tree.byId.get(Number(target)) : tree.byName.get(target),
    );
    // A question may be given up and a step with conditions passed over, and then the jump is not taken.
    const leaves =
      node.response_type === "NONE" && node.go_to_internal_name !== "" && node.conditions_to_show.length === 0;
    const heads = leaves ? [] : [...branchesOf(tree, node).map((branch) => branch.nodes[0]), below(tree, node)];
    for (const next of [...jumps, ...heads]) if (next) open.push(next);
  }
  return reached;
}

/** Steps that no answer and no jump leads to, and those that only a bot switched on again comes to. */
function unreachable(nodes: Nodes): FlowFault[] {
  const tree = treeOf(nodes.filter((node) => !node.disabled));
  const led = reachedIn(tree, () => false);
  const reached = reachedIn(tree, alwaysHandsOver);
  return tree.nodes
    .filter((node) => !reached.has(node))
    .map((node) => {
      const code = led.has(node) ? "behind_hand_over" : "unreachable";
      return { id: node.id, level: "warning", code, field: "parent", about: "" };
    });
}

/** Everything to mend, errors first, each kind in reading order. */
export function faultsOf(nodes: Nodes, limit: number, isRegex?: RegexCheck): FlowFault[] {
  const tree = treeOf(nodes);
  const places = new Map(readingOrder(tree).map((node, at) => [node.id, at]));
  const inOrder = (faults: FlowFault[]) => faults.sort((a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1));
  const errors = [
    ...listFaults(nodes, limit, isRegex),
    ...nodes.flatMap((node) => [...shapeFaults(node), ...unfinished(node)]),
  ];
  const warnings = [...nodes.flatMap((node) => (node.disabled ? [] : oddities(tree, node))), ...unreachable(nodes)];
  return [...inOrder(errors), ...inOrder(warnings)];
}
