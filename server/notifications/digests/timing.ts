import { day } from "#server/base/clock.ts";
import { zonedDay, zonedMoment } from "#server/reports/saved/zoned.ts";

/** By the clocks of the company. */
const digestHour = 8;

const dayAfter = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10);

/** The next morning at eight after this moment. */
export function nextDigest(timeZone: string, after: Date): Date {
  const today = zonedDay(timeZone, after);
  const at = zonedMoment(timeZone, today, digestHour);
  return at > after ? at : zonedMoment(timeZone, dayAfter(today), digestHour);
}

/** When the day of this moment ends. */
export function endOfDay(timeZone: string, moment: Date): Date {
  return zonedMoment(timeZone, dayAfter(zonedDay(timeZone, moment)), 0);
}
