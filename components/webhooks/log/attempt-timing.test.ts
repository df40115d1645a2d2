import { expect, it } from "vitest";
import { backoffMs, barWidth, isRetried, paceOf, statusClassOf } from "./attempt-timing.ts";

it("fills the bar by the time allowed", () => {
  expect([0, 5000, 10_000, 12_000].map(barWidth)).toEqual([1, 50, 100, 100]);
  expect([20, 1000, 5000].map(paceOf)).toEqual(["quick", "slow", "late"]);
});

it("knows the waits between attempts", () => {
  expect([1, 2, 3, 4, 5].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 16_000]);
});

it("knows which failures are tried again", () => {
  expect([500, 503, null].map(isRetried)).toEqual([true, true, true]);
  expect([302, 400, 404, 410, 429].map(isRetried)).toEqual([false, false, false, false, false]);
  expect([204, 301, 404, 500, null].map(statusClassOf)).toEqual(["2xx", "3xx", "4xx", "5xx", "none"]);
});
