import { isRecord } from "#components/live/records.ts";

export const conditionKinds = ["slot", "channel", "business_hours", "tag", "json"] as const;
export type ConditionKind = (typeof conditionKinds)[number];

export const operators = ["filled", "empty", "equals", "not_equals", "contains", "not_contains", "one_of"] as const;
export const channels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;

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
