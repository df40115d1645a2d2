import { describe, expect, it } from "vitest";
import { hueStep, initials } from "./initials.ts";

describe("initials", () => {
  it.each([
    ["Ana Martínez de la Fuente", "A\u200cF"],
    ["john", "J"],
    ["ana@acme.example", "A\u200cE"],
    ["🦄 unicorn", "🦄"],
    ["李小龍", "李"],
    ["أحمد محمد", "أ\u200cم"],
    ["(Bob) Stone", "B\u200cS"],
    ["é́a", "É́"],
    ["e\u0301a", "E\u0301"],
    ["«x» 9th", "X\u200c9"],
    ["#1️⃣ 2x", "1️⃣\u200c2"],
  ])("of %s are %s", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it("of a name without letters are a question mark", () => {
    expect(initials("")).toBe("?");
    expect(initials("  ...  ")).toBe("?");
  });
});

describe("hueStep", () => {
  it("is the same for the same id and always one of 24", () => {
    const ids = Array.from({ length: 500 }, (_, index) => `0199c0de-0000-7000-8000-${String(index).padStart(12, "0")}`);
    for (const id of ids) expect(hueStep(id)).toBe(hueStep(id));
    const steps = new Set(ids.map(hueStep));
    expect([...steps].every((step) => Number.isInteger(step) && step >= 0 && step < 24)).toBe(true);
    expect(steps.size).toBe(24);
  });
});
