import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choiceId, choiceOf, numbered, shorten, splitText } from "./texts.ts";

describe("texts for platforms", () => {
  it("are cut into pieces that fit, lose nothing but blanks, and break no character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 400 }),
        fc.constantFrom("characters", "bytes"),
        (text, unit) => {
          const pieces = splitText(text, 60, unit as "characters" | "bytes");
          const size = (one: string) => (unit === "bytes" ? Buffer.byteLength(one) : [...one].length);
          for (const piece of pieces) expect(size(piece)).toBeLessThanOrEqual(60);
          expect(pieces.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
          expect(pieces.every((piece) => piece.isWellFormed())).toBe(text.isWellFormed());
        },
      ),
    );
  });

  it("break at words where they can", () => {
    expect(splitText("one two three four", 9)).toEqual(["one two", "three", "four"]);
  });

  it("carry an option's place through a button", () => {
    const id = "018f0000-0000-7000-8000-000000000000";
    expect(choiceOf(choiceId(id, 7))).toEqual({ messageId: id, index: 7 });
    expect(choiceOf("ORDER_OK")).toBeUndefined();
  });

  it("number options and shorten titles", () => {
    expect(numbered("Which?", ["a", "b"])).toBe("Which?\n1. a\n2. b");
    expect(shorten("123456", 4)).toBe("123…");
  });
});
