import { spansOf, type WeekDay, weekDays } from "#server/calendars/choices.ts";
import type { BusinessHours } from "../schema.ts";

function localTime(timeZone: string, at: Date): { day: WeekDay; minute: number } {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
  const name = (parts.weekday ?? "Mon").toUpperCase();
  const day = weekDays.find((one) => one === name) ?? "MON";
  return { day, minute: Number(parts.hour) * 60 + Number(parts.minute) };
}

/** Whether people answer at this moment; without hours they always do. */
export function isOpenAt(hours: BusinessHours | undefined, at: Date): boolean {
  if (!hours || hours.businessHours.length === 0) return true;
  const { day, minute } = localTime(hours.timeZone, at);
  return hours.businessHours.some(
    (entry) => entry.days.includes(day) && spansOf(entry.range).some(([from, to]) => minute >= from && minute < to),
  );
}
