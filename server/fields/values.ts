import { isExact } from "#server/base/exact-numbers.ts";
import { type FieldType, isDay } from "./choices.ts";

/** What decides whether a value fits. */
export type Defined = { key: string; label: string; type: FieldType; options: readonly string[] };
type Custom = Readonly<Record<string, unknown>>;

const isAddress = (text: string) => {
  const address = URL.parse(text);
  return text.length <= 2048 && address !== null && ["http:", "https:"].includes(address.protocol);
};

/** Spreadsheets write them in capitals. */
const truths = new Map<unknown, boolean>(
  [true, false].flatMap((one) => [[one, one] as const, [String(one), one] as const]),
);

/** The value as it is kept; undefined: it does not fit. Numbers and truths are also read from text, as files have them. */
const readings: Record<FieldType, (value: unknown, options: readonly string[]) => unknown> = {
  text: (value) => (typeof value === "string" ? value : undefined),
  number: (value) => {
    if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
    if (typeof value !== "string") return undefined;
    const number = Number(value);
    return isExact(value.trim(), number) ? number : undefined;
  },
  date: (value) => (typeof value === "string" && isDay(value) ? value : undefined),
  boolean: (value) => (typeof value === "string" ? truths.get(value.toLowerCase()) : truths.get(value)),
  list: (value, options) => options.find((option) => option === value),
  url: (value) => (typeof value === "string" && isAddress(value) ? value : undefined),
};

const needs: Record<FieldType, (options: readonly string[]) => string> = {
  text: () => "a text",
  number: () => "a number that can be kept exactly",
  date: () => "a day: YYYY-MM-DD",
  boolean: () => "true or false",
  list: (options) => `one of ${options.join(", ")}`,
  url: () => "an address that begins with http:// or https://",
};

export type Misfit = { key: string; message: string };

/** Values as they are kept, and those that do not fit what was defined. An empty text is no value: null removes it. */
export function readValues(fields: readonly Defined[], custom: Custom): { values: Custom; misfits: Misfit[] } {
  const values: Record<string, unknown> = { ...custom };
  const misfits: Misfit[] = [];
  for (const { key, label, type, options } of fields) {
    if (!Object.hasOwn(custom, key)) continue;
    const given = custom[key];
    if (given === null || given === "") {
      values[key] = null;
      continue;
    }
    const kept = readings[type](given, options);
    if (kept === undefined) misfits.push({ key, message: `${label} must be ${needs[type](options)}.` });
    else values[key] = kept;
  }
  return { values, misfits };
}

/** Whether a field has a value. */
export const isFilled = (value: unknown) => value !== undefined && value !== null && value !== "";
