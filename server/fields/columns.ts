import { safeCell } from "#server/base/spreadsheet-cell.ts";

// Values as columns of a file: one a key, and what is beyond them as JSON in the last.

type Custom = Readonly<Record<string, unknown>>;

/** So many keys have columns of their own. */
const maxKeys = 100;
const prefix = "customFields.";
const others = "customFields";

/** As many keys are looked for: one more than have a column. */
export const soughtKeys = maxKeys + 1;

/** Names of the columns of these keys; the last one may hold what has no column of its own. */
export function columnsOfKeys(keys: readonly string[]): string[] {
  const named = keys.slice(0, maxKeys).map((key) => prefix + key);
  return keys.length > maxKeys ? [...named, others] : named;
}

/** A value as a cell of a file that a spreadsheet may open. */
export function writtenCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return safeCell(typeof value === "object" ? JSON.stringify(value) : String(value));
}

export function cellsOfValues(values: Custom, columns: readonly string[]): string[] {
  const named = new Set(columns);
  const rest = Object.entries(values).filter(([key]) => !named.has(prefix + key));
  return columns.map((column) => {
    const key = column.slice(prefix.length);
    if (column !== others) return Object.hasOwn(values, key) ? writtenCell(values[key]) : "";
    return rest.length > 0 ? writtenCell(Object.fromEntries(rest)) : "";
  });
}
