import { AppError, type FieldError } from "#server/base/errors.ts";
import { isExact } from "#server/base/exact-numbers.ts";

/** Only what has this many digits, or an exponent, can come out of JSON.parse as another number. */
const doubtful = /\d[\d.]{15}|\d[eE]/;

/** A number that JavaScript would round, as it was written. */
class Inexact {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Where in the value a number was rounded; a value nested deeper than any input may be is refused elsewhere. */
function faults(value: unknown, path: readonly string[], found: FieldError[]): void {
  if (found.length >= 50 || path.length > 40) return;
  if (value instanceof Inexact) {
    const message = `${value.source.slice(0, 40)} cannot be kept exactly: send it as text.`;
    found.push({ field: path.join("."), code: "inexact_number", message });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) faults(item, [...path, key], found);
  }
}

/** JSON.parse that refuses numbers which would be stored as others (12345678901234567890, 1e400), by their path. */
export function parseExactJson(text: string): unknown {
  if (!doubtful.test(text)) return JSON.parse(text);
  let rounded = false;
  const value: unknown = JSON.parse(text, (_key, item: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof item !== "number" || source === undefined) return item;
    if (isExact(source, item)) return item;
    rounded = true;
    return new Inexact(source);
  });
  if (!rounded) return value;
  const details: FieldError[] = [];
  faults(value, [], details);
  const [first] = details;
  const message = first
    ? `${first.field ? `${first.field}: ` : ""}${first.message}`
    : "A number cannot be kept exactly.";
  throw new AppError("validation_error", { message, details });
}
