import { type Route, route } from "#server/kit/rest/route.ts";
import { listTriggers, readOneTrigger } from "./listing.ts";
import { createTrigger, deleteTrigger, replaceTrigger, updateTrigger } from "./writing.ts";

const tag = "Triggers";
const all = "/v1/triggers";
const one = `${all}/{triggerId}`;
const versioned = { etagKey: "updatedAt" };
const change = { tag, errors: ["precondition_failed"], headers: { ifMatch: "If-Match" }, ...versioned };

export const triggerRoutes: Route[] = [
  route({ method: "get", path: all, operation: listTriggers, tag, summary: "List triggers" }),
  route({
    method: "post",
    path: all,
    operation: createTrigger,
    tag,
    summary: "Create a trigger",
    description: "It comes last: triggers are tried in order at each message of a visitor, and the first match fires.",
    errors: ["limit_reached"],
  }),
  route({ method: "get", path: one, operation: readOneTrigger, tag, summary: "Read a trigger", ...versioned }),
  route({ method: "put", path: one, operation: replaceTrigger, summary: "Replace a trigger", ...change }),
  route({ method: "patch", path: one, operation: updateTrigger, summary: "Change a trigger", ...change }),
  route({ method: "delete", path: one, operation: deleteTrigger, tag, summary: "Delete a trigger" }),
];
