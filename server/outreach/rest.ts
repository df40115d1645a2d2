import { type Route, route } from "#server/kit/rest/route.ts";
import { startConversation } from "./starting.ts";

export const outreachRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/messages",
    operation: startConversation,
    tag: "Messages",
    summary: "Write to a person",
    risk: "sends",
    description:
      "Finds or makes the contact and the conversation. Free text inside the 24-hour window, a template at any time. " +
      "The open conversation is used unless newConversation.",
    status: 202,
    errors: ["messaging_window_closed", "template_not_approved", "conflict"],
  }),
];
