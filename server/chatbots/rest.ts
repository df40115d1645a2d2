import { type Route, route } from "#server/rest/route.ts";
import { assignChannels } from "./assigning.ts";
import { listChatbots } from "./listing.ts";

const tag = "Chatbots";

export const chatbotRoutes: Route[] = [
  route({ method: "get", path: "/v1/chatbots", operation: listChatbots, tag, summary: "List chatbots" }),
  route({
    method: "put",
    path: "/v1/chatbots/{chatbotId}/channels",
    operation: assignChannels,
    tag,
    summary: "Assign a chatbot to channels",
    description: "Full replacement. A channel of another chatbot moves to this one; an empty list detaches all.",
  }),
];
