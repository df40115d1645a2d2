import { type Route, route } from "#server/kit/rest/route.ts";
import { joinTeam, leaveTeam, setMember } from "./joining.ts";
import { listMembers, listTeams, readTeam } from "./listing.ts";
import { createTeam, deleteTeam, updateTeam } from "./writing.ts";

const tag = "Teams";
const one = "/v1/teams/{teamId}";
const member = `${one}/members/{userId}`;
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = {
  operation: updateTeam,
  tag,
  errors: ["already_exists", "precondition_failed"],
  ...versioned,
  ...matching,
};
const joining = {
  tag,
  errors: ["limit_reached", "precondition_failed"],
  ...versioned,
  ...matching,
};

export const teamRoutes: Route[] = [
  route({ method: "get", path: "/v1/teams", operation: listTeams, tag, summary: "List teams" }),
  route({
    method: "post",
    path: "/v1/teams",
    operation: createTeam,
    tag,
    summary: "Create a team",
    errors: ["already_exists", "limit_reached"],
    ...versioned,
  }),
  route({ method: "get", path: one, operation: readTeam, tag, summary: "Read a team", ...versioned }),
  route({ method: "patch", path: one, summary: "Change a team", ...change }),
  route({ method: "put", path: one, summary: "Change a team; what is not given stays", ...change }),
  route({
    method: "delete",
    path: one,
    operation: deleteTeam,
    tag,
    summary: "Delete a team",
    description: "Its conversations belong to no team then; its saved views go.",
    errors: ["precondition_failed"],
    ...matching,
  }),
  route({ method: "get", path: `${one}/members`, operation: listMembers, tag, summary: "List the members of a team" }),
  route({ method: "post", path: `${one}/members`, operation: joinTeam, summary: "Add a member to a team", ...joining }),
  route({
    method: "put",
    path: member,
    operation: setMember,
    summary: "Add a member, or change their role",
    ...joining,
  }),
  route({
    method: "delete",
    path: member,
    operation: leaveTeam,
    tag,
    summary: "Take a member out of a team",
    errors: ["precondition_failed"],
    ...versioned,
    ...matching,
  }),
];
