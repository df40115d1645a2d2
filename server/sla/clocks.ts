import { afterBusinessSeconds, businessSeconds, type Opening } from "#server/calendars/hours.ts";
import { type ClockKind, clockKinds, type StoredClock } from "#server/conversations/clocks/schema.ts";
import type { Standing } from "#server/conversations/clocks/standing.ts";
import type { Terms } from "./access.ts";

/** A clock that stopped, in time or late; or that stands still from now on, and was late. */
export type Stopped = { clock: StoredClock; met: boolean; seconds: number };
export type Moved = { clocks: StoredClock[]; stopped: Stopped[] };

/** Where of its time a warning comes. */
const warnsAt = 0.8;

/** Seconds of business time that have passed by `now`. */
export function spentBy({ spent, since }: StoredClock, opening: Opening, now: Date): number {
  return spent + (since ? businessSeconds(opening, new Date(since), now) : 0);
}

/** From `now` on; what was over before it stood still is over since then. */
function running({ overAt, ...clock }: StoredClock, opening: Opening, now: Date): StoredClock {
  const by = (share: number) =>
    overAt ?? afterBusinessSeconds(opening, now, Math.max(0, clock.target * share - clock.spent)).toISOString();
  return { ...clock, since: now.toISOString(), dueAt: by(1), warnAt: by(warnsAt) };
}

function still({ overAt, ...clock }: StoredClock, spent: number): StoredClock {
  const over = clock.dueAt ?? overAt;
  const kept = over && spent >= clock.target ? { overAt: over } : {};
  return { ...clock, ...kept, spent, since: null, dueAt: null, warnAt: null };
}

const fresh = (kind: ClockKind, target: number, now: Date): StoredClock => ({
  ...{ kind, target, startedAt: now.toISOString(), spent: 0, since: null, dueAt: null, warnAt: null },
  ...{ warned: false, breached: false },
});

function standsStill(kind: ClockKind, { pausesForVisitor }: Terms, { snoozed, quiet }: Standing): boolean {
  return snoozed || (kind === "resolution" && pausesForVisitor && quiet);
}

/** The clocks that should be there as a conversation stands. */
function wanted({ open, waits, answered }: Standing): ReadonlySet<ClockKind> {
  const response = answered ? "next_response" : "first_response";
  const kinds: ClockKind[] = [];
  if (waits) kinds.push(response);
  if (open) kinds.push("resolution");
  return new Set(kinds);
}

/** Whether what stops a clock is what was promised, and not that nobody needs it any more. */
function fulfils(kind: ClockKind, after: Standing, spoke: boolean): boolean {
  return kind === "resolution" ? !after.open : spoke;
}

/**
 * What becomes of the clocks. `spoke`: a person has answered with this change. A response that nobody needs any more (the
 * bot took over, it was closed) counts only where its time was over already. `waitsSince`: from when on one that begins
 * counts.
 */
export function moveAll(
  terms: Terms,
  clocks: readonly StoredClock[],
  after: Standing,
  spoke: boolean,
  now: Date,
  waitsSince = now,
): Moved {
  const needed = wanted(after);
  const moved: Moved = { clocks: [], stopped: [] };
  for (const clock of clocks) {
    const spent = spentBy(clock, terms.opening, now);
    const late = clock.breached || (clock.dueAt !== null && now > new Date(clock.dueAt));
    if (!needed.has(clock.kind) || (spoke && clock.kind !== "resolution")) {
      if (late || fulfils(clock.kind, after, spoke)) moved.stopped.push({ clock, met: !late, seconds: spent });
      continue;
    }
    const paused = standsStill(clock.kind, terms, after);
    if (paused === (clock.since === null)) moved.clocks.push(clock);
    else if (!paused) moved.clocks.push(running(clock, terms.opening, now));
    else if (clock.breached || spent < clock.target) moved.clocks.push(still(clock, spent));
    else {
      moved.stopped.push({ clock, met: false, seconds: spent });
      moved.clocks.push({ ...still(clock, spent), warned: true, breached: true });
    }
  }
  const there = new Set(moved.clocks.map(({ kind }) => kind));
  for (const kind of clockKinds) {
    const target = terms.targets[kind];
    if (target === null || !needed.has(kind) || there.has(kind)) continue;
    const from = kind === "resolution" ? now : waitsSince;
    const begun = running(fresh(kind, target, from), terms.opening, from);
    const paused = standsStill(kind, terms, after);
    moved.clocks.push(paused ? still(begun, spentBy(begun, terms.opening, now)) : begun);
  }
  return moved;
}

/** When a running clock that is over was over, and when four fifths of it were, by a target of now. */
function overSince(clock: StoredClock, target: number, opening: Opening): Pick<StoredClock, "dueAt" | "warnAt"> {
  const by = (share: number, former: string | null) => {
    const left = target * share - clock.spent;
    return left > 0 && clock.since ? afterBusinessSeconds(opening, new Date(clock.since), left).toISOString() : former;
  };
  return { dueAt: by(1, clock.dueAt), warnAt: by(warnsAt, clock.warnAt) };
}

/**
 * The same clocks under other terms: what has passed counts, what is promised is new. What was told of a time that is not
 * over any more is told again when it is.
 */
export function underTerms(terms: Terms, clocks: readonly StoredClock[], now: Date): StoredClock[] {
  return clocks.flatMap((clock) => {
    const target = terms.targets[clock.kind];
    if (target === null) return [];
    const spent = spentBy(clock, terms.opening, now);
    const [warned, breached] = [clock.warned && spent >= target * warnsAt, clock.breached && spent >= target];
    const next = { ...clock, target, spent, warned, breached };
    if (!clock.since) return [still(next, spent)];
    const runs = running(next, terms.opening, now);
    return [breached ? { ...runs, ...overSince(clock, target, terms.opening) } : runs];
  });
}

const earliest = (times: readonly (string | null)[]): Date | null => {
  const first = times.filter((time) => time !== null).sort()[0];
  return first === undefined ? null : new Date(first);
};

/** When the first running clock is due. */
export function dueOf(clocks: readonly StoredClock[]): Date | null {
  return earliest(clocks.map(({ dueAt }) => dueAt));
}

/** When the next warning or breach is to be told. */
export function nextOf(clocks: readonly StoredClock[]): Date | null {
  return earliest(clocks.map(({ breached, warned, dueAt, warnAt }) => (breached ? null : warned ? dueAt : warnAt)));
}

export type Telling = { clock: StoredClock; what: "warning" | "breached" };

/** What is to be told by now, and the clocks as they are once it was. A breach that is told leaves no warning to tell. */
export function tellBy(clocks: readonly StoredClock[], now: Date): { clocks: StoredClock[]; told: Telling[] } {
  const told: Telling[] = [];
  const next = clocks.map((clock): StoredClock => {
    const { dueAt, warnAt } = clock;
    if (!clock.breached && dueAt && now >= new Date(dueAt)) {
      told.push({ clock, what: "breached" });
      return { ...clock, warned: true, breached: true };
    }
    if (!clock.warned && warnAt && now >= new Date(warnAt)) {
      told.push({ clock, what: "warning" });
      return { ...clock, warned: true };
    }
    return clock;
  });
  return { clocks: next, told };
}
