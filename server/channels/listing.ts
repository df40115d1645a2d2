import { z } from "zod";
import { chatbotsById } from "#server/chatbots/access.ts";
import { featuresOf, ownCompany } from "#server/companies/access.ts";
import { query } from "#server/core/operation.ts";
import { channelsOf, readableChannel } from "./access.ts";
import { channelIdInput, channelNameSchema, channelSchema } from "./schema.ts";
import { viewChannels, viewOneChannel } from "./viewing.ts";

/** GET /v1/channels */
export const listChannels = query({
  name: "channels.list",
  access: "websites_read",
  input: z.object({}),
  output: z.array(channelSchema),
  example: () => ({}),
  async run({ actor }) {
    return viewChannels(actor, await channelsOf(actor));
  },
});

/** GET /v1/channels/{channelId} */
export const readChannel = query({
  name: "channels.read",
  access: "websites_read",
  input: channelIdInput,
  output: channelSchema,
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input }) {
    return viewOneChannel(actor, await readableChannel(actor, input.channelId));
  },
});

/** Names only, for filters and labels shown to people who may not see the set-up of channels. */
export const listChannelNames = query({
  name: "channels.names",
  access: "clients_read",
  input: z.object({}),
  output: z.array(channelNameSchema),
  example: () => ({}),
  async run({ actor }) {
    const channels = await channelsOf(actor);
    const serving = await chatbotsById(actor, [...new Set(channels.flatMap(({ chatbotId }) => chatbotId ?? []))]);
    const included = featuresOf(await ownCompany(actor)).enable_chatbot !== false;
    const awake = new Set(serving.filter(({ enabled, muted }) => included && enabled && !muted).map(({ id }) => id));
    return channels.map(({ id, type, label, settings, chatbotId }) => {
      const served = chatbotId !== null && awake.has(chatbotId);
      return { id, type, label, humanAgent: settings.humanAgent === true, served };
    });
  },
});
