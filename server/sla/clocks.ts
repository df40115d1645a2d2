import { afterBusinessSeconds, businessSeconds, type Opening } from "#server/calendars/hours.ts";
import { type ClockKind, clockKinds, type StoredClock } from "#server/conversations/clocks/schema.ts";
import type { Standing } from "#server/conversations/clocks/standing.ts";
import type { Terms } from "./access.ts";

/** A clock that stopped, in time or late; or that stands still from now on, and was late. */
export type Stopped = { clock: StoredClock; met: boolean; seconds: number };
type Moved = { clocks: StoredClock[]; stopped: Stopped[] };

/** Where of its time a warning comes. */
const warnsAt = 0.8;

/** Seconds of business time that have passed by `now`. */
function spentBy({ spent, since }: StoredClock, opening: Opening, now: Date): number {
  return spent + (since ? businessSeconds(opening, new Date(since), now) : 0);
}

/** From `now` on; what was over before it was paused is over since then. */
function resumed({ overAt, ...clock }: StoredClock, opening: Opening, now: Date): StoredClock {
  const by = (share: number) =>
    overAt ?? afterBusinessSeconds(opening, now, Math.max(0, clock.target * share - clock.spent)).toISOString();
  return { ...clock, since: now.toISOString(), dueAt: by(1), warnAt: by(warnsAt) };
}

function paused({ overAt, ...clock }: StoredClock, spent: number): StoredClock {
  const over = clock.dueAt ?? overAt;
  const kept = over && spent >= clock.target ? { overAt: over } : {};
  return { ...clock, ...kept, spent, since: null, dueAt: null, warnAt: null };
}

const fresh = (kind: ClockKind, target: number, now: Date): StoredClock => ({
  kind,
  target,
  startedAt: now.toISOString(),
  spent: 0,
  since: null,
  dueAt: null,
  warnAt: null,
  warned: false,
  breached: false,
});

function isPaused(kind: ClockKind, { pausesForVisitor }: Terms, { snoozed, quiet }: Standing): boolean {
  return snoozed || (kind === "resolution" && pausesForVisitor && quiet);
}

/** The clocks that should be there as a conversation stands. */
function neededKinds({ open, waits, answered }: Standing): ReadonlySet<ClockKind> {
  const response = answered ? "next_response" : "first_response";
  const kinds: ClockKind[] = [];
  if (waits) kinds.push(response);
  if (open) kinds.push("resolution");
  return new Set(kinds);
}

type Change = {
  after: Standing;
  /** A person has answered with this change. */
  spoke: boolean;
  now: Date;
  /** From when on a response that begins counts; from `now` on without it. */
  waitsSince?: Date | undefined;
};

/** What becomes of the clocks of a conversation that changes. */
export function moveClocks(terms: Terms, clocks: readonly StoredClock[], change: Change): Moved {
  const needed = neededKinds(change.after);
  const moves = clocks.map((clock) => {
    const ends = !needed.has(clock.kind) || (change.spoke && clock.kind !== "resolution");
    return ends ? endClock(terms, clock, change) : continueClock(terms, clock, change);
  });
  const kept = moves.flatMap((move) => move.clocks);
  const kinds = new Set(kept.map(({ kind }) => kind));
  const missing = clockKinds.filter((kind) => needed.has(kind) && !kinds.has(kind));
  return {
    clocks: [...kept, ...missing.flatMap((kind) => beginClock(terms, kind, change))],
    stopped: moves.flatMap(({ stopped }) => stopped),
  };
}

/** A response that nobody needs any more (the bot took over, it was closed) counts only where it was late already. */
function endClock(terms: Terms, clock: StoredClock, { after, spoke, now }: Change): Moved {
  const late = clock.breached || (clock.dueAt !== null && now > new Date(clock.dueAt));
  const fulfilled = clock.kind === "resolution" ? !after.open : spoke;
  if (!late && !fulfilled) return { clocks: [], stopped: [] };
  return { clocks: [], stopped: [{ clock, met: !late, seconds: spentBy(clock, terms.opening, now) }] };
}

function continueClock(terms: Terms, clock: StoredClock, { after, now }: Change): Moved {
  const wasPaused = clock.since === null;
  const pauses = isPaused(clock.kind, terms, after);
  if (pauses === wasPaused) return { clocks: [clock], stopped: [] };
  if (!pauses) return { clocks: [resumed(clock, terms.opening, now)], stopped: [] };
  const spent = spentBy(clock, terms.opening, now);
  if (clock.breached || spent < clock.target) return { clocks: [paused(clock, spent)], stopped: [] };
  // It was late, and nobody has told so yet.
  return {
    clocks: [{ ...paused(clock, spent), warned: true, breached: true }],
    stopped: [{ clock, met: false, seconds: spent }],
  };
}

function beginClock(terms: Terms, kind: ClockKind, { after, now, waitsSince = now }: Change): StoredClock[] {
  const target = terms.targets[kind];
  if (target === null) return [];
  const from = kind === "resolution" ? now : waitsSince;
  const begun = resumed(fresh(kind, target, from), terms.opening, from);
  return [isPaused(kind, terms, after) ? paused(begun, spentBy(begun, terms.opening, now)) : begun];
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
    if (!clock.since) return [paused(next, spent)];
    const runs = resumed(next, terms.opening, now);
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

type Telling = { clock: StoredClock; what: "warning" | "breached" };

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
