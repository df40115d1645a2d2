import { invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { empty, likeLiteral, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { templateById, whatsappChannel } from "#server/templates/access.ts";
import { type TemplateMessageRow, viewTemplateMessage } from "#server/templates/template-messages.ts";
import {
  audienceOf,
  type CampaignRow,
  campaignColumns,
  campaignTables,
  countersOf,
  emptyCounter,
  readableCampaign,
} from "./access.ts";
import {
  type CampaignAudience,
  campaignDetailSchema,
  campaignIdInput,
  campaignPage,
  copySchema,
  fullCampaignSchema,
  listCampaignsInput,
  recipientPage,
  recipientsInput,
  simpleCampaignSchema,
} from "./schema.ts";
import { viewCampaign } from "./viewing.ts";

/** GET /v1/whatsapp/{channelId}/campaigns (J8); without a channel: of all. Newest first. */
export const listCampaigns = query({
  name: "campaigns.list",
  access: "websites_read",
  input: listCampaignsInput,
  output: campaignPage,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input }) {
    const channel = input.channelId === undefined ? undefined : await whatsappChannel(actor, input.channelId);
    const { status, search } = input;
    const pattern = `%${likeLiteral((search ?? "").toLowerCase())}%`;
    const on = sql`g."companyId" = ${actor.companyId}${channel ? sql` and g."channelId" = ${channel.id}` : empty}${
      status && status.length > 0 ? sql` and g."status" = any(${status}::text[])` : empty
    }${search ? sql` and lower(g."name") like ${pattern}` : empty}`;
    const counted = await row<{ total: number }>(sql`select count(*)::int as "total" from campaigns g where ${on}`);
    const found = await rows<CampaignRow>(sql`
      select ${campaignColumns} from ${campaignTables} where ${on}
      order by g."id" desc limit ${input.limit} offset ${offsetOf(input)}`);
    return { pagination: paginate(input, counted?.total ?? 0, false, null), result: await viewed(actor, found) };
  },
});

async function viewed(actor: Actor, found: readonly CampaignRow[]) {
  const counters = await countersOf(
    actor,
    found.map(({ id }) => id),
  );
  return found.map((campaign) => viewCampaign(campaign, counters.get(campaign.id) ?? emptyCounter()));
}

async function oneViewed(actor: Actor, campaign: CampaignRow) {
  const [view] = await viewed(actor, [campaign]);
  return view ?? viewCampaign(campaign, emptyCounter());
}

async function onChannel(
  actor: Actor,
  { campaignId, channelId }: { campaignId: string; channelId?: string | undefined },
) {
  const channel = channelId === undefined ? undefined : await whatsappChannel(actor, channelId);
  return readableCampaign(actor, campaignId, channel?.id);
}

/** GET .../campaigns/{campaignId}/simple */
export const readCampaign = query({
  name: "campaigns.simple",
  access: "websites_read",
  input: campaignIdInput,
  output: simpleCampaignSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", campaignId: given.campaignId ?? "" }),
  run: async ({ actor, input }) => oneViewed(actor, await onChannel(actor, input)),
});

/** GET .../campaigns/{campaignId}/full */
export const readFullCampaign = query({
  name: "campaigns.full",
  access: "websites_read",
  input: campaignIdInput,
  output: fullCampaignSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", campaignId: given.campaignId ?? "" }),
  async run({ actor, input }) {
    const campaign = await onChannel(actor, input);
    const messages = await rows<TemplateMessageRow>(sql`
      select e.* from campaign_messages e where e."companyId" = ${actor.companyId} and e."campaignId" = ${campaign.id}
      order by e."number"`);
    return { ...(await oneViewed(actor, campaign)), events: messages.map(viewTemplateMessage) };
  },
});

function describe(audience: CampaignAudience): string {
  if (audience.type === "tags") return audience.tags.join(", ");
  if (audience.type === "contacts") return String(audience.contactIds.length);
  if (audience.type === "csv")
    return String(audience.text.split(/\r?\n/).filter((line) => line.trim() !== "").length - 1);
  return Object.entries(audience.filters)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}

/** Everything a screen shows of a campaign but its recipients. */
export const campaignDetail = query({
  name: "campaigns.get",
  access: "websites_read",
  input: campaignIdInput,
  output: campaignDetailSchema,
  example: (given) => ({ campaignId: given.campaignId ?? "" }),
  async run({ actor, input }) {
    const campaign = await onChannel(actor, input);
    const template = await templateById(actor, campaign.templateId);
    const audience = await audienceOf(campaign);
    const failures = await rows<{ code: string; reason: string; count: number }>(sql`
      select "failureCode" as "code", max("failureReason") as "reason", count(*)::int as "count"
      from campaign_messages where "companyId" = ${actor.companyId} and "campaignId" = ${campaign.id}
        and "status" in ('failed', 'invalid') and "failureCode" is not null
      group by "failureCode" order by 3 desc, 1`);
    const { variables, sendRate, recipients, stopCode, createdBy } = campaign;
    return {
      campaign: await oneViewed(actor, campaign),
      template: { ...template, id: String(template.number) },
      audience: { type: audience.type, description: describe(audience) },
      ...{ variables, sendRate, recipients, stopCode, createdBy, failures },
    };
  },
});

function recipientConditions(status: readonly string[] | undefined, search: string | undefined): Sql {
  const states = (status ?? []).filter((one) => one !== "answered");
  const answered = status?.includes("answered") ? sql` and e."answeredAt" is not null` : empty;
  const pattern = `%${likeLiteral((search ?? "").toLowerCase())}%`;
  const found = search ? sql` and (e."destination" like ${pattern} or lower(e."name") like ${pattern})` : empty;
  return sql`${states.length > 0 ? sql` and e."status" = any(${states}::text[])` : empty}${answered}${found}`;
}

/** The recipients of a campaign in their order, a page after the other. */
export const listRecipients = query({
  name: "campaigns.recipients",
  access: "websites_read",
  input: recipientsInput,
  output: recipientPage,
  example: (given) => ({ campaignId: given.campaignId ?? "" }),
  async run({ actor, input }) {
    const { campaignId, status, search, limit, cursor } = input;
    const campaign = await readableCampaign(actor, campaignId);
    const list = { campaignId, status, search };
    const [after = 0] = cursor ? decodeCursor(list, cursor) : [];
    if (typeof after !== "number") throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    const on = sql`e."companyId" = ${actor.companyId} and e."campaignId" = ${campaign.id}
      ${recipientConditions(status, search)}`;
    const counted = await row<{ total: number }>(
      sql`select count(*)::int as "total" from campaign_messages e where ${on}`,
    );
    const found = await rows<TemplateMessageRow>(sql`
      select e.* from campaign_messages e where ${on} and e."number" > ${after} order by e."number" limit ${limit + 1}`);
    const shown = found.slice(0, limit);
    const more = found.length > limit;
    const next = more ? encodeCursor(list, [shown.at(-1)?.number ?? 0]) : null;
    const request = { limit, page: 1, cursor };
    return {
      pagination: paginate(request, counted?.total ?? 0, more, next),
      data: shown.map((message) => ({
        ...message,
        ...viewTemplateMessage(message),
        contactId: message.contactId ?? "",
        conversationId: message.conversationId ?? "",
      })),
    };
  },
});

/** A campaign as the beginning of a new one. */
export const copyCampaign = query({
  name: "campaigns.copy",
  access: "websites_write",
  input: campaignIdInput,
  output: copySchema,
  example: (given) => ({ campaignId: given.campaignId ?? "" }),
  async run({ actor, input }) {
    const campaign = await onChannel(actor, input);
    const { channelId, name, variables, media, sendRate, templateNumber } = campaign;
    const audience = await audienceOf(campaign);
    return { channelId, templateId: String(templateNumber), name, audience, variables, media, sendRate };
  },
});
