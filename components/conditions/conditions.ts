import { isRecord } from "#components/live/records.ts";

const leafKinds = ["slot", "channel", "business_hours", "tag"] as const;
/** Kinds that combine others: "none" is the language's "not". */
export const groupKinds = ["all", "any", "none"] as const;
export type GroupKind = (typeof groupKinds)[number];
export type ConditionKind = (typeof leafKinds)[number] | GroupKind | "json";

export const operators = ["filled", "empty", "equals", "not_equals", "contains", "not_contains", "one_of"] as const;
export const channels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;

/** Groups within groups: what nests deeper is edited as JSON. */
const deepest = 3;

/** How a condition at this depth is edited: as JSON where it is of a kind unknown here, or nested too deep. */
export function kindOf(condition: unknown, depth: number): ConditionKind {
  const type = isRecord(condition) ? condition.type : undefined;
  const leaf = leafKinds.find((kind) => kind === type);
  if (leaf || depth >= deepest) return leaf ?? "json";
  return type === "not" ? "none" : (groupKinds.find((kind) => kind === type) ?? "json");
}

/** What a condition of this kind may become. */
export function kindsFor(kind: ConditionKind, depth: number): ConditionKind[] {
  return [...leafKinds, ...(depth < deepest ? groupKinds : []), ...(kind === "json" ? (["json"] as const) : [])];
}

export const isGroup = (kind: ConditionKind): kind is GroupKind => groupKinds.some((one) => one === kind);

/** The conditions that a group combines. */
export function innerOf(group: unknown): readonly unknown[] {
  if (!isRecord(group)) return [];
  if (group.type !== "not") return Array.isArray(group.conditions) ? group.conditions : [];
  const { condition } = group;
  if (condition === undefined) return [];
  return isRecord(condition) && condition.type === "any" ? innerOf(condition) : [condition];
}

/** A group of these conditions. */
export function groupOf(kind: GroupKind, conditions: readonly unknown[]): unknown {
  if (kind !== "none") return { type: kind, conditions };
  return { type: "not", condition: conditions.length === 1 ? conditions[0] : { type: "any", conditions } };
}

/** A condition of another kind: a group begins with what stood there before, and a group's conditions stay. */
export function freshCondition(kind: ConditionKind, before: unknown, depth = 0): unknown {
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
      return before;
    default:
      return groupOf(kind, isGroup(kindOf(before, depth)) ? innerOf(before) : [before]);
  }
}

export type SlotOption = { value: string; label: string };
