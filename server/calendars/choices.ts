export const weekDays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
export type WeekDay = (typeof weekDays)[number];

/** Most of a company, and most days off of one. */
export const maxCalendars = 50;
export const maxHolidays = 400;
