import { isRecord } from "#components/live/records.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";

export const conditionKinds = ["slot", "channel", "business_hours", "tag", "json"] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** How a condition is edited: as JSON where it combines others or is of a kind unknown here. */
export function kindOf(condition: unknown): ConditionKind {
  const type = isRecord(condition) ? condition.type : undefined;
  return conditionKinds.find((kind) => kind === type && kind !== "json") ?? "json";
}

/** A condition to begin with; as JSON it stays what it was. */
export function freshCondition(kind: ConditionKind, before: unknown): unknown {
  switch (kind) {
    case "slot":
      return { type: "slot", slot: "email", operator: "filled" };
    case "channel":
      return { type: "channel", value: ["WEBSITE"] };
    case "business_hours":
      return { type: "business_hours", value: "in" };
    case "tag":
      return { type: "tag", operator: "has", value: "lead" };
    case "json":
      return { type: "all", conditions: before === undefined ? [] : [before] };
  }
}

export type SlotOption = { value: string; label: string };

/** What a flow collects: the slots that conditions may ask about. */
export function slotsOf(nodes: readonly QuestionNode[]): SlotOption[] {
  const known = new Set(["NAME", "EMAIL", "PHONE", "EMAIL_OR_PHONE", "NONE"]);
  const own = nodes.filter((node) => !known.has(node.response_type)).map((node) => node.slot_id || node.internal_name);
  return [...new Set(["name", "email", "phone", ...own])].map((value) => ({ value, label: value }));
}
