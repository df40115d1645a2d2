import { type Route, route } from "#server/kit/rest/route.ts";
import { listMacros, readMacro } from "./listing.ts";
import { previewMacro, runMacro } from "./running.ts";
import { createMacro, deleteMacro, updateMacro } from "./writing.ts";

const tag = "Macros";
const one = "/v1/macros/{macroId}";
const onConversation = "/v1/conversations/{conversationId}/macros/{macroId}";
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = { operation: updateMacro, tag, ...versioned, ...matching };
const errors = ["already_exists", "precondition_failed"];

export const macroRoutes: Route[] = [
  route({ method: "get", path: "/v1/macros", operation: listMacros, tag, summary: "List macros" }),
  route({
    method: "post",
    path: "/v1/macros",
    operation: createMacro,
    tag,
    summary: "Create a macro",
    errors: ["already_exists", "limit_reached"],
    ...versioned,
  }),
  route({ method: "get", path: one, operation: readMacro, tag, summary: "Read a macro", ...versioned }),
  route({ method: "patch", path: one, summary: "Change or share a macro", errors, ...change }),
  route({ method: "put", path: one, summary: "Change a macro; what is not given stays", errors, ...change }),
  route({
    method: "delete",
    path: one,
    operation: deleteMacro,
    tag,
    summary: "Delete a macro",
    errors: ["precondition_failed"],
    ...matching,
  }),
  route({
    method: "post",
    path: onConversation,
    operation: runMacro,
    tag,
    summary: "Run a macro on a conversation",
    risk: "sends",
    description:
      "Its actions are done one after the other in one transaction, each with its own outcome; one that fails takes back only itself. Each is checked as by its own route, with the caller's permissions. POST /v1/jobs/{jobId}/undo puts back what it changed.",
  }),
  route({
    method: "post",
    path: `${onConversation}/preview`,
    operation: previewMacro,
    tag,
    summary: "See what a macro would do to a conversation",
    description: "The outcome of each action as it would be now, and what would be written. Nothing is done.",
  }),
];
