import type { ResponseType } from "#server/chatbots/choices.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";

/**
 * Steps that ask nothing: each is a node of type NONE with one purpose, so that the stored list keeps its contract. The
 * purpose is read from the node itself; one that says nothing yet (a service without an address) is known by its mark.
 */
export const purposes = ["hand_over", "condition", "jump", "service", "set_field"] as const;
export type Purpose = (typeof purposes)[number];
export type StepType = ResponseType | Purpose;

type Action = QuestionNode["actions"][number];

const isPlain = ({ conditions_to_execute: when }: Action) => !when || when.length === 0;
const says = (node: QuestionNode) => node.text.some((text) => text.trim() !== "");

/** Whether a node holds nothing that the panel of a purpose would hide. */
const fits: Record<Purpose, (node: QuestionNode) => boolean> = {
  hand_over: ({ actions, go_to_internal_name: jump, fulfillment_url: url }) =>
    actions.length <= 1 && actions.every((one) => one.name === "OPERATOR_NEEDED" && isPlain(one)) && !jump && !url,
  condition: (node) => !says(node) && bare(node) && !node.go_to_internal_name && !node.fulfillment_url,
  jump: (node) => !says(node) && bare(node) && !node.fulfillment_url,
  service: (node) => !says(node) && bare(node) && !node.go_to_internal_name,
  set_field: (node) =>
    !says(node) &&
    node.actions.every((one) => one.name === "SET" && isPlain(one)) &&
    !(node.go_to_internal_name || node.fulfillment_url || node.tag || node.assigned_to.length > 0),
};

const bare = ({ actions, tag, assigned_to }: QuestionNode) =>
  actions.length === 0 && tag === "" && assigned_to.length === 0;

/** What gives a purpose away. */
const shows: Record<Purpose, (node: QuestionNode) => boolean> = {
  hand_over: ({ actions }) => actions.length === 1,
  condition: ({ conditions_to_show: when }) => when.length > 0,
  jump: ({ go_to_internal_name: target }) => target !== "",
  service: ({ fulfillment_url: url }) => url !== "",
  set_field: ({ actions }) => actions.length > 0,
};

/** By what they do first: a jump under a condition is a jump. */
const byDeed: readonly Purpose[] = ["hand_over", "set_field", "jump", "service", "condition"];

/** The one purpose of a step that asks nothing; undefined for a question, a message, or a step that does several things. */
export function purposeOf(node: QuestionNode): Purpose | undefined {
  const asks = node.response_type !== "NONE" || node.question_type !== "text/plain";
  if (asks || node.alternative_texts.length > 0) return undefined;
  const marked = purposes.find((purpose) => purpose === node.interface_configuration.purpose);
  if (marked && fits[marked](node)) return marked;
  return byDeed.find((purpose) => fits[purpose](node) && shows[purpose](node));
}

export function typeOf(node: QuestionNode): StepType {
  return purposeOf(node) ?? node.response_type;
}

/** Whether every visitor who comes to a step is handed to an agent there, so that the flow goes no further. */
export function alwaysHandsOver(node: QuestionNode): boolean {
  const silent = node.response_type === "NONE" && !node.disabled && node.conditions_to_show.length === 0;
  return silent && node.actions.some((action) => action.name === "OPERATOR_NEEDED" && isPlain(action));
}

/** What a new step of a purpose is stored as. */
export function freshFields(purpose: Purpose): Partial<QuestionNode> {
  const silent = { is_empty_text: purpose !== "hand_over" };
  const mark = { interface_configuration: { label: "", restricted_actions: [], purpose } };
  const actions: Record<Purpose, Action[]> = {
    hand_over: [{ name: "OPERATOR_NEEDED", params: [] }],
    set_field: [{ name: "SET", params: ["", ""] }],
    ...{ condition: [], jump: [], service: [] },
  };
  return { response_type: "NONE", ...silent, ...mark, actions: actions[purpose] };
}

export type Setting = { params: readonly unknown[] };

/** The field and the text of a SET. */
export function settingOf({ params: [field, value] }: Setting): { field: string; value: string } {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return { field: typeof field === "string" ? field : "", value: text };
}
