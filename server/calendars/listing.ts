import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { calendarsOf, readableCalendar } from "./access.ts";
import { calendarIdInput, calendarSchema } from "./schema.ts";

/** GET /v1/calendars: by name. */
export const listCalendars = query({
  name: "calendars.list",
  access: "websites_read",
  input: z.object({}),
  output: z.array(calendarSchema),
  example: () => ({}),
  run: ({ actor }) => calendarsOf(actor),
});

/** GET /v1/calendars/{calendarId} */
export const readCalendar = query({
  name: "calendars.read",
  access: "websites_read",
  input: calendarIdInput,
  output: calendarSchema,
  example: (given) => ({ calendarId: given.calendarId ?? "" }),
  run: ({ actor, input }) => readableCalendar(actor, input.calendarId),
});
