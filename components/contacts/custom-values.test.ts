import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { customText, customValue } from "./custom-values.ts";

describe("custom values", () => {
  it("are the same after being shown and saved unchanged", () => {
    const kept = fc.jsonValue().filter((value) => value !== null);
    fc.assert(
      fc.property(kept, (value) => {
        expect(customValue(customText(value), value)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("stay of their kind where the text allows it, and become text where not", () => {
    expect(customValue("12.5", 3)).toBe(12.5);
    expect(customValue("a dozen", 3)).toBe("a dozen");
    expect(customValue("", 3)).toBe("");
    expect(customValue("false", true)).toBe(false);
    expect(customValue("[1]", { a: 1 })).toEqual([1]);
    expect(customValue("{a", { a: 1 })).toBe("{a");
    expect(customValue("12", "3")).toBe("12");
  });
});
