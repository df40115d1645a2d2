import { servingChatbot } from "#server/chatbots/access.ts";
import { mergedAppearance } from "#server/chatbots/configuration/appearance-layers.ts";
import { query } from "#server/core/operation.ts";
import { readableChannel } from "./access.ts";
import { channelIdInput, channelLookSchema } from "./schema.ts";
import { viewOneChannel } from "./viewing.ts";

/** What a channel's form needs: its own overrides, and what it looks like where it has none. */
export const readChannelAppearance = query({
  name: "channels.look",
  access: "websites_read",
  input: channelIdInput,
  output: channelLookSchema,
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input }) {
    const channel = await readableChannel(actor, input.channelId);
    const chatbot = await servingChatbot(actor, channel.id);
    return {
      channel: await viewOneChannel(actor, channel),
      inherited: mergedAppearance(chatbot?.appearance),
      botName: chatbot?.title ?? "",
    };
  },
});
