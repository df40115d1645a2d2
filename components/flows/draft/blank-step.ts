import type { QuestionNode } from "#server/chatbots/schema.ts";

/** A step with nothing in it: what the schema of published steps fills in, in its order, without the schema. */
export const blankStep: QuestionNode = {
  id: 0,
  order: 0,
  slot_id: "",
  internal_name: "step",
  parent: "",
  text: [],
  retry_text: [],
  alternative_texts: [],
  disabled: false,
  question_type: "text/plain",
  question_file_url: "",
  question_file_caption: "",
  response_type: "TEXT",
  response_options: [],
  required: false,
  autodetect: [],
  conditions_to_show: [],
  interface_configuration: { label: "", restricted_actions: [] },
  actions: [],
  fulfillment_url: "",
  assigned_to: [],
  tag: "",
  is_default_question: false,
  go_to_internal_name: "",
  is_custom: false,
  is_empty_text: false,
};

const kindOf = (value: unknown) => (Array.isArray(value) ? "list" : value === null ? "nothing" : typeof value);

/**
 * A step of a draft. While someone types, a field may be too long or hold half an address: it is kept and shown as a
 * fault. A field that is missing, or of another kind than steps have, is as in a blank one.
 */
export function wholeStep(step: { id: number; internal_name: string }): QuestionNode {
  const right = Object.entries(step).filter(
    ([field, value]) => !(field in blankStep) || kindOf(value) === kindOf(Reflect.get(blankStep, field)),
  );
  return { ...blankStep, ...Object.fromEntries(right) };
}
