import { day, nowMs } from "#server/base/clock.ts";
import { invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { ownCompany, requireFeature, settingsOf } from "#server/companies/access.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableTemplate, type TemplateRow, whatsappChannel } from "#server/templates/access.ts";
import { keepHeader, refuseHeader } from "#server/templates/messages/header-files.ts";
import { readable, slotsOf } from "#server/templates/rules.ts";
import { type Media, sentTemplateSchema } from "#server/templates/schema.ts";
import { refuseUnapproved, refuseUnconnected, sendTemplate } from "#server/templates/sending.ts";
import { destinationDigits } from "#server/templates/targeting.ts";
import { findCampaign } from "./access.sql.ts";
import { readableCampaign } from "./access.ts";
import { RecipientSorter, valuesFor } from "./excluding.ts";
import { oneViewed } from "./listing.ts";
import { requireOutreach } from "./permitting.ts";
import { filtersOf, type Recipient, recipientsOf } from "./recipients.ts";
import { scheduledTime } from "./scheduling.ts";
import {
  type CampaignAudience,
  createCampaignInput,
  dryRunInput,
  dryRunSchema,
  type Source,
  simpleCampaignSchema,
  testSendInput,
} from "./schema.ts";

type Draft = {
  channelId: string;
  templateId: number;
  audience?: CampaignAudience;
  variables: Record<string, Source>;
  media?: Media | undefined;
};

async function channelAndTemplate(actor: Actor, draft: Draft) {
  const channel = await whatsappChannel(actor, draft.channelId);
  const template = await readableTemplate(actor, draft.templateId, channel.id);
  const keys = slotsOf(template.components).map(({ key }) => key);
  const unknown = Object.keys(draft.variables).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw invalidField(`variables.${unknown}`, "The template has no such variable.", "unknown_variable");
  await refuseHeader(template, draft.media ?? null);
  return { channel, template };
}

/** Reads the start of an audience, to refuse one that cannot be read. */
async function refuseUnreadable(actor: Actor, audience: CampaignAudience): Promise<void> {
  await recipientsOf(actor, audience, { country: undefined }).next();
}

/** A campaign: its audience is frozen when it starts. */
export const createCampaign = command({
  name: "campaigns.create",
  access: "websites_write",
  input: createCampaignInput,
  output: simpleCampaignSchema,
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    templateId: given.templateId ?? "",
    name: "June",
    audience: { type: "tags" as const, tags: ["vip"] },
    scheduledAt: new Date(nowMs() + 30 * day).toISOString(),
  }),
  async run({ actor, input, now, emit }) {
    requireOutreach(actor);
    const { campaignId = newId() } = input;
    const made =
      input.campaignId && (await findCampaign(actor.companyId, campaignId, { channelId: undefined, lock: false }));
    // The answer may have been lost on its way: whoever asks again writes to nobody twice.
    if (made) return oneViewed(actor, made);
    const company = await ownCompany(actor);
    await requireFeature(actor, "campaigns");
    const { channel, template } = await channelAndTemplate(actor, input);
    await refuseUnreadable(actor, input.audience);
    filtersOf(input.audience, "new");
    const at = scheduledTime(input.scheduledAt, settingsOf(company.settings).timeZone, now);
    refuseUnapproved(template);
    refuseUnconnected(channel);
    const { name, audience, variables, media, sendRate } = input;
    const { count } = await prisma.campaign.createMany({
      data: {
        companyId: actor.companyId,
        id: campaignId,
        channelId: channel.id,
        templateId: template.id,
        name,
        audience,
        variables,
        ...(media ? { media } : {}),
        sendRate,
        scheduledAt: at,
        createdBy: actor.userId ?? actor.id,
        createdAt: now,
        updatedAt: now,
      },
      skipDuplicates: true,
    });
    if (count > 0) {
      await keepHeader(actor.companyId, media, new Date(at.getTime() + day));
      emit({ type: "campaign/changed", channelId: channel.id, data: { id: campaignId } });
      if (at <= now) emit({ type: "campaign/run", channelId: channel.id, data: { id: campaignId } });
    }
    return oneViewed(actor, await readableCampaign(actor, campaignId));
  },
});

const shownRows = 200;
const shownSamples = 5;

/** Lists who would get the message, who would not and why. Sends nothing. */
export const dryRun = query({
  name: "campaigns.dryRun",
  access: "websites_write",
  input: dryRunInput,
  output: dryRunSchema,
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    templateId: given.templateId ?? "",
    audience: { type: "filters" as const, filters: { status: "new" } },
  }),
  async run({ actor, input, now }) {
    requireOutreach(actor);
    filtersOf(input.audience, "new");
    const { template } = await channelAndTemplate(actor, input);
    const { country } = await matchingSettings(actor);
    const { variables, media = null } = input;
    const sorter = new RecipientSorter(actor, { campaignId: null, template, variables, media }, now);
    const result = new Tally(template);
    for await (const recipients of recipientsOf(actor, input.audience, { country, template })) {
      for (const sorted of await sorter.sort(recipients)) result.add(sorted);
    }
    return result.summary();
  },
});

type Excluded = { row: number | null; destination: string; name: string; code: string; reason: string };

/** The result of a dry run. */
class Tally {
  private readonly template: TemplateRow;
  private total = 0;
  private sendable = 0;
  private readonly counts = new Map<string, { code: string; reason: string; count: number }>();
  private readonly rows: Excluded[] = [];
  private readonly samples: { destination: string; name: string; text: string }[] = [];

  constructor(template: TemplateRow) {
    this.template = template;
  }

  add({ recipient, message }: Awaited<ReturnType<RecipientSorter["sort"]>>[number]): void {
    this.total += 1;
    const { destination, name, failureCode: code, failureReason: reason } = message;
    if (code === null) {
      this.sendable += 1;
      const { text } = readable(this.template.components, message.variables);
      if (this.samples.length < shownSamples) this.samples.push({ destination, name, text });
      return;
    }
    const known = this.counts.get(code) ?? { code, reason: reason ?? "", count: 0 };
    this.counts.set(code, { ...known, count: known.count + 1 });
    if (this.rows.length < shownRows)
      this.rows.push({ row: recipient.row, destination, name, code, reason: reason ?? "" });
  }

  summary() {
    const excluded = [...this.counts.values()].sort((a, b) => b.count - a.count);
    const { total, sendable, rows, samples } = this;
    return { campaignId: newId(), total, sendable, excluded, rows, samples };
  }
}

/** Sends the message, as a recipient will get it, to a number of one's own. */
export const testSend = command({
  name: "campaigns.testSend",
  access: "websites_write",
  input: testSendInput,
  output: sentTemplateSchema,
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    templateId: given.templateId ?? "",
    destination: "+54 9 11 5555-1234",
    variables: { "1": { from: "contact" as const, value: "name", fallback: "Ana" } },
  }),
  async run({ actor, input }) {
    const { country } = await matchingSettings(actor);
    const phone = destinationDigits(input.destination, country);
    const { template } = await channelAndTemplate(actor, input);
    const self: Recipient = { contact: null, phone, written: phone, name: actor.name, row: null, columns: {} };
    const { values } = valuesFor({ template, variables: input.variables }, self);
    const samples = Object.fromEntries(slotsOf(template.components).map(({ key, example }) => [key, example]));
    const { channelId, templateId, destination, media } = input;
    const variables = { ...samples, ...values };
    return sendTemplate.execute(actor, { channelId, templateId, destination, variables, ...(media ? { media } : {}) });
  },
});
