import { type Route, route } from "#server/kit/rest/route.ts";
import { listRoles, readRole } from "./listing.ts";
import { createRole, deleteRole, updateRole } from "./writing.ts";

const tag = "Roles";
const one = "/v1/roles/{roleId}";
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };

export const roleRoutes: Route[] = [
  route({ method: "get", path: "/v1/roles", operation: listRoles, tag, summary: "List the company's own roles" }),
  route({
    method: "post",
    path: "/v1/roles",
    operation: createRole,
    tag,
    summary: "Create a role",
    description: "Nobody makes or gives a role with more than they have. Users get it by `roleId`.",
    errors: ["already_exists", "limit_reached"],
    ...versioned,
  }),
  route({ method: "get", path: one, operation: readRole, tag, summary: "Read a role", ...versioned }),
  route({
    method: "patch",
    path: one,
    operation: updateRole,
    tag,
    summary: "Change a role",
    description: "What is not given stays. It holds within seconds for everybody who has it.",
    errors: ["already_exists", "precondition_failed"],
    ...versioned,
    ...matching,
  }),
  route({
    method: "delete",
    path: one,
    operation: deleteRole,
    tag,
    summary: "Delete a role that nobody has",
    errors: ["conflict", "precondition_failed"],
    ...matching,
  }),
];
