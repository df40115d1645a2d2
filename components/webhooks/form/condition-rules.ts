import type { Condition, ConditionOperator } from "#server/webhooks/options/schema.ts";

export type ConditionRow = { id: number; field: string; operator: ConditionOperator; value: string };

export const maxConditions = 10;

export const operators = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "exists",
  "missing",
  "greater_than",
  "less_than",
] as const satisfies readonly ConditionOperator[];

export const takesValue = (operator: ConditionOperator) => operator !== "exists" && operator !== "missing";

/** What was typed, as the body has it: true, false, null and numbers are themselves, in quotes they are texts. */
export function typedValue(text: string): string | number | boolean | null {
  const given = text.trim();
  if (given === "true" || given === "false") return given === "true";
  if (given === "null") return null;
  if (/^-?\d+(\.\d+)?$/.test(given) && Number.isSafeInteger(Math.trunc(Number(given)))) return Number(given);
  return /^".*"$/.test(given) ? given.slice(1, -1) : given;
}

function shownValue(value: Condition["value"]): string {
  if (value === undefined) return "";
  return typeof value === "string" && typedValue(value) !== value ? `"${value}"` : String(value);
}

export function rowsOfConditions(conditions: readonly Condition[]): ConditionRow[] {
  return conditions.map(({ field, operator, value }, index) => ({
    ...{ id: index + 1, field, operator },
    value: shownValue(value),
  }));
}

export function conditionsOf(rows: readonly ConditionRow[]): Condition[] {
  return rows.map(({ field, operator, value }) => ({
    ...{ field: field.trim(), operator },
    ...(takesValue(operator) ? { value: typedValue(value) } : {}),
  }));
}

/** A body has nothing beside these three. */
const path = /^(event|timestamp|data(\.[\w-]+)+)$/;

export function isFaulty({ field, operator, value }: ConditionRow): boolean {
  return !path.test(field.trim()) || (takesValue(operator) && value.trim() === "");
}
