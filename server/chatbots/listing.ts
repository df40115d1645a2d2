import { z } from "zod";
import { channelsOf } from "#server/channels/access.ts";
import { query } from "#server/core/operation.ts";
import { aiEndpointsOf, chatbotsOf } from "./access.ts";
import { chatbotSchema } from "./schema.ts";
import { viewChatbot } from "./viewing.ts";

/** GET /v1/chatbots */
export const listChatbots = query({
  name: "chatbots.list",
  access: "websites_read",
  input: z.object({}),
  output: z.array(chatbotSchema),
  example: () => ({}),
  async run({ actor }) {
    const chatbots = await chatbotsOf(actor);
    const channels = await channelsOf(actor);
    const aiEndpoints = await aiEndpointsOf(actor);
    return chatbots.map((chatbot) => viewChatbot(chatbot, channels, aiEndpoints));
  },
});
