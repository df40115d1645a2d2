import { type Route, route } from "#server/kit/rest/route.ts";
import { createPolicy, deletePolicy, listPolicies, readPolicy, updatePolicy } from "./policies.ts";

const tag = "Service levels";
const all = "/v1/sla-policies";
const one = `${all}/{slaPolicyId}`;
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = { operation: updatePolicy, tag, errors: ["precondition_failed"], ...versioned, ...matching };

export const slaRoutes: Route[] = [
  route({ method: "get", path: all, operation: listPolicies, tag, summary: "List service levels" }),
  route({
    method: "post",
    path: all,
    operation: createPolicy,
    tag,
    summary: "Create a service level",
    description: "The first one, in their order, whose conditions a conversation meets applies to it.",
    errors: ["limit_reached"],
    ...versioned,
  }),
  route({ method: "get", path: one, operation: readPolicy, tag, summary: "Read a service level", ...versioned }),
  route({ method: "patch", path: one, summary: "Change a service level", ...change }),
  route({ method: "put", path: one, summary: "Change a service level; what is not given stays", ...change }),
  route({
    method: "delete",
    path: one,
    operation: deletePolicy,
    tag,
    summary: "Delete a service level",
    description: "Its clocks stop; what was told of them stays told.",
    errors: ["precondition_failed"],
    ...matching,
  }),
];
