import { type Route, route } from "#server/kit/rest/route.ts";
import { sendSaved } from "./mailing.ts";
import { createSaved, deleteSaved, listSaved, readSaved, updateSaved } from "./saving.ts";

const tag = "Reports";
const all = "/v1/saved-reports";
const one = `${all}/{savedReportId}`;
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = { operation: updateSaved, tag, ...versioned, ...matching };
const errors = ["already_exists", "limit_reached", "precondition_failed"];

export const savedReportRoutes: Route[] = [
  route({ method: "get", path: all, operation: listSaved, tag, summary: "List saved reports" }),
  route({
    method: "post",
    path: all,
    operation: createSaved,
    tag,
    summary: "Save a report",
    description:
      "Where this installation sends mail, `schedule` has it mailed: the figures with what they mean and what they were before, a link, and the CSV. Each recipient gets the figures of what they may read.",
    errors: ["already_exists", "limit_reached"],
    ...versioned,
  }),
  route({ method: "get", path: one, operation: readSaved, tag, summary: "Read a saved report", ...versioned }),
  route({ method: "patch", path: one, summary: "Change a saved report", errors, ...change }),
  route({ method: "put", path: one, summary: "Change a saved report; what is not given stays", errors, ...change }),
  route({
    method: "delete",
    path: one,
    operation: deleteSaved,
    tag,
    summary: "Delete a saved report",
    errors: ["precondition_failed"],
    ...matching,
  }),
  route({
    method: "post",
    path: `${one}/send`,
    operation: sendSaved,
    tag,
    summary: "Mail a saved report to oneself",
    description: "At once, as it is mailed to its recipients. At most 6 a minute.",
    errors: ["rate_limited"],
    risk: "sends",
  }),
];
