import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day, hour } from "#server/base/clock.ts";
import { daysBefore, daysOf, type Schedule } from "./choices.ts";
import { latestTime, nextTime, zonedDay, zonedMoment } from "./zoned.ts";

const daily: Schedule = { every: "day", weekday: 1, monthDay: 1, hour: 8, recipients: [] };
const at = (text: string) => new Date(text);
const shown = (zone: string, moment: Date) =>
  moment.toLocaleString("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });

describe("the times of a schedule [R3]", () => {
  it("keep their hour when clocks are set, take the first of two and the moment after one that is skipped", () => {
    const madrid = "Europe/Madrid";
    expect(nextTime(daily, madrid, at("2026-10-24T12:00:00Z"))).toEqual(at("2026-10-25T07:00:00Z"));
    expect(nextTime(daily, madrid, at("2026-10-23T12:00:00Z"))).toEqual(at("2026-10-24T06:00:00Z"));
    expect(zonedMoment(madrid, "2026-10-25", 2)).toEqual(at("2026-10-25T00:00:00Z"));
    expect(zonedMoment(madrid, "2026-03-29", 2)).toEqual(at("2026-03-29T01:00:00Z"));
    expect(nextTime({ ...daily, hour: 2 }, madrid, at("2026-03-28T12:00:00Z"))).toEqual(at("2026-03-29T01:00:00Z"));
    expect(nextTime({ ...daily, hour: 2 }, madrid, at("2026-10-25T00:00:00Z"))).toEqual(at("2026-10-26T01:00:00Z"));
  });

  it("are of a weekday, or of a day of the month, the last where it is shorter", () => {
    const weekly: Schedule = { ...daily, every: "week", weekday: 7 };
    expect(nextTime(weekly, "UTC", at("2026-11-23T00:00:00Z"))).toEqual(at("2026-11-29T08:00:00Z"));
    expect(nextTime(weekly, "UTC", at("2026-11-29T08:00:00Z"))).toEqual(at("2026-12-06T08:00:00Z"));
    const monthly: Schedule = { ...daily, every: "month", monthDay: 31 };
    expect(nextTime(monthly, "UTC", at("2026-01-31T08:00:00Z"))).toEqual(at("2026-02-28T08:00:00Z"));
    expect(nextTime(monthly, "UTC", at("2028-02-01T00:00:00Z"))).toEqual(at("2028-02-29T08:00:00Z"));
    expect(nextTime(monthly, "UTC", at("2026-02-28T08:00:00Z"))).toEqual(at("2026-03-31T08:00:00Z"));
  });

  it("that were missed are not made up for but the last", () => {
    expect(latestTime(daily, "UTC", at("2026-11-01T08:00:00Z"), at("2026-11-05T07:00:00Z"))).toEqual(
      at("2026-11-04T08:00:00Z"),
    );
    expect(latestTime(daily, "UTC", at("2026-11-01T08:00:00Z"), at("2026-11-01T08:00:01Z"))).toEqual(
      at("2026-11-01T08:00:00Z"),
    );
  });

  it("come one a day at their hour in any zone, whatever the moment", () => {
    const zones = fc.constantFrom("Asia/Kolkata", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC");
    const moments = fc.integer({ min: Date.parse("2025-01-01"), max: Date.parse("2028-01-01") });
    fc.assert(
      fc.property(zones, moments, fc.integer({ min: 4, max: 23 }), (zone, ms, hours) => {
        const now = new Date(ms);
        const next = nextTime({ ...daily, hour: hours }, zone, now);
        expect(shown(zone, next).slice(11)).toBe(`${String(hours).padStart(2, "0")}:00`);
        expect(next.getTime() - ms).toBeGreaterThan(0);
        expect(next.getTime() - ms).toBeLessThanOrEqual(day + hour);
        expect(zonedDay(zone, next)).toBe(shown(zone, next).slice(0, 10));
      }),
    );
  });
});

it("a rolling range ends today, or where the day, week or month did; before it are as many days [R3]", () => {
  const days = (range: Parameters<typeof daysOf>[0], today = "2026-03-04") => Object.values(daysOf(range, today));
  expect(days("last_7_days")).toEqual(["2026-02-26", "2026-03-04"]);
  expect(days("yesterday", "2026-03-01")).toEqual(["2026-02-28", "2026-02-28"]);
  expect(days("this_week")).toEqual(["2026-03-02", "2026-03-04"]);
  expect(days("last_week")).toEqual(["2026-02-23", "2026-03-01"]);
  expect(days("last_week", "2026-03-01")).toEqual(["2026-02-16", "2026-02-22"]);
  expect(days("this_month")).toEqual(["2026-03-01", "2026-03-04"]);
  expect(days("last_month")).toEqual(["2026-02-01", "2026-02-28"]);
  expect(days("last_month", "2026-01-31")).toEqual(["2025-12-01", "2025-12-31"]);
  expect(daysBefore({ first: "2026-02-23", last: "2026-03-01" })).toEqual({ first: "2026-02-16", last: "2026-02-22" });
});
