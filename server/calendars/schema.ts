import { z } from "zod";
import { isTimeZone, timeZoneFault } from "#server/base/time-zones.ts";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { maxHolidays, spansOf, weekDays } from "./choices.ts";

const rangePattern =
  /^(?:\*|-|\d{1,2}(?::[0-5]\d)?-\d{1,2}(?::[0-5]\d)?(?:\s*,\s*\d{1,2}(?::[0-5]\d)?-\d{1,2}(?::[0-5]\d)?)*)$/;

/** Hours of a day, as chatbots and calendars have them. */
export const rangeField = z
  .string()
  .trim()
  .max(200, { abort: true })
  .regex(rangePattern, { message: "A range looks like 09-13,15:30-18; * is all day, - closed." })
  .refine((text) => spansOf(text).every(([from, to]) => from < to && to <= 1440), {
    message: "Each span begins before it ends, within one day.",
  });

const hoursField = z
  .array(
    z.object({
      days: z.array(z.enum(weekDays)).max(7).meta({ description: "MON to SUN." }),
      range: rangeField.meta({ description: "Such as 09-13,15:30-18; * is all day, - closed." }),
    }),
  )
  .max(50);
export type CalendarHours = z.output<typeof hoursField>;

const holidayField = z.object({
  date: z.iso.date({ error: "A day: YYYY-MM-DD." }).meta({ description: "The day, YYYY-MM-DD." }),
  name: z.string().trim().max(100).default("").meta({ description: "What it is called." }),
  yearly: z.boolean().default(false).meta({ description: "On this day of every year." }),
});
export type Holiday = z.output<typeof holidayField>;

const holidaysField = z.array(holidayField).max(maxHolidays);
const nameField = z.string().trim().min(1).max(60);
const zoneField = z.string().max(64).refine(isTimeZone, timeZoneFault);

export const calendarSchema = z
  .object({
    id: idField,
    name: nameField.meta({ description: "Its name." }),
    timeZone: z.string().meta({ description: "Time zone by which its days and hours are meant." }),
    hours: hoursField.meta({ description: "Hours of the week; a day that is not named is closed." }),
    holidays: z.array(holidayField).meta({ description: "Days on which it is closed, by date." }),
    isDefault: z.boolean().meta({
      description: "The company's: it serves reports, and chatbots that have no hours of their own.",
    }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Calendar", description: "When the company's people are there." });
export type Calendar = z.output<typeof calendarSchema>;

const office: CalendarHours = [{ days: ["MON", "TUE", "WED", "THU", "FRI"], range: "09-18" }];

export const createCalendarInput = z.object({
  name: nameField.meta({ description: "Its name; each has another." }),
  timeZone: zoneField.optional().meta({ description: "Area/Place of IANA, or UTC; absent: the company's." }),
  hours: hoursField.default(office).meta({ description: "Hours of the week; absent: 09-18 from Monday to Friday." }),
  holidays: holidaysField.default([]).meta({ description: "Days on which it is closed." }),
  isDefault: z.boolean().default(false).meta({ description: "Serves where nothing names another." }),
});

export const updateCalendarInput = z.object({
  calendarId: z.string(),
  name: nameField.optional().meta({ description: "Its name; each has another." }),
  timeZone: zoneField.optional().meta({ description: "Area/Place of IANA, or UTC." }),
  hours: hoursField.optional().meta({ description: "Hours of the week, all of them." }),
  holidays: holidaysField.optional().meta({ description: "Days on which it is closed, all of them." }),
  isDefault: z.boolean().optional().meta({ description: "Serves where nothing names another." }),
  ifMatch: ifMatchField,
});
export const calendarIdInput = z.object({ calendarId: z.string() });
export const deleteCalendarInput = calendarIdInput.extend({ ifMatch: ifMatchField });
export const deletedCalendarSchema = z.object({ id: idField, deleted: z.literal(true) });
