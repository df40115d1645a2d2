import { describe, expect, it } from "vitest";
import { type Slots, slotsOf, withLanding } from "./held-slots.ts";

type Row = { id: string; text?: string };
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }));
const shape = ({ slots, waiting }: Slots<Row>) => [slots.map((slot) => `${slot.kind} ${slot.key}`).join(", "), waiting];

describe("a column without a pointer in it", () => {
  it("shows what it has, in its order", () => {
    expect(shape(slotsOf(undefined, rows("b", "a"), undefined))).toEqual(["card b, card a", 0]);
  });
});

describe("a column under a pointer", () => {
  const held = rows("a", "b", "c");

  it("keeps every card in its place while others reorder it", () => {
    expect(shape(slotsOf(held, rows("c", "a", "b"), "b"))).toEqual(["card a, card b, card c", 0]);
  });

  it("shows the new content of a card in its old place", () => {
    const { slots } = slotsOf(held, [{ id: "c", text: "new" }, ...rows("a", "b")], "a");
    expect(slots[2]).toEqual({ kind: "card", key: "c", row: { id: "c", text: "new" } });
  });

  it("never takes the card under the pointer away", () => {
    expect(shape(slotsOf(held, rows("a", "c"), "b"))).toEqual(["card a, left b, card c", 0]);
  });

  it("leaves a gap where another card was, so that nothing below moves", () => {
    expect(shape(slotsOf(held, rows("b", "c"), "b"))).toEqual(["gone a, card b, card c", 0]);
  });

  it("lets new cards wait, and says how many", () => {
    expect(shape(slotsOf(held, rows("x", "a", "y", "b", "c"), "a"))).toEqual(["card a, card b, card c", 2]);
  });

  it("lets cards loaded at the end join", () => {
    expect(shape(slotsOf(held, rows("a", "b", "c", "d", "e"), "a"))).toEqual([
      "card a, card b, card c, card d, card e",
      0,
    ]);
  });

  it("counts everything as waiting when nothing of it is left", () => {
    expect(shape(slotsOf(held, rows("x", "y"), "b"))).toEqual(["gone a, left b, gone c", 2]);
  });

  it("shows the first cards of a column that was empty", () => {
    expect(shape(slotsOf([], rows("x"), undefined))).toEqual(["card x", 0]);
  });
});

describe("the landing place of a lifted card", () => {
  const { slots } = slotsOf(undefined, rows("a", "c", "e"), undefined);
  const keys = (id: string) => withLanding(slots, (row) => id < row.id).map((slot) => slot.key);

  it("is where the column's order puts it", () => {
    expect(keys("b")).toEqual(["a", "landing", "c", "e"]);
    expect(keys("0")).toEqual(["landing", "a", "c", "e"]);
    expect(keys("z")).toEqual(["a", "c", "e", "landing"]);
  });
});
