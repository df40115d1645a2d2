import { expect, it } from "vitest";
import { isolated, seenName } from "./showing.ts";

it("takes a name that nobody sees for none", () => {
  for (const name of ["", "  ", "\u200b\u200d\u2060", "\u202e\u2069", "\u3164", "\u00ad"])
    expect(seenName(name)).toBe("");
  for (const name of ["Ana", "🚲", "محمد", "\u200bAna", "-"]) expect(seenName(name)).toBe(name);
});

it("keeps the order of a sentence around a name from right to left, or with marks that turn it", () => {
  expect(isolated("محمد (1)")).toBe("\u2068محمد (1)\u2069");
  expect(isolated("Ana \u202egnp.exe")).toBe("\u2068Ana gnp.exe\u2069");
  // One that ends the isolation itself.
  expect(isolated("Ana\u2069\u202e")).toBe("\u2068Ana\u2069");
  expect(isolated("Łukasz 🚲 李")).toBe("Łukasz 🚲 李");
});
