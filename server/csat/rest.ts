import { type Route, route } from "#server/kit/rest/route.ts";
import { listCsatResponses, readCsatResponse } from "./listing.ts";
import { readCsatSettings, updateCsatSettings } from "./settings.ts";

const tag = "Satisfaction";

export const csatRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/csat-responses",
    operation: listCsatResponses,
    tag,
    summary: "List questions about closed conversations, and their answers",
  }),
  route({
    method: "get",
    path: "/v1/csat-responses/{csatResponseId}",
    operation: readCsatResponse,
    tag,
    summary: "Read a question and its answer",
  }),
  route({
    method: "get",
    path: "/v1/csat-settings",
    operation: readCsatSettings,
    tag,
    summary: "Read how people are asked whether they were satisfied",
  }),
  route({
    method: "patch",
    path: "/v1/csat-settings",
    operation: updateCsatSettings,
    tag,
    summary: "Change how people are asked whether they were satisfied",
    description: "What is not given stays. Off by default.",
  }),
];
