import { type Route, route } from "#server/kit/rest/route.ts";
import { listRows } from "./listing.ts";
import { readDefinitions, readReport } from "./reading.ts";
import { exportTimes, respondWithTimes } from "./times/times.ts";

const tag = "Reports";

export const reportRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/reports/definitions",
    operation: readDefinitions,
    tag,
    summary: "List what the figures of reports mean",
  }),
  route({
    method: "get",
    path: "/v1/reports/conversations/export",
    operation: exportTimes,
    tag,
    summary: "Export the times of conversations",
    description:
      "One row for each conversation that began in the range (at most 400 days), as it stands now, with all its times in seconds, in all and inside opening hours. It needs clients_read too, and has only conversations that the token may read.",
    respond: respondWithTimes,
    produces: { "text/csv": { type: "string" } },
  }),
  route({
    method: "get",
    path: "/v1/reports/{name}",
    operation: readReport,
    tag,
    summary: "Read a report",
    description:
      "Days, weeks and months are those of the company's time zone. A range by hour covers at most 31 days, by day 400, by week 1200, by month 3700. Whoever may read only some conversations (the scope of a role, clients_read_assigned) gets the figures of those, and none of campaigns (403).",
  }),
  route({
    method: "get",
    path: "/v1/reports/{name}/rows",
    operation: listRows,
    tag,
    summary: "List what a figure of a report counts",
    description: "As many rows as the figure says, for the same reader.",
  }),
];
