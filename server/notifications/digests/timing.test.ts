import { expect, it } from "vitest";
import { endOfDay, nextDigest } from "./timing.ts";

it.each([
  ["Europe/Madrid", "2026-03-28T12:00:00Z", "2026-03-29T06:00:00.000Z", "2026-03-28T23:00:00.000Z"],
  ["Europe/Madrid", "2026-10-24T12:00:00Z", "2026-10-25T07:00:00.000Z", "2026-10-24T22:00:00.000Z"],
  ["Pacific/Auckland", "2026-01-01T18:59:59Z", "2026-01-01T19:00:00.000Z", "2026-01-02T11:00:00.000Z"],
  ["UTC", "2026-01-01T08:00:00Z", "2026-01-02T08:00:00.000Z", "2026-01-02T00:00:00.000Z"],
])("in %s after %s the next is at %s, and the day ends at %s", (timeZone, after, next, end) => {
  expect(nextDigest(timeZone, new Date(after)).toISOString()).toBe(next);
  expect(endOfDay(timeZone, new Date(after)).toISOString()).toBe(end);
});
