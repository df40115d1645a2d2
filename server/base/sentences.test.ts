import { describe, expect, it } from "vitest";
import { z } from "zod";
import { emailField } from "#server/core/fields.ts";
import { parseInput } from "#server/core/input.ts";
import { AppError } from "./errors.ts";

function sentence(schema: z.ZodType, value: unknown): string {
  try {
    parseInput(z.object({ field: schema }), { field: value });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return "accepted";
}

const cases: [string, z.ZodType, unknown, string][] = [
  ["a missing value", z.string(), undefined, "field is required."],
  ["a missing choice", z.enum(["a", "b"]), undefined, "field is required."],
  ["another type", z.number(), "x", "field must be a number."],
  ["a fraction", z.int(), 1.5, "field must be a whole number."],
  ["no list", z.array(z.string()), "x", "field must be a list."],
  ["no object", z.record(z.string(), z.unknown()), 5, "field must be an object."],
  ["no truth", z.boolean(), "yes", "field must be true or false."],
  ["an empty text", z.string().min(1), "", "field must not be empty."],
  ["a short text", z.string().min(3), "ab", "field must have at least 3 characters."],
  ["a long text", z.string().max(1), "ab", "field must have at most 1 character."],
  ["a short list", z.array(z.string()).min(1), [], "field must have at least 1 item."],
  ["a long list", z.array(z.string()).max(2), ["a", "b", "c"], "field must have at most 2 items."],
  ["too small a number", z.number().min(0), -1, "field must be at least 0."],
  ["too large a number", z.number().lt(5), 5, "field must be less than 5."],
  ["no step", z.number().multipleOf(5), 7, "field must be a multiple of 5."],
  ["an unknown choice", z.enum(["ON", "OFF"]), "MAYBE", "field must be one of ON, OFF."],
  ["another word", z.literal("x"), "y", 'field must be "x".'],
  ["no id", z.uuid(), "x", "field must be an id."],
  ["no pattern", z.string().regex(/^a$/), "b", "field does not have the right form."],
  ["a further key", z.strictObject({}), { a: 1 }, "field has fields that do not exist: a."],
  [
    "more keys than help",
    z.strictObject({}),
    Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, 1])),
    `field has fields that do not exist: ${Array.from({ length: 10 }, (_, index) => `key${index}`).join(", ")} and 59990 more.`,
  ],
  [
    "keys of any length",
    z.strictObject({}),
    { ["k".repeat(60)]: 1, ["🙂".repeat(61)]: 1 },
    `field has fields that do not exist: ${"k".repeat(60)}, ${"🙂".repeat(60)}….`,
  ],
  [
    "a bad key",
    z.record(z.string().max(1), z.string()),
    { ab: "x" },
    "field.ab has a key or value that is not allowed.",
  ],
  ["no form of several", z.union([z.string(), z.null()]), 5, "field must be text or null."],
  ["the form it comes closest to", z.union([z.literal(""), emailField]), "nope", "field: Not an email address."],
  ["words of its own", z.string().refine(() => false, { message: "No such thing." }), "x", "field: No such thing."],
];

describe("what is wrong with an input", () => {
  it.each(cases)("is said to people: %s [found A9]", (_name, schema, value, expected) => {
    expect(sentence(schema, value)).toBe(expected);
  });

  it("says of a field by itself what the sentence says with its name", () => {
    try {
      parseInput(z.object({ a: z.object({ amount: z.number() }) }), { a: { amount: "x" } });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        message: "a.amount must be a number.",
        details: [{ field: "a.amount", code: "invalid_type", message: "Must be a number." }],
      });
    }
  });
});
