import { expect, it } from "vitest";
import { timeTicks } from "./time-ticks.ts";

const hour = 3600;
const day = 24 * hour;

it("marks an axis of seconds in steps that people count in, up to the longest time", () => {
  expect(timeTicks(3)).toEqual([0, 1, 2, 3]);
  expect(timeTicks(400)).toEqual([0, 120, 240, 360, 480]);
  expect(timeTicks(5 * hour)).toEqual([0, 2 * hour, 4 * hour, 6 * hour]);
  expect(timeTicks(14 * day)).toEqual([0, 5 * day, 10 * day, 15 * day]);
});

it("always ends at or above the longest time, in at most four steps", () => {
  for (const longest of [0, 1, 59, 61, 3599, 86_401, 9_999_999, 1_000_000_000]) {
    const ticks = timeTicks(longest);
    expect(ticks.at(-1), String(longest)).toBeGreaterThanOrEqual(longest);
    expect(ticks.length, String(longest)).toBeLessThanOrEqual(5);
    expect(ticks.length, String(longest)).toBeGreaterThan(1);
  }
});
