import { day, minute } from "#server/base/clock.ts";
import { invalidField } from "#server/base/errors.ts";
import { offsetAt } from "#server/calendars/zone.ts";
import { dateIn } from "#server/core/fields.ts";

const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?$/;

/** When a clock on the wall of `zone` shows this: the first time of two, and in an hour that is skipped, the moment after it. */
function inZone(text: string, zone: string): Date {
  const wall = new Date(`${text.replace(" ", "T")}${text.length === 16 ? ":00" : ""}Z`).getTime();
  const [before, after] = [offsetAt(zone, wall - day), offsetAt(zone, wall + day)];
  const shown = [wall - before, wall - after].filter((at) => at + offsetAt(zone, at) === wall);
  return new Date(shown.length > 0 ? Math.min(...shown) : wall - before);
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
