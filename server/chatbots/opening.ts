import { defaultCalendar } from "#server/calendars/access.ts";
import { isOpen } from "#server/calendars/hours.ts";
import type { Actor } from "#server/core/actor.ts";
import { isOpenAt } from "./flow/business-hours.ts";
import type { BusinessHours } from "./schema.ts";

type Opening = { open: boolean; timeZone: string };

/**
 * Whether people answer at a channel: by the hours of its chatbot, else by the company's default calendar; undefined:
 * there are no hours at all, so they always do.
 */
export async function openingAt(
  company: Pick<Actor, "companyId">,
  hours: BusinessHours | undefined,
  at: Date,
): Promise<Opening | undefined> {
  if (hours && hours.businessHours.length > 0) return { open: isOpenAt(hours, at), timeZone: hours.timeZone };
  const calendar = await defaultCalendar(company);
  return calendar ? { open: isOpen(calendar, at), timeZone: calendar.timeZone } : undefined;
}
