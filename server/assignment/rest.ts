import { type Route, route } from "#server/kit/rest/route.ts";
import { dryRun, listDecisions } from "./explaining.ts";
import { createPolicy, deletePolicy, listPolicies, readPolicy, updatePolicy } from "./policies.ts";
import { changeAvailability, readAvailability } from "./presence.ts";
import { readWorkload } from "./workload.ts";

const tag = "Assignment";
const all = "/v1/assignment-policies";
const one = `${all}/{policyId}`;
const mine = "/v1/users/me/availability";
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = { operation: updatePolicy, tag, errors: ["precondition_failed"], ...versioned, ...matching };

export const assignmentRoutes: Route[] = [
  route({ method: "get", path: all, operation: listPolicies, tag, summary: "List assignment policies" }),
  route({
    method: "post",
    path: all,
    operation: createPolicy,
    tag,
    summary: "Create an assignment policy",
    errors: ["already_exists"],
    ...versioned,
  }),
  route({
    method: "post",
    path: `${all}/dry-run`,
    operation: dryRun,
    tag,
    summary: "Try out a policy on what waits now",
    description: "Changes nothing: says who would be given what, and why.",
  }),
  route({ method: "get", path: one, operation: readPolicy, tag, summary: "Read an assignment policy", ...versioned }),
  route({ method: "patch", path: one, summary: "Change an assignment policy", ...change }),
  route({ method: "put", path: one, summary: "Change an assignment policy; what is not given stays", ...change }),
  route({
    method: "delete",
    path: one,
    operation: deletePolicy,
    tag,
    summary: "Delete an assignment policy",
    errors: ["precondition_failed"],
    ...matching,
  }),
  route({
    method: "get",
    path: "/v1/conversations/{conversationId}/assignment-decisions",
    operation: listDecisions,
    tag,
    summary: "Say why a conversation was assigned",
  }),
  route({ method: "get", path: "/v1/workload", operation: readWorkload, tag, summary: "Read who holds how much" }),
  route({ method: "get", path: mine, operation: readAvailability, tag, summary: "Read one's own availability" }),
  route({ method: "put", path: mine, operation: changeAvailability, tag, summary: "Say whether one is available" }),
];
