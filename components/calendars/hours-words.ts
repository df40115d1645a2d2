import { useFormatter } from "next-intl";
import { type WeekDay, weekDays } from "#server/calendars/choices.ts";
import type { CalendarHours } from "#server/calendars/schema.ts";
import { stretchesOf } from "./calendar-draft.ts";
import { weekOf } from "./week-hours.ts";

/** The name of a day of the week in the reader's language. */
export function useDayName(style: "long" | "short" = "long"): (day: WeekDay) => string {
  const format = useFormatter();
  // 5 January 1970 was a Monday.
  return (day) =>
    format.dateTime(new Date(Date.UTC(1970, 0, 5 + weekDays.indexOf(day))), { weekday: style, timeZone: "UTC" });
}

/** "Mon–Fri 09:00–18:00 · Sat 10:00–14:00". */
export function useHoursWords(): (hours: CalendarHours) => string {
  const nameOf = useDayName("short");
  return (hours) =>
    stretchesOf(weekOf(hours))
      .map(({ from, to, spans }) => {
        const days = from === to ? nameOf(from) : `${nameOf(from)}–${nameOf(to)}`;
        return `${days} ${spans.map((span) => `${span.from}–${span.to === "00:00" ? "24:00" : span.to}`).join(", ")}`;
      })
      .join(" · ");
}
