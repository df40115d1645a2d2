import type { QuestionNode } from "../schema.ts";

/** What keeps a question list from being stored (H7). Pure: the flow editor checks with it while one types. */

const listFaultCodes = [
  "too_many",
  "not_unique",
  "unknown_reference",
  "cycle",
  "invalid_regex",
  "empty_option",
] as const;

export type ListFault = {
  /** Position of the node in the list; -1 where the whole list is at fault. */
  index: number;
  /** Dotted path inside the node. */
  field: string;
  code: (typeof listFaultCodes)[number];
  message: string;
};

/** Whether an expression can be run; what runs expressions safely may be stricter. */
export type RegexCheck = (pattern: string) => boolean;

const compiles: RegexCheck = (pattern) => {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
};

function repeated(nodes: readonly QuestionNode[], field: "internal_name" | "id"): ListFault[] {
  const seen = new Set<string | number>();
  return nodes.flatMap((node, index) => {
    const value = node[field];
    const message = `Another node has the same ${field}, ${value}.`;
    if (seen.has(value)) return [{ index, field, code: "not_unique" as const, message }];
    seen.add(value);
    return [];
  });
}

/** The nodes that are their own ancestors. */
function cycles(nodes: readonly QuestionNode[]): ListFault[] {
  const parents = new Map(nodes.map((node) => [node.internal_name, node.parent]));
  return nodes.flatMap((node, index) => {
    const climbed = new Set<string>();
    let at: string | undefined = node.parent;
    while (at && at !== node.internal_name && !climbed.has(at)) {
      climbed.add(at);
      at = parents.get(at);
    }
    if (at !== node.internal_name) return [];
    const message = "The node is below itself.";
    return [{ index, field: "parent", code: "cycle" as const, message }];
  });
}

/** Where an action leads: GOTO_INTERNAL names a node, GOTO gives its id or its name. */
export function jumpTargets(node: QuestionNode): { field: string; target: string; byId: boolean }[] {
  const own = node.go_to_internal_name;
  const jumps = node.actions.flatMap((action, at) => {
    const [target] = action.params;
    const isJump = action.name === "GOTO" || action.name === "GOTO_INTERNAL";
    if (!isJump || (typeof target !== "string" && typeof target !== "number")) return [];
    const byId = action.name === "GOTO" && /^\d+$/.test(String(target));
    return [{ field: `actions.${at}.params.0`, target: String(target), byId }];
  });
  return own === "" ? jumps : [{ field: "go_to_internal_name", target: own, byId: false }, ...jumps];
}

function danglingReferences(nodes: readonly QuestionNode[]): ListFault[] {
  const names = new Set(nodes.map((node) => node.internal_name));
  const ids = new Set(nodes.map((node) => String(node.id)));
  return nodes.flatMap((node, index) => {
    const parents = node.parent === "" ? [] : [{ field: "parent", target: node.parent, byId: false }];
    return [...parents, ...jumpTargets(node)]
      .filter(({ target, byId }) => !names.has(target) && !(byId && ids.has(target)))
      .map(({ field, target }) => {
        const message = `There is no node ${target}.`;
        return { index, field, code: "unknown_reference" as const, message };
      });
  });
}

function brokenPatterns(nodes: readonly QuestionNode[], isRegex: RegexCheck): ListFault[] {
  return nodes.flatMap((node, index) => {
    const [pattern = ""] = node.response_options;
    if (node.response_type !== "REGEX" || isRegex(pattern)) return [];
    const message = "Not a regular expression.";
    return [{ index, field: "response_options.0", code: "invalid_regex" as const, message }];
  });
}

/** An option without words would be a button without words. */
function emptyOptions(nodes: readonly QuestionNode[]): ListFault[] {
  return nodes.flatMap((node, index) => {
    if (node.response_type !== "LIST" && node.response_type !== "MEETING") return [];
    const message = "An option needs words.";
    return node.response_options.flatMap((option, at) =>
      option.trim() === "" ? [{ index, field: `response_options.${at}`, code: "empty_option" as const, message }] : [],
    );
  });
}

/** Every fault of a list whose nodes are each well formed. */
export function checkQuestionList(
  nodes: readonly QuestionNode[],
  { limit = 200, isRegex = compiles }: { limit?: number; isRegex?: RegexCheck } = {},
): ListFault[] {
  const tooMany = { index: -1, field: "", code: "too_many" as const, message: `At most ${limit} nodes.` };
  return [
    ...(nodes.length > limit ? [tooMany] : []),
    ...repeated(nodes, "internal_name"),
    ...repeated(nodes, "id"),
    ...danglingReferences(nodes),
    ...cycles(nodes),
    ...brokenPatterns(nodes, isRegex),
    ...emptyOptions(nodes),
  ];
}
