import { describe, expect, it } from "vitest";
import { edit, redo, startHistory, undo } from "./edit-history.ts";
import { listOf } from "./example-flow.ts";

const [a, b, c] = ["a", "b", "c"].map((internal_name) => listOf({ internal_name }));
if (!a || !b || !c) throw new Error("three lists");

describe("undo and redo", () => {
  it("goes back and forth, and forgets the way forth at a new edit", () => {
    const twice = edit(edit(startHistory(a), b, 0), c, 0);
    expect(undo(twice).present).toBe(b);
    expect(undo(undo(undo(twice))).present).toBe(a);
    expect(redo(undo(twice)).present).toBe(c);
    expect(redo(edit(undo(twice), a, 0)).present).toBe(a);
  });

  it("takes typing in one field back at once, another field or a pause apart", () => {
    const typed = edit(edit(startHistory(a), b, 0, "text"), c, 900, "text");
    expect(undo(typed).present).toBe(a);
    expect(undo(edit(edit(startHistory(a), b, 0, "text"), c, 900, "tag")).present).toBe(b);
    expect(undo(edit(edit(startHistory(a), b, 0, "text"), c, 3000, "text")).present).toBe(b);
    expect(undo(edit(undo(typed), c, 901, "text")).present).toBe(a);
  });
});
