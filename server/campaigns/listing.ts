import { invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { readsAll } from "#server/core/rights.ts";
import { templateById, whatsappChannel } from "#server/templates/access.ts";
import { countFailures } from "#server/templates/messages/counting.sql.ts";
import { messagesOf } from "#server/templates/messages/messages.sql.ts";
import { countRecipients, findRecipients } from "#server/templates/messages/recipients.sql.ts";
import { viewTemplateMessage } from "#server/templates/messages/template-messages.ts";
import { personReadsAll } from "#server/users/access.ts";
import { countCampaigns, findCampaigns } from "./access.sql.ts";
import { audienceOf, type CampaignRow, readableCampaign } from "./access.ts";
import { countersOf, emptyCounter } from "./counters.ts";
import { requireOutreach, unnamed } from "./permitting.ts";
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
    const { status, search, limit } = input;
    const filters = { companyId: actor.companyId, channelId: channel?.id, status, search };
    const total = await countCampaigns(filters);
    const found = await findCampaigns(filters, { limit, offset: offsetOf(input) });
    return { pagination: paginate(input, total, false, null), result: await viewed(actor, found) };
  },
});

async function viewed(actor: Actor, found: readonly CampaignRow[]) {
  const counters = await countersOf(
    actor,
    found.map(({ id }) => id),
  );
  return found.map((campaign) => viewCampaign(campaign, counters.get(campaign.id) ?? emptyCounter()));
}

/** As it stands, with its counters. */
export async function oneViewed(actor: Actor, campaign: CampaignRow) {
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

/** GET .../campaigns/{campaignId}/full: websites_read alone shows the numbers to tokens of who reads all (J8). */
export const readFullCampaign = query({
  name: "campaigns.full",
  access: "websites_read",
  input: campaignIdInput,
  output: fullCampaignSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", campaignId: given.campaignId ?? "" }),
  async run({ actor, input }) {
    const campaign = await onChannel(actor, input);
    const found = await messagesOf(actor.companyId, campaign.id);
    const messages = (await personReadsAll(actor)) ? found : found.map(unnamed);
    return { ...(await oneViewed(actor, campaign)), events: messages.map(viewTemplateMessage) };
  },
});

/** Filters may name people: their values are for who reads contacts. */
function describe(audience: CampaignAudience, open: boolean): string {
  if (audience.type === "tags") return audience.tags.join(", ");
  if (audience.type === "contacts") return String(audience.contactIds.length);
  if (audience.type === "csv")
    return String(audience.text.split(/\r?\n/).filter((line) => line.trim() !== "").length - 1);
  return Object.entries(audience.filters)
    .map(([name, value]) => (open ? `${name}: ${value}` : name))
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
    const failures = await countFailures(actor.companyId, campaign.id, ["failed", "invalid"]);
    const { variables, sendRate, recipients, stopCode, createdBy } = campaign;
    return {
      campaign: await oneViewed(actor, campaign),
      template: { ...template, id: String(template.number) },
      audience: { type: audience.type, description: describe(audience, readsAll(actor)) },
      variables,
      sendRate,
      recipients,
      stopCode,
      createdBy,
      failures,
    };
  },
});

/** The recipients of a campaign in their order, a page after the other; named, and searched, by who reads all contacts. */
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
    const filters = { companyId: actor.companyId, campaignId: campaign.id, status, search };
    const open = readsAll(actor);
    const hidden = !open && search !== undefined && search !== "";
    const total = hidden ? 0 : await countRecipients(filters);
    const found = hidden ? [] : await findRecipients(filters, after, limit + 1);
    const shown = found.slice(0, limit);
    const more = found.length > limit;
    const next = more ? encodeCursor(list, [shown.at(-1)?.number ?? 0]) : null;
    const request = { limit, page: 1, cursor };
    return {
      pagination: paginate(request, total, more, next),
      data: (open ? shown : shown.map(unnamed)).map((message) => ({
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
    requireOutreach(actor);
    const campaign = await onChannel(actor, input);
    const { channelId, name, variables, media, sendRate, templateNumber } = campaign;
    const audience = await audienceOf(campaign);
    return { channelId, templateId: String(templateNumber), name, audience, variables, media, sendRate };
  },
});
