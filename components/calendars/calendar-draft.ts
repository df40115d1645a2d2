import { type WeekDay, weekDays } from "#server/calendars/choices.ts";
import type { Calendar, Holiday } from "#server/calendars/schema.ts";
import { faultOf, hoursOf, officeWeek, type Week, weekOf } from "./week-hours.ts";

/** A calendar while it is edited. */
export type CalendarDraft = {
  name: string;
  timeZone: string;
  week: Week;
  holidays: readonly Holiday[];
  isDefault: boolean;
};

/** The first one of a company is its default. */
export function emptyDraft(timeZone: string, isFirst: boolean): CalendarDraft {
  return { name: "", timeZone, week: officeWeek, holidays: [], isDefault: isFirst };
}

export function draftOf({ name, timeZone, hours, holidays, isDefault }: Calendar): CalendarDraft {
  return { name, timeZone, week: weekOf(hours), holidays, isDefault };
}

const isEmpty = ({ date, name }: Holiday) => date === "" && name.trim() === "";

export type CalendarFault = "name" | "hours" | "closed" | "date" | "twice";

/** What keeps it from being saved; undefined: nothing. */
export function faultIn({ name, week, holidays }: CalendarDraft): CalendarFault | undefined {
  if (name.trim() === "") return "name";
  if (weekDays.some((day) => faultOf(week[day]))) return "hours";
  if (weekDays.every((day) => week[day].length === 0)) return "closed";
  const days = holidays.filter((holiday) => !isEmpty(holiday)).map(({ date }) => date);
  if (days.includes("")) return "date";
  return new Set(days).size < days.length ? "twice" : undefined;
}

export function storedOf({ name, timeZone, week, holidays, isDefault }: CalendarDraft) {
  return {
    ...{ name: name.trim(), timeZone, hours: hoursOf(week), isDefault },
    holidays: holidays.filter((holiday) => !isEmpty(holiday)).map((one) => ({ ...one, name: one.name.trim() })),
  };
}

/** Days that follow each other with the same hours, in the order of the week; closed ones are left out. */
export function stretchesOf(week: Week): { from: WeekDay; to: WeekDay; spans: Week[WeekDay] }[] {
  const found: { from: WeekDay; to: WeekDay; spans: Week[WeekDay] }[] = [];
  const keyOf = (day: WeekDay) => JSON.stringify(week[day]);
  weekDays.forEach((day, index) => {
    const before = weekDays[index - 1];
    const last = found.at(-1);
    if (week[day].length === 0) return;
    if (last && before && last.to === before && keyOf(before) === keyOf(day)) last.to = day;
    else found.push({ from: day, to: day, spans: week[day] });
  });
  return found;
}
