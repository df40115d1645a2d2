import type { Slots } from "./answers.ts";
import { conditionSchema, type FlowChannel, type FlowCondition } from "./condition-schema.ts";
import { fold } from "./folding.ts";

/** What conditions may ask about. */
export type Circumstances = { slots: Slots; channel: FlowChannel; open: boolean; tags: readonly string[] };

function textOf(value: unknown): string {
  if (typeof value === "string") return fold(value);
  return value === undefined || value === null ? "" : fold(JSON.stringify(value));
}

function knownText(slots: Slots, slot: string): string {
  if (slot === "name" || slot === "email" || slot === "phone") return textOf(slots[slot]);
  return Object.hasOwn(slots.custom, slot) ? textOf(slots.custom[slot]) : "";
}

function slotHolds(condition: Extract<FlowCondition, { type: "slot" }>, slots: Slots): boolean {
  const known = knownText(slots, condition.slot);
  const wanted = [condition.value ?? ""].flat().map(textOf);
  switch (condition.operator) {
    case "filled":
      return known !== "";
    case "empty":
      return known === "";
    case "equals":
    case "one_of":
      return wanted.includes(known);
    case "not_equals":
      return !wanted.includes(known);
    case "contains":
      return wanted.some((text) => text !== "" && known.includes(text));
    case "not_contains":
      return !wanted.some((text) => text !== "" && known.includes(text));
  }
}

function every(found: readonly (boolean | undefined)[]): boolean | undefined {
  if (found.includes(false)) return false;
  return found.includes(undefined) ? undefined : true;
}

/** true, false, or undefined for a condition of an unknown type. */
function holds(given: unknown, about: Circumstances): boolean | undefined {
  const condition = conditionSchema.safeParse(given).data;
  switch (condition?.type) {
    case "slot":
      return slotHolds(condition, about.slots);
    case "channel":
      return [condition.value].flat().includes(about.channel);
    case "business_hours":
      return about.open === (condition.value === "in");
    case "tag": {
      const wanted = fold(condition.value);
      return about.tags.some((tag) => fold(tag) === wanted) === (condition.operator === "has");
    }
    case "all":
      return every(condition.conditions.map((one) => holds(one, about)));
    case "any": {
      const none = every(condition.conditions.map((one) => opposite(holds(one, about))));
      return opposite(none);
    }
    case "not":
      return opposite(holds(condition.condition, about));
    default:
      return undefined;
  }
}

const opposite = (held: boolean | undefined) => (held === undefined ? undefined : !held);

/** Whether all conditions hold; `unknown` is what one of an unknown type counts as. */
export function allHold(conditions: readonly unknown[] | undefined, about: Circumstances, unknown: boolean): boolean {
  return (conditions ?? []).every((one) => holds(one, about) ?? unknown);
}
