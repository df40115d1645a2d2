import { isSafeNumber, parse } from "lossless-json";

/** JSON whose integers beyond 2^53 stay as they were written, as text: the platforms send ids as numbers. */
export function parseLossless(text: string): unknown {
  return parse(text, undefined, (digits) => (isSafeNumber(digits) ? Number(digits) : digits));
}

export type Loose = Record<string, unknown>;

/** An object of another service's JSON; anything else reads as an empty one. */
export function objectIn(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or a number as text (ids come as either); "" for anything else. */
export function textIn(value: unknown): string {
  // What the database cannot hold, and what is half a character, goes.
  if (typeof value === "string") return value.replaceAll("\u0000", "").toWellFormed();
  return typeof value === "number" || typeof value === "bigint" ? String(value) : "";
}

/** A moment in seconds or milliseconds, as text or number: what lies after the year 2286 in seconds is milliseconds. */
export function momentIn(value: unknown, otherwise: Date): Date {
  const number = Number(textIn(value));
  if (!Number.isFinite(number) || number <= 0) return otherwise;
  const at = new Date(number >= 10_000_000_000 ? number : number * 1000);
  return Number.isNaN(at.getTime()) ? otherwise : at;
}
