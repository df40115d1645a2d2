import { type Route, route } from "#server/kit/rest/route.ts";
import { createUser } from "./creating.ts";
import { deactivateUser, updateUser } from "./editing.ts";
import { listUsers, readOwnUser, readUser } from "./listing.ts";
import { makePasswordLink } from "./resets/resetting.ts";

const tag = "Users";
const one = "/v1/users/{userId}";
const versioned = { etagKey: "updatedAt" };

export const userRoutes: Route[] = [
  route({ method: "get", path: "/v1/users", operation: listUsers, tag, summary: "List users" }),
  route({
    method: "post",
    path: "/v1/users",
    operation: createUser,
    tag,
    summary: "Create a user",
    errors: ["plan_limit_reached", "already_exists"],
  }),
  route({
    method: "get",
    path: "/v1/users/me",
    operation: readOwnUser,
    tag,
    summary: "Read the user who owns the token",
  }),
  route({ method: "get", path: one, operation: readUser, tag, summary: "Read a user", ...versioned }),
  route({
    method: "patch",
    path: one,
    operation: updateUser,
    tag,
    summary: "Change a user",
    description: "A new role, a new password or a deactivation ends all sessions of the user.",
    errors: ["plan_limit_reached", "already_exists", "conflict", "precondition_failed"],
    headers: { ifMatch: "If-Match" },
    ...versioned,
  }),
  route({
    method: "delete",
    path: one,
    operation: deactivateUser,
    tag,
    summary: "Deactivate a user",
    description: "Users are never deleted: their name stays in histories.",
    errors: ["conflict"],
  }),
  route({
    method: "post",
    path: `${one}/password-link`,
    operation: makePasswordLink,
    tag,
    summary: "Make a link with which a user chooses a new password",
    description: "It works once, within an hour. Then all sessions of the user end.",
  }),
];
