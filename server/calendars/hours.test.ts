import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day, hour, minute } from "#server/base/clock.ts";
import { spansOf, type WeekDay, weekDays } from "./choices.ts";
import { afterBusinessSeconds, businessSeconds, isOpen, type Opening } from "./hours.ts";

type Calendar = NonNullable<Opening>;

/** The plain model: what the clock on the wall shows in this minute. */
function modelOf({ timeZone, hours, holidays }: Calendar): (at: number) => boolean {
  const numeric = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, ...numeric, weekday: "short", hourCycle: "h23" });
  return (at) => {
    const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const date = `${shown.year}-${shown.month}-${shown.day}`;
    if (holidays.some((one) => (one.yearly ? one.date.slice(5) === date.slice(5) : one.date === date))) return false;
    const wall = Number(shown.hour) * 60 + Number(shown.minute);
    const today = (shown.weekday ?? "").toUpperCase();
    return hours.some(
      ({ days, range }) =>
        days.includes(today as WeekDay) && spansOf(range).some(([from, to]) => wall >= from && wall < to),
    );
  };
}

/** Moments around which clocks are set, and one at which none are. */
const turns = [
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  ["Europe/Madrid", "2026-03-29T01:00:00Z"],
  ["Europe/Madrid", "2026-10-25T01:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["America/Santiago", "2026-09-06T04:00:00Z"],
  ["Asia/Kathmandu", "2026-12-31T20:00:00Z"],
  ["America/Argentina/Buenos_Aires", "2026-02-28T23:00:00Z"],
] as const;

const rangeWords = ["*", "-", "09-18", "00-02:30,02:45-04", "22:15-24", "01:15-01:45,13-13:01", "08-12,11-19"] as const;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const cases = fc
  .record({
    turn: fc.constantFrom(...turns),
    hours: fc.array(
      fc.record({ days: fc.subarray([...weekDays], { minLength: 1 }), range: fc.constantFrom(...rangeWords) }),
      { minLength: 1, maxLength: 4 },
    ),
    off: fc.array(fc.record({ shift: fc.integer({ min: -2, max: 2 }), yearly: fc.boolean() }), { maxLength: 2 }),
    begin: fc.integer({ min: -40 * 60, max: 10 * 60 }),
    length: fc.integer({ min: 0, max: 50 * 60 }),
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
  })
  .map(({ turn: [timeZone, at], hours, off, begin, length, share }) => {
    const from = new Date(at).getTime() + begin * minute;
    const holidays = off.map(({ shift, yearly }) => {
      const date = dayOf(new Date(at).getTime() + shift * day);
      return { date: yearly ? `2020${date.slice(4)}` : date, name: "", yearly };
    });
    return { calendar: { timeZone, hours, holidays }, from, to: from + length * minute, share };
  });

describe("business time", () => {
  it("is what a model that looks at the clock on the wall in every minute counts [S1]", () => {
    fc.assert(
      fc.property(cases, ({ calendar, from, to, share }) => {
        const isOpenAt = modelOf(calendar);
        const open: number[] = [];
        for (let at = from; at < to; at += minute) if (isOpenAt(at)) open.push(at);
        expect(businessSeconds(calendar, new Date(from), new Date(to))).toBe(open.length * 60);
        expect(isOpen(calendar, new Date(from))).toBe(isOpenAt(from));
        const wanted = Math.ceil(open.length * share);
        const last = open[wanted - 1];
        if (last === undefined) return;
        expect(afterBusinessSeconds(calendar, new Date(from), wanted * 60).getTime()).toBe(last + minute);
        expect(afterBusinessSeconds(calendar, new Date(from), wanted * 60 - 30).getTime()).toBe(last + minute / 2);
      }),
      { numRuns: 60 },
    );
  });

  it("adds up: of two stretches that follow each other it is as much as of both together [S1]", () => {
    fc.assert(
      fc.property(cases, ({ calendar, from, to, share }) => {
        const middle = new Date(from + Math.round((to - from) * share));
        const parts =
          businessSeconds(calendar, new Date(from), middle) + businessSeconds(calendar, middle, new Date(to));
        expect(parts).toBeCloseTo(businessSeconds(calendar, new Date(from), new Date(to)), 6);
      }),
    );
  });

  it("goes over nights, weekends, a holiday and a change of clocks [S1]", () => {
    const calendar: Calendar = {
      timeZone: "Europe/Madrid",
      hours: [{ days: ["MON", "TUE", "WED", "THU", "FRI"], range: "09-18" }],
      holidays: [{ date: "2026-10-26", name: "", yearly: false }],
    };
    // Friday 17:00 in summer time; two hours later it is Tuesday 10:00 in winter time.
    const from = new Date("2026-10-23T15:00:00Z");
    expect(afterBusinessSeconds(calendar, from, (2 * hour) / 1000).toISOString()).toBe("2026-10-27T09:00:00.000Z");
    expect(businessSeconds(calendar, from, new Date("2026-10-27T09:00:00Z"))).toBe(7200);
  });

  it("is all time without a calendar, and does not end for one that never opens [S1]", () => {
    const from = new Date("2026-01-01T00:00:00Z");
    expect(afterBusinessSeconds(null, from, 90).toISOString()).toBe("2026-01-01T00:01:30.000Z");
    expect(businessSeconds(null, from, new Date("2026-01-01T00:01:30Z"))).toBe(90);
    expect(businessSeconds(null, from, new Date("2025-01-01T00:01:30Z"))).toBe(0);
    const closed = { timeZone: "UTC", hours: [], holidays: [] };
    expect(afterBusinessSeconds(closed, from, 60).getUTCFullYear()).toBeGreaterThan(2040);
  });
});
