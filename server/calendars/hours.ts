import { day, minute } from "#server/base/clock.ts";
import { spansOf, weekDays } from "./choices.ts";
import type { Calendar } from "./schema.ts";
import { steadyBetween } from "./zone.ts";

/** What counts as business time; null: all of it. */
export type Opening = Pick<Calendar, "timeZone" | "hours" | "holidays"> | null;

type Stretch = [from: number, to: number];

/** A time that no clock waits for any more. */
const horizon = 20 * 366 * day;

/** Spans that overlap or touch become one, in their order. */
function joined(spans: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

function planOf({ hours, holidays }: NonNullable<Opening>) {
  const week = weekDays.map((name) =>
    joined(hours.filter(({ days }) => days.includes(name)).flatMap(({ range }) => spansOf(range))),
  );
  const single = new Set(holidays.filter(({ yearly }) => !yearly).map(({ date }) => date));
  const yearly = new Set(holidays.filter((one) => one.yearly).map(({ date }) => date.slice(5)));
  return (localDay: number): readonly Stretch[] => {
    const date = new Date(localDay * day).toISOString().slice(0, 10);
    if (single.has(date) || yearly.has(date.slice(5))) return [];
    // Day 0 was a Thursday.
    return week[(((localDay + 3) % 7) + 7) % 7] ?? [];
  };
}

/** The open stretches from `from` to `to`, in order. Where clocks go back, an hour that comes twice is open twice. */
function* openStretches(opening: NonNullable<Opening>, from: number, to: number): Generator<Stretch> {
  const spansOn = planOf(opening);
  for (const steady of steadyBetween(opening.timeZone, from, to)) {
    const { offset } = steady;
    const last = Math.floor((steady.to + offset - 1) / day);
    for (let localDay = Math.floor((steady.from + offset) / day); localDay <= last; localDay += 1) {
      for (const [begin, end] of spansOn(localDay)) {
        const midnight = localDay * day - offset;
        const cut: Stretch = [
          Math.max(midnight + begin * minute, steady.from),
          Math.min(midnight + end * minute, steady.to),
        ];
        if (cut[0] < cut[1]) yield cut;
      }
    }
  }
}

/** Whether people are there at this moment. */
export function isOpen(opening: Opening, at: Date): boolean {
  if (!opening) return true;
  const now = at.getTime();
  return !openStretches(opening, now, now + 1).next().done;
}

/** Seconds of business time between two moments; 0 where the second is not later. */
export function businessSeconds(opening: Opening, from: Date, to: Date): number {
  const [begin, end] = [from.getTime(), to.getTime()];
  if (begin >= end) return 0;
  if (!opening) return (end - begin) / 1000;
  let open = 0;
  for (const [first, last] of openStretches(opening, begin, end)) open += last - first;
  return open / 1000;
}

/** The first moment by which so many seconds of business time have passed; the last one there is for a closed calendar. */
export function afterBusinessSeconds(opening: Opening, from: Date, seconds: number): Date {
  const begin = from.getTime();
  let left = seconds * 1000;
  if (!opening || left <= 0) return new Date(begin + Math.max(0, left));
  for (const [first, last] of openStretches(opening, begin, begin + horizon)) {
    if (last - first >= left) return new Date(first + left);
    left -= last - first;
  }
  return new Date(begin + horizon);
}

/** Whether it ever opens, on any day of the week. */
export function opensAtAll({ hours }: Pick<NonNullable<Opening>, "hours">): boolean {
  return hours.some(({ days, range }) => days.length > 0 && spansOf(range).length > 0);
}
