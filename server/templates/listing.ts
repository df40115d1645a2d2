import { z } from "zod";
import { viewChannels } from "#server/channels/viewing.ts";
import { query } from "#server/core/operation.ts";
import { channelsWithTemplates, readableTemplate, templatesOf, whatsappChannel } from "./access.ts";
import {
  listTemplatesInput,
  templateIdInput,
  templateList,
  templateSchema,
  usageSchema,
  whatsappChannels,
} from "./schema.ts";
import { campaignsOf, sentOf } from "./usage.sql.ts";
import { viewTemplate } from "./viewing.ts";

/** GET /v1/whatsapp (J1) */
export const listWhatsappChannels = query({
  name: "templates.channels",
  access: "websites_read",
  input: z.object({}),
  output: whatsappChannels,
  example: () => ({}),
  run: async ({ actor }) => ({ result: await viewChannels(actor, await channelsWithTemplates(actor)) }),
});

/** GET /v1/whatsapp/{channelId}/templates; without a channel: of all. Newest first. */
export const listTemplates = query({
  name: "templates.list",
  access: "websites_read",
  input: listTemplatesInput,
  output: templateList,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input }) {
    const channel = input.channelId === undefined ? undefined : await whatsappChannel(actor, input.channelId);
    const { status, category, search } = input;
    const filters = { channelId: channel?.id, status, category, search };
    return { result: (await templatesOf(actor, filters)).map(viewTemplate) };
  },
});

/** GET /v1/whatsapp/{channelId}/templates/{templateId}; without a channel: of any. */
export const readTemplate = query({
  name: "templates.get",
  access: "websites_read",
  input: templateIdInput.extend({ channelId: z.string().optional() }),
  output: templateSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", templateId: given.templateId ?? "" }),
  async run({ actor, input }) {
    const channel = input.channelId === undefined ? undefined : await whatsappChannel(actor, input.channelId);
    return viewTemplate(await readableTemplate(actor, input.templateId, channel?.id));
  },
});

/** Where a template is used: its campaigns, and what became of its messages. */
export const templateUsage = query({
  name: "templates.usage",
  access: "websites_read",
  input: templateIdInput,
  output: usageSchema,
  example: (given) => ({ templateId: given.templateId ?? "" }),
  async run({ actor, input }) {
    const template = await readableTemplate(actor, input.templateId);
    const campaigns = await campaignsOf(template);
    return {
      template: viewTemplate(template),
      ...(await sentOf(template)),
      lastSentAt: template.lastSentAt,
      campaigns,
    };
  },
});
