import { z } from "zod";
import { featuresOf, ownCompany } from "#server/companies/access.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { templateById } from "#server/templates/access.ts";
import { insertTemplateMessages } from "#server/templates/messages/template-messages.ts";
import { keepForGood } from "#server/uploads/attaching.ts";
import { audienceOf, type CampaignRow, readableCampaign } from "./access.ts";
import { RecipientSorter } from "./excluding.ts";
import { recipientsOf } from "./recipients.ts";
import { endCampaign, stopReasonOf } from "./stopping.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/**
 * One row per recipient, with its variables filled in: later changes to a contact do not change the campaign
 * (channels.md 6).
 */
async function freeze(context: Context, campaign: CampaignRow): Promise<number> {
  const { actor, now } = context;
  const template = await templateById(actor, campaign.templateId);
  const { country } = await matchingSettings(actor);
  const plan = { campaignId: campaign.id, template, variables: campaign.variables, media: campaign.media };
  const sorter = new RecipientSorter(actor, plan, now);
  let count = 0;
  for await (const recipients of recipientsOf(actor, await audienceOf(campaign), { country, template })) {
    const messages = (await sorter.sort(recipients)).map(({ message }) => message);
    count += messages.length;
    await insertTemplateMessages(actor, now, messages);
  }
  return count;
}

const leftOut = { code: "plan_limit_reached", reason: "The plan no longer includes campaigns." };

/** SCHEDULED to SENDING, the audience frozen in the same transaction: killed half-way, it begins anew. */
export const startCampaign = command({
  name: "campaigns.start",
  access: "system",
  input: z.object({ campaignId: z.string() }),
  output: z.object({ started: z.boolean() }),
  example: (given) => ({ campaignId: given.campaignId ?? "" }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const campaign = await readableCampaign(actor, input.campaignId, undefined, true);
    if (campaign.status !== "SCHEDULED" || campaign.scheduledAt > now) return { started: false };
    const included = featuresOf(await ownCompany(actor)).campaigns !== false;
    const fault = included ? await stopReasonOf(context, campaign) : leftOut;
    if (fault) {
      await endCampaign(context, campaign, ["SCHEDULED"], "STOPPED", fault);
      return { started: false };
    }
    const recipients = await freeze(context, campaign);
    // All of its conversations show it: a copy for each would fill the disk.
    if (campaign.media) await keepForGood(actor.companyId, campaign.media.link);
    await prisma.campaign.update({
      where: { companyId_id: { companyId: actor.companyId, id: campaign.id } },
      data: { status: "SENDING", recipients, startedAt: now, updatedAt: now },
      select: { id: true },
    });
    emit({ type: "campaign/changed", channelId: campaign.channelId, data: { id: campaign.id } });
    return { started: true };
  },
});

/** An audience that cannot be frozen stops its campaign instead of trying for ever. */
export const giveUpCampaign = command({
  name: "campaigns.giveUp",
  access: "system",
  input: z.object({ campaignId: z.string(), code: z.string(), reason: z.string() }),
  output: z.object({}),
  example: (given) => ({ campaignId: given.campaignId ?? "", code: "limit_reached", reason: "Too many recipients." }),
  async run(context) {
    const { campaignId, code, reason } = context.input;
    const campaign = await readableCampaign(context.actor, campaignId);
    await endCampaign(context, campaign, ["SCHEDULED", "SENDING"], "STOPPED", { code, reason });
    return {};
  },
});

/** Campaigns whose time has come. */
export const listDue = command({
  name: "campaigns.listDue",
  access: "system",
  input: z.object({}),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor, now }) {
    const due = await prisma.campaign.findMany({
      where: { companyId: actor.companyId, status: "SCHEDULED", scheduledAt: { lte: now } },
      select: { id: true },
      orderBy: [{ scheduledAt: "asc" }, { id: "asc" }],
      take: 20,
    });
    return { ids: due.map(({ id }) => id) };
  },
});
