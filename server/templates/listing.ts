import { z } from "zod";
import { viewChannels } from "#server/channels/viewing.ts";
import { query } from "#server/core/operation.ts";
import { join, likeLiteral, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { channelsWithTemplates, readableTemplate, templatesWhere, whatsappChannel } from "./access.ts";
import {
  listTemplatesInput,
  templateIdInput,
  templateList,
  templateSchema,
  usageSchema,
  whatsappChannels,
} from "./schema.ts";
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

function conditions({ status, category, search }: z.output<typeof listTemplatesInput>): Sql[] {
  const pattern = `%${likeLiteral((search ?? "").toLowerCase())}%`;
  return [
    ...(status && status.length > 0 ? [sql`t."status" = any(${status}::text[])`] : []),
    ...(category && category.length > 0 ? [sql`t."category" = any(${category}::text[])`] : []),
    ...(search ? [sql`(lower(t."elementName") like ${pattern} or lower(t."text") like ${pattern})`] : []),
  ];
}

/** GET /v1/whatsapp/{channelId}/templates; without a channel: of all. Newest first. */
export const listTemplates = query({
  name: "templates.list",
  access: "websites_read",
  input: listTemplatesInput,
  output: templateList,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input }) {
    const channel = input.channelId === undefined ? undefined : await whatsappChannel(actor, input.channelId);
    const on = [...(channel ? [sql`t."channelId" = ${channel.id}`] : [sql`true`]), ...conditions(input)];
    return { result: (await templatesWhere(actor, join(on, " and "))).map(viewTemplate) };
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
    const own = sql`"companyId" = ${actor.companyId} and "templateId" = ${template.id}`;
    const counted = await row<{ sent: number; failed: number }>(sql`
      select count(*) filter (where "status" not in ('pending', 'invalid'))::int as "sent",
        count(*) filter (where "status" = 'failed')::int as "failed" from campaign_messages where ${own}`);
    const campaigns = await rows<{ id: string; name: string; status: string; scheduledAt: Date }>(sql`
      select "id", "name", "status", "scheduledAt" from campaigns where ${own} order by "id" desc limit 50`);
    const { sent = 0, failed = 0 } = counted ?? {};
    return { template: viewTemplate(template), sent, failed, lastSentAt: template.lastSentAt, campaigns };
  },
});
