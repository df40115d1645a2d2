import type { Condition } from "./schema.ts";

/** A field of the body by its path; undefined where there is none. */
function fieldOf(body: unknown, path: string): unknown {
  let value = body;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function holds(found: unknown, wanted: Condition["value"]): boolean {
  if (Array.isArray(found)) return found.includes(wanted);
  return typeof found === "string" && found.toLowerCase().includes(String(wanted).toLowerCase());
}

/** Less than 0, 0 or more, as `sort` has it; NaN where the two cannot be compared. */
function compared(found: unknown, wanted: Condition["value"]): number {
  if (typeof found === "number" && typeof wanted === "number") return found - wanted;
  if (typeof found !== "string" || typeof wanted !== "string") return Number.NaN;
  return found < wanted ? -1 : found > wanted ? 1 : 0;
}

const operators: Readonly<Record<Condition["operator"], (found: unknown, wanted: Condition["value"]) => boolean>> = {
  equals: (found, wanted) => found === wanted,
  not_equals: (found, wanted) => found !== wanted,
  contains: holds,
  not_contains: (found, wanted) => !holds(found, wanted),
  exists: (found) => found !== undefined && found !== null,
  missing: (found) => found === undefined || found === null,
  greater_than: (found, wanted) => compared(found, wanted) > 0,
  less_than: (found, wanted) => compared(found, wanted) < 0,
};

/** Whether a body, as it is sent, matchesConditions all conditions. */
export function matchesConditions(body: unknown, conditions: readonly Condition[]): boolean {
  return conditions.every(({ field, operator, value }) => operators[operator](fieldOf(body, field), value));
}
