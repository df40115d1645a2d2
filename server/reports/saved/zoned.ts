import { day, hour } from "#server/base/clock.ts";
import { offsetAt } from "#server/calendars/zone.ts";
import type { Schedule } from "./choices.ts";

/**
 * When the clocks of a zone show this hour of a day (yyyy-mm-dd): the first time where they show it twice, the moment
 * after where they skip it.
 */
export function zonedMoment(timeZone: string, date: string, hours: number): Date {
  const wall = Date.parse(`${date}T00:00:00Z`) + hours * hour;
  const [before, after] = [offsetAt(timeZone, wall - day), offsetAt(timeZone, wall + day)];
  const shown = [wall - before, wall - after].filter((one) => one + offsetAt(timeZone, one) === wall);
  return new Date(shown.length > 0 ? Math.min(...shown) : wall - before);
}

/** The day that a moment is of, by the clocks of a zone. */
export function zonedDay(timeZone: string, moment: Date): string {
  return new Date(moment.getTime() + offsetAt(timeZone, moment.getTime())).toISOString().slice(0, 10);
}

/** Whether a schedule is of this day. */
function isOf({ every, weekday, monthDay }: Schedule, date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  if (every === "week") return (at.getUTCDay() || 7) === weekday;
  if (every === "day") return true;
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return at.getUTCDate() === Math.min(monthDay, length);
}

/** The first time of a schedule that is later than `after`. */
export function nextTime(schedule: Schedule, timeZone: string, after: Date): Date {
  const first = Date.parse(`${zonedDay(timeZone, after)}T00:00:00Z`) - day;
  for (let ahead = 0; ahead < 40; ahead += 1) {
    const date = new Date(first + ahead * day).toISOString().slice(0, 10);
    if (!isOf(schedule, date)) continue;
    const at = zonedMoment(timeZone, date, schedule.hour);
    if (at > after) return at;
  }
  throw new Error("a schedule without a next time");
}

/** The last time of a schedule that has come, if one was due at `due`: what was missed meanwhile is not made up for. */
export function latestTime(schedule: Schedule, timeZone: string, due: Date, now: Date): Date {
  let latest = due;
  for (let next = nextTime(schedule, timeZone, due); next <= now; next = nextTime(schedule, timeZone, next))
    latest = next;
  return latest;
}
