import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteAttempt } from "./attempts.ts";
import { log } from "./log.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("says each attempt once a minute, and how many more there were", () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  for (let n = 0; n < 500; n += 1) noteAttempt("one", { who: 1 }, "a limit was reached");
  noteAttempt("other", { who: 2 }, "a limit was reached");
  expect(warned.mock.calls.map(([fields]) => fields)).toEqual([{ who: 1 }, { who: 2 }]);
  vi.advanceTimersByTime(61_000);
  noteAttempt("one", { who: 1 }, "a limit was reached");
  expect(warned).toHaveBeenLastCalledWith({ who: 1, before: 499 }, "a limit was reached");
});
