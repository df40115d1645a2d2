import type { z } from "zod";
import { AppError, type FieldError } from "#server/base/errors.ts";
import { closest, humanError, sentenceOf } from "#server/base/sentences.ts";
import { forbiddenKeys } from "./words.ts";

const maxDepth = 32;
// NUL cannot be stored; a lone surrogate is no text.
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function fault(path: string, code: string, message: string): never {
  throw new AppError("validation_error", { message, details: [{ field: path, code, message }] });
}

/** Refuses what is allowed in no field: NUL, lone surrogates, prototype keys, nesting over 32 (decisions.md N1). */
export function assertCleanInput(value: unknown, path = "", depth = 0): void {
  if (typeof value === "string") {
    if (unstorable.test(value)) fault(path, "invalid_text", "The text holds characters that cannot be stored.");
    return;
  }
  if (typeof value !== "object" || value === null || value instanceof Date) return;
  if (depth >= maxDepth) fault(path, "too_deep", `Nested deeper than ${maxDepth} levels.`);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      assertCleanInput(item, path ? `${path}.${index}` : `${index}`, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    const at = path ? `${path}.${key}` : key;
    if (forbiddenKeys.has(key)) fault(at, "forbidden_key", `The key "${key}" is not allowed.`);
    if (unstorable.test(key)) fault(path, "invalid_text", "A key holds characters that cannot be stored.");
    assertCleanInput(item, at, depth + 1);
  }
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom" && typeof issue.params?.code === "string") return issue.params.code;
  return issue.code;
}

/** The service's error for a failed parse, one detail per field; the first of them is the sentence of the whole. */
export function invalidInput(error: z.ZodError): AppError {
  const issues = error.issues.flatMap(closest).slice(0, 50);
  const sentences = issues.map((issue) => sentenceOf(issue.path.map(String).join("."), issue.message));
  const details: FieldError[] = issues.map((issue, index) => ({
    field: issue.path.map(String).join("."),
    code: codeOf(issue),
    message: sentences[index]?.alone ?? issue.message,
  }));
  const message = sentences[0]?.named;
  return new AppError("validation_error", { ...(message ? { message } : {}), details });
}

/** The object of the arguments is no level of what was sent: a body may be one of them (server/kit/rest/mount.ts). */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  assertCleanInput(input, "", -1);
  const parsed = schema.safeParse(input, { error: humanError });
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}
