import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minute } from "#server/base/clock.ts";
import { isOpen, type Opening } from "#server/calendars/hours.ts";
import type { ClockKind, StoredClock } from "#server/conversations/clocks/schema.ts";
import type { Standing } from "#server/conversations/clocks/standing.ts";
import type { Terms } from "./access.ts";
import { moveClocks, tellBy } from "./clocks.ts";

type Deed = "visitor" | "human" | "bot" | "snooze" | "wake" | "close" | "open";
type Step = { at: number; deed: Deed };
type Line = string;

const fresh: Standing = { open: true, waits: false, snoozed: false, quiet: true, answered: false };

/** What a deed does to a conversation; `spoke`: it is an answer of a person to somebody who waits. */
function after(before: Standing, deed: Deed): Standing {
  if (!before.open) return deed === "open" ? { ...before, open: true } : before;
  if (deed === "visitor") return { ...before, waits: true, quiet: false, snoozed: false };
  if (deed === "human") return { ...before, waits: false, quiet: true, answered: true };
  if (deed === "bot") return { ...before, waits: false, quiet: true };
  if (deed === "snooze") return { ...before, snoozed: true };
  if (deed === "wake") return { ...before, snoozed: false };
  if (deed === "close") return { ...before, open: false, waits: false, quiet: true, snoozed: false };
  return before;
}

type History = { terms: Terms; start: number; length: number; steps: readonly Step[]; ticks: boolean };
const spokeBy = (before: Standing, deed: Deed) => deed === "human" && before.open;

/** The product: dates that are stored, looked at when something happens or is due. */
function lived({ terms, start, length, steps, ticks }: History): Line[] {
  const lines: Line[] = [];
  let standing = fresh;
  let clocks: StoredClock[] = moveClocks(terms, [], { after: standing, spoke: false, now: new Date(start) }).clocks;
  for (let m = 0; m <= length; m += 1) {
    const now = new Date(start + m * minute);
    if (ticks) {
      const looked = tellBy(clocks, now);
      clocks = looked.clocks;
      for (const { clock, what } of looked.told) lines.push(`${m} ${clock.kind} ${what}`);
    }
    for (const { deed } of steps.filter(({ at }) => at === m)) {
      const next = after(standing, deed);
      const moved = moveClocks(terms, clocks, { after: next, spoke: spokeBy(standing, deed), now });
      for (const { clock, met, seconds } of moved.stopped) {
        if (met) lines.push(`${m} ${clock.kind} met ${seconds}`);
        else if (!clock.breached) lines.push(`${m} ${clock.kind} breached`);
      }
      clocks = moved.clocks;
      standing = next;
    }
  }
  return lines;
}

type Counted = { target: number; spent: number; overAt: number | null; warned: boolean; breached: boolean };

const known = new Map<string, boolean>();
function isOpenIn(opening: Opening, start: number, m: number): boolean {
  const key = `${opening?.timeZone} ${start} ${m}`;
  const found = known.get(key) ?? isOpen(opening, new Date(start + m * minute));
  known.set(key, found);
  return found;
}

/** The slow model: counts minutes, one after the other. */
function counted({ terms, start, length, steps, ticks }: History): Line[] {
  const lines: Line[] = [];
  const clocks = new Map<ClockKind, Counted>();
  let standing = fresh;
  const stands = (kind: ClockKind) =>
    standing.snoozed || (kind === "resolution" && terms.pausesForVisitor && standing.quiet);
  const begin = () => {
    const response = standing.answered ? "next_response" : "first_response";
    for (const kind of ["first_response", "next_response", "resolution"] as const) {
      const needed = kind === "resolution" ? standing.open : standing.waits && kind === response;
      const target = terms.targets[kind];
      if (needed && target !== null && !clocks.has(kind))
        clocks.set(kind, { target, spent: 0, overAt: null, warned: false, breached: false });
    }
  };
  const end = (m: number, kind: ClockKind, counts: boolean, wasStill: boolean) => {
    const clock = clocks.get(kind);
    if (!clock) return;
    clocks.delete(kind);
    const late = !wasStill && clock.overAt !== null && clock.overAt < m;
    if (late && !clock.breached) lines.push(`${m} ${kind} breached`);
    else if (counts && !late && !clock.breached) lines.push(`${m} ${kind} met ${clock.spent}`);
  };
  begin();
  for (let m = 0; m <= length; m += 1) {
    if (ticks)
      for (const [kind, clock] of clocks) {
        if (stands(kind)) continue;
        if (clock.overAt !== null && !clock.breached) {
          Object.assign(clock, { breached: true, warned: true });
          lines.push(`${m} ${kind} breached`);
        } else if (clock.spent >= clock.target * 0.8 && !clock.warned) {
          clock.warned = true;
          lines.push(`${m} ${kind} warning`);
        }
      }
    for (const { deed } of steps.filter(({ at }) => at === m)) {
      const before = standing;
      const was = new Map([...clocks.keys()].map((kind) => [kind, stands(kind)]));
      standing = after(standing, deed);
      const spoke = spokeBy(before, deed);
      for (const kind of [...clocks.keys()]) {
        const still = was.get(kind) ?? false;
        if (kind === "resolution") {
          if (!standing.open) end(m, kind, true, still);
        } else if (!standing.waits || spoke) end(m, kind, spoke, still);
      }
      for (const [kind, clock] of clocks)
        if (stands(kind) && !was.get(kind) && clock.overAt !== null && !clock.breached) {
          clock.breached = true;
          lines.push(`${m} ${kind} breached`);
        }
      begin();
    }
    if (!isOpenIn(terms.opening, start, m)) continue;
    for (const [kind, clock] of clocks) {
      if (stands(kind)) continue;
      clock.spent += 60;
      if (clock.spent === clock.target) clock.overAt = m + 1;
    }
  }
  return lines;
}

/** Each changes its clocks, or has a day off, within two days of its beginning. */
const calendars: readonly (Opening & { from: string })[] = [
  {
    from: "2026-10-24T06:00:00Z",
    ...{ timeZone: "Europe/Madrid", hours: [{ days: ["SAT", "SUN", "MON"], range: "00-03,09-13" }], holidays: [] },
  },
  {
    from: "2026-03-07T22:00:00Z",
    ...{ timeZone: "America/New_York", hours: [{ days: ["SAT", "SUN"], range: "01-04,17-24" }], holidays: [] },
  },
  {
    from: "2026-12-24T12:00:00Z",
    ...{ timeZone: "UTC", hours: [{ days: ["THU", "FRI", "SAT"], range: "08-12,14-18" }] },
    holidays: [{ date: "2020-12-25", name: "", yearly: true }],
  },
];

const deeds: readonly Deed[] = ["visitor", "visitor", "human", "bot", "snooze", "wake", "close", "open"];
const target = fc.option(fc.constantFrom(5, 30, 120, 400), { nil: null });
const histories = fc
  .record({
    calendar: fc.option(fc.constantFrom(...calendars), { nil: null }),
    first: target,
    next: target,
    resolution: target,
    pausesForVisitor: fc.boolean(),
    steps: fc.array(fc.record({ at: fc.integer({ min: 0, max: 2 * 1440 }), deed: fc.constantFrom(...deeds) }), {
      minLength: 3,
      maxLength: 14,
    }),
    ticks: fc.boolean(),
  })
  .map(({ calendar, first, next, resolution, pausesForVisitor, steps, ticks }): History => {
    const seconds = (minutes: number | null) => (minutes === null ? null : minutes * 60);
    const targets = { first_response: seconds(first), next_response: seconds(next), resolution: seconds(resolution) };
    const terms = { targets, opening: calendar, pausesForVisitor };
    const start = new Date(calendar?.from ?? "2026-06-01T00:00:00Z").getTime();
    return { terms, start, length: 2 * 1440, steps, ticks };
  });

describe("clocks of service levels", () => {
  it("warn, break and stop when a model that counts each minute says so [S2]", () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(lived(history).toSorted()).toEqual(counted(history).toSorted());
      }),
      { numRuns: 60 },
    );
  });
});
