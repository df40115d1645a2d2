import type { SlotOption } from "#components/conditions/conditions.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";

/** What a flow collects: the slots that conditions may ask about. */
export function slotsOf(nodes: readonly QuestionNode[]): SlotOption[] {
  const known = new Set(["NAME", "EMAIL", "PHONE", "EMAIL_OR_PHONE", "NONE"]);
  const own = nodes.filter((node) => !known.has(node.response_type)).map((node) => node.slot_id || node.internal_name);
  return [...new Set(["name", "email", "phone", ...own])].map((value) => ({ value, label: value }));
}
