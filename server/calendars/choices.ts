export const weekDays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
export type WeekDay = (typeof weekDays)[number];

/** Most of a company, and most days off of one. */
export const maxCalendars = 50;
export const maxHolidays = 400;

function minutesOf(text: string): number {
  const [hours = "0", minutes = "0"] = text.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** `09-13,15:30-18` as minutes of the day; `*` all day, `-` closed. */
export function spansOf(range: string): [number, number][] {
  if (range === "*") return [[0, 1440]];
  if (range === "-") return [];
  return range.split(",").map((part) => {
    const [from = "", to = ""] = part.trim().split("-");
    return [minutesOf(from), minutesOf(to)];
  });
}
