import { type Route, route } from "#server/kit/rest/route.ts";
import { listRows } from "./listing.ts";
import { readDefinitions, readReport } from "./reading.ts";

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
    path: "/v1/reports/{name}",
    operation: readReport,
    tag,
    summary: "Read a report",
    description:
      "Days, weeks and months are those of the company's time zone. A range by hour covers at most 31 days, by day 400, by week 1200, by month 3700.",
  }),
  route({
    method: "get",
    path: "/v1/reports/{name}/rows",
    operation: listRows,
    tag,
    summary: "List what a figure of a report counts",
  }),
];
