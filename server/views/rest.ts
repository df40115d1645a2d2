import { countViews } from "#server/conversations/list/counting-views.ts";
import { type Route, route } from "#server/kit/rest/route.ts";
import { createView, deleteView, listViews, readView, updateView } from "./saving.ts";

const tag = "Views";
const one = "/v1/views/{viewId}";
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = { operation: updateView, tag, ...versioned, ...matching };
const errors = ["already_exists", "limit_reached", "precondition_failed"];

export const viewRoutes: Route[] = [
  route({ method: "get", path: "/v1/views", operation: listViews, tag, summary: "List views" }),
  route({
    method: "post",
    path: "/v1/views",
    operation: createView,
    tag,
    summary: "Save a view",
    errors: ["already_exists", "limit_reached"],
    ...versioned,
  }),
  route({
    method: "get",
    path: "/v1/views/counts",
    operation: countViews,
    tag,
    summary: "Count what views hold",
    description: "Exact and cheap: from counters. Where counters cannot tell, `count` is null: ask the list itself.",
  }),
  route({ method: "get", path: one, operation: readView, tag, summary: "Read a view", ...versioned }),
  route({ method: "patch", path: one, summary: "Change, share or move a view", errors, ...change }),
  route({ method: "put", path: one, summary: "Change a view; what is not given stays", errors, ...change }),
  route({
    method: "delete",
    path: one,
    operation: deleteView,
    tag,
    summary: "Delete a view",
    errors: ["precondition_failed"],
    ...matching,
  }),
];
