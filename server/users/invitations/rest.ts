import { type Route, route } from "#server/kit/rest/route.ts";
import { listInvitations } from "./listing.ts";
import { createInvitation, renewInvitation, revokeInvitation } from "./writing.ts";

const tag = "Users";
const one = "/v1/invitations/{invitationId}";

export const invitationRoutes: Route[] = [
  route({ method: "get", path: "/v1/invitations", operation: listInvitations, tag, summary: "List open invitations" }),
  route({
    method: "post",
    path: "/v1/invitations",
    operation: createInvitation,
    tag,
    summary: "Invite a person to the team",
    risk: "sends",
    description:
      "The person opens the link within seven days and chooses a name and a password. It works once. In a day 5 mails go to one address, in an hour 200 of a company; with `mail` false you pass the link on yourself.",
    errors: ["plan_limit_reached", "already_exists"],
  }),
  route({
    method: "post",
    path: `${one}/renew`,
    operation: renewInvitation,
    tag,
    summary: "Make a new link for an invitation",
    risk: "sends",
    description: "It is good for seven days; the former link opens nothing any more.",
    errors: ["plan_limit_reached", "already_exists"],
  }),
  route({ method: "delete", path: one, operation: revokeInvitation, tag, summary: "Take an invitation back" }),
];
