import { z } from "zod";
import { readDate } from "#server/base/dates.ts";

/** Field shapes that many nouns share. Only zod: clients import them too. */

export const idField = z.string().meta({ description: "Id (UUIDv7)." });

/** A date out: UTC with milliseconds. */
export const dateOut = z
  .union([z.date(), z.string()])
  .transform((value) => (typeof value === "string" ? new Date(value) : value).toISOString())
  .pipe(z.string())
  .meta({ description: "Date-time, UTC with milliseconds.", format: "date-time", type: "string" });

/** A date in: ISO 8601 with any offset, or a plain date meaning midnight UTC (decisions.md A8). */
export const dateIn = z
  .string()
  .transform((text, context) => {
    const date = readDate(text);
    if (date) return date;
    context.addIssue({ code: "custom", message: "Not an ISO 8601 date.", params: { code: "invalid_date" } });
    return z.NEVER;
  })
  .meta({ description: "ISO 8601 date-time, or a plain date (midnight UTC)." });

/** The version that a change was made on, as ETag gave it (server/core/preconditions.ts). */
export const ifMatchField = z
  .string()
  .max(200)
  .optional()
  .meta({ description: "The version that the change was made on; a stale one is refused." });

/** `a,b,c` in one parameter: OR; empty items are dropped (decisions.md B8). */
export const commaList = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    (typeof value === "string" ? value.split(",") : value).map((item) => item.trim()).filter(Boolean),
  )
  .pipe(z.array(z.string()).max(200))
  .meta({ type: "array", items: { type: "string" } });

/** Each item must be one of `values`. */
export function commaListOf<const T extends readonly [string, ...string[]]>(values: T) {
  return commaList.pipe(z.array(z.enum(values))).meta({ type: "array", items: { type: "string", enum: values } });
}

/** true and false as words of a query string. */
export const booleanText = z
  .union([z.boolean(), z.enum(["true", "false", "1", "0"])], {
    error: ({ input }) => (input === undefined ? "is required" : "must be true or false"),
  })
  .transform((value) => value === true || value === "true" || value === "1")
  .meta({ type: "boolean" });

/** A whole number, or its decimal digits as a query string has them: "", "0x10" and "1e2" are none. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z
    .union([z.number(), z.string()])
    .transform((value, context) => {
      const given = typeof value === "number" ? value : /^[+-]?\d{1,20}$/.test(value) ? Number(value) : Number.NaN;
      if (Number.isInteger(given)) return given;
      context.addIssue({ code: "custom", message: "must be a whole number", params: { code: "invalid_type" } });
      return z.NEVER;
    })
    .pipe(z.number().min(min).max(max))
    .meta({ type: "integer", minimum: min, ...(max < Number.MAX_SAFE_INTEGER ? { maximum: max } : {}) });
}

export const tagField = z.string().trim().min(1).max(50).meta({ description: "A tag, 1 to 50 characters." });

/** A tag to add: "." and ".." are no segments of an address, so nothing could remove them by theirs. */
export const newTagField = tagField
  .refine((tag) => !/^\.{1,2}$/.test(tag), { message: "must not be . or .." })
  .meta({ description: "A tag, 1 to 50 characters, not . or .." });

export const emailField = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>()",;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/, { message: "Not an email address." })
  .meta({ description: "Email address, at most 254 characters." });

/** http or https, at most 2048 characters. */
export const httpUrl = z
  .string()
  .max(2048)
  .refine(isHttpUrl, { message: "Not an http or https address.", params: { code: "invalid_url" } })
  .meta({ description: "An http or https address, at most 2048 characters.", format: "uri" });

/** Whether a text is an absolute address of http or https. */
export function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:";
}

/** A free object of at most `maxBytes` of JSON and `maxKeys` keys. */
export function freeObject(maxKeys: number, maxBytes: number) {
  return z
    .record(z.string(), z.unknown())
    .refine((value) => Object.keys(value).length <= maxKeys, { message: `At most ${maxKeys} keys.` })
    .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxBytes, {
      message: `At most ${maxBytes} bytes.`,
    });
}

export const clientMessageIdField = z.string().min(1).max(64).meta({
  description: "Made by the client: a repeat in the conversation answers the first message and creates nothing.",
});
