import { minute } from "#server/base/clock.ts";
import { invalidField } from "#server/base/errors.ts";
import { dateIn } from "#server/core/fields.ts";

const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?$/;

/** Milliseconds that a zone is ahead of UTC at a moment. */
function offsetAt(zone: string, at: Date): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000;
}

/** When a clock on the wall of `zone` shows this; in the hour that is skipped, the moment after it. */
function inZone(text: string, zone: string): Date {
  const wall = new Date(`${text.replace(" ", "T")}${text.length === 16 ? ":00" : ""}Z`).getTime();
  const first = wall - offsetAt(zone, new Date(wall));
  const second = wall - offsetAt(zone, new Date(first));
  const shown = second + offsetAt(zone, new Date(second)) === wall;
  return new Date(shown ? second : Math.max(first, second));
}

/** A time that was chosen as the next minute, and has passed while the rest was filled in, still means now. */
const lateMs = 5 * minute;

/** With an offset as it says, without one in the company's time zone; absent: now. */
export function scheduledTime(text: string | undefined, zone: string, now: Date): Date {
  if (text === undefined || text.trim() === "") return now;
  const given = text.trim();
  const parsed = dateIn.safeParse(given);
  if (!parsed.success) throw invalidField("scheduledAt", "Not a date and time.", "invalid_date");
  const at = local.test(given) ? inZone(given, zone) : parsed.data;
  if (at.getTime() < now.getTime() - lateMs) throw invalidField("scheduledAt", "This time has passed.", "too_early");
  if (at.getTime() > now.getTime() + 366 * 24 * 3_600_000)
    throw invalidField("scheduledAt", "At most a year ahead.", "too_late");
  return at;
}
