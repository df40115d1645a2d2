import { describe, expect, it } from "vitest";
import { lastDays, percent, summarize } from "./funnel-steps.ts";

const step = (internalName: string, entered: number, answered: number, gaveUp = 0) => ({
  internalName,
  id: 1,
  entered,
  answered,
  gaveUp,
  abandoned: Math.max(0, entered - answered - gaveUp),
});

describe("the funnel of a flow", () => {
  it("shows steps that were reached, measured against the busiest, and names where most leave", () => {
    const { reached, most, worst } = summarize([
      step("hello", 40, 40),
      step("name", 38, 20, 2),
      step("never", 0, 0),
      step("phone", 20, 10),
    ]);
    expect(reached.map(({ internalName }) => internalName)).toEqual(["hello", "name", "phone"]);
    expect(most).toBe(40);
    expect(worst?.internalName).toBe("name");
  });

  it("names no step where no visitor left", () => {
    expect(summarize([step("hello", 3, 3)]).worst).toBeUndefined();
    expect(summarize([])).toEqual({ reached: [], most: 0, worst: undefined });
  });

  it("keeps shares between 0 and 100", () => {
    expect([percent(0, 0), percent(1, 4), percent(5, 4)]).toEqual([0, 25, 100]);
  });

  it("counts days back in UTC, today included", () => {
    const now = new Date("2026-03-01T00:30:00Z");
    expect(lastDays(1, now)).toEqual({ from: "2026-03-01", to: "2026-03-01" });
    expect(lastDays(7, now)).toEqual({ from: "2026-02-23", to: "2026-03-01" });
  });
});
