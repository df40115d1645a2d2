import { expect, it } from "vitest";
import { seenName } from "./showing.ts";

it("takes a name that nobody sees for none", () => {
  for (const name of ["", "  ", "\u200b\u200d\u2060", "\u202e\u2069", "\u3164", "\u00ad"])
    expect(seenName(name)).toBe("");
  for (const name of ["Ana", "🚲", "محمد", "\u200bAna", "-"]) expect(seenName(name)).toBe(name);
});
