import { invalidField } from "#server/base/errors.ts";
import { channelsOf } from "#server/channels/access.ts";
import { attachChatbot } from "#server/channels/attaching.ts";
import { aiEndpointsOf, readableChatbot } from "#server/chatbots/access.ts";
import { assignChannelsInput, chatbotSchema } from "#server/chatbots/schema.ts";
import { viewChatbot } from "#server/chatbots/viewing.ts";
import { command } from "#server/core/operation.ts";

/** PUT /v1/chatbots/{chatbotId}/channels (H2): replaces the whole list; takes channels over from other chatbots. */
export const assignChannels = command({
  name: "chatbots.assignChannels",
  access: "websites_write",
  input: assignChannelsInput,
  output: chatbotSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", channels: [given.channelId ?? ""] }),
  async run({ actor, input, now, emit }) {
    const chatbot = await readableChatbot(actor, input.chatbotId, true);
    const known = await channelsOf(actor);
    input.channels.forEach((id, index) => {
      if (!known.some((channel) => channel.id === id)) {
        throw invalidField(`channels.${index}`, "No such channel.", "unknown_reference");
      }
    });
    const wanted = new Set(input.channels);
    for (const channel of known) {
      const serves = channel.chatbotId === chatbot.id;
      if (wanted.has(channel.id) === serves) continue;
      await attachChatbot(actor, channel.id, serves ? null : chatbot.id, now);
      emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id } });
    }
    emit({ type: "chatbot/changed", data: { id: chatbot.id } });
    return viewChatbot(chatbot, await channelsOf(actor), await aiEndpointsOf(actor));
  },
});
