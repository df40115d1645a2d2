import { expect, it } from "vitest";
import type { GraphAction } from "../graph/errors.ts";
import { retryIn } from "./ladder.ts";

/** The seconds between the tries of a message that is refused each time. */
function waits(action: GraphAction, code = 1): number[] {
  const found: number[] = [];
  for (let tried = 1; ; tried += 1) {
    const ms = retryIn({ action, code }, tried);
    if (ms === undefined) return found;
    found.push(ms / 1000);
  }
}

it("messages, templates and campaigns are tried again after the same waits, as often as the contract says", () => {
  expect(waits("pair", 131056)).toEqual([1, 4, 16, 64, 256, 256]);
  expect(waits("retry", 131016)).toEqual([1, 2, 4, 8, 16]);
  expect(waits("retry", 131053)).toEqual([1]);
  expect(waits("slow", 130429)).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60]);
  for (const code of [4, 613, 80007])
    expect(waits("slow", code).reduce((sum, wait) => sum + wait)).toBeGreaterThan(5400);
  expect(Math.max(...waits("slow", 80007))).toBe(600);
  expect(waits("maintenance", 131057)).toEqual(Array.from({ length: 15 }, () => 20));
  for (const action of ["unknown", "fail", "fix", "stop", "reconnect", "denied", "optout"] as const)
    expect(waits(action)).toEqual([]);
});
