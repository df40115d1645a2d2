import { type Route, route } from "#server/kit/rest/route.ts";
import { listCalendars, readCalendar } from "./listing.ts";
import { createCalendar, deleteCalendar, updateCalendar } from "./writing.ts";

const tag = "Calendars";
const all = "/v1/calendars";
const one = `${all}/{calendarId}`;
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = {
  operation: updateCalendar,
  tag,
  errors: ["already_exists", "precondition_failed"],
  ...versioned,
  ...matching,
};

export const calendarRoutes: Route[] = [
  route({ method: "get", path: all, operation: listCalendars, tag, summary: "List calendars" }),
  route({
    method: "post",
    path: all,
    operation: createCalendar,
    tag,
    summary: "Create a calendar",
    description: "Hours of the week and days off in a time zone: for service levels, reports, chatbots and assignment.",
    errors: ["already_exists", "limit_reached"],
    ...versioned,
  }),
  route({ method: "get", path: one, operation: readCalendar, tag, summary: "Read a calendar", ...versioned }),
  route({ method: "patch", path: one, summary: "Change a calendar", ...change }),
  route({ method: "put", path: one, summary: "Change a calendar; what is not given stays", ...change }),
  route({
    method: "delete",
    path: one,
    operation: deleteCalendar,
    tag,
    summary: "Delete a calendar",
    description: "Refused while a service level or a team names it.",
    errors: ["conflict", "precondition_failed"],
    ...matching,
  }),
];
