import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { entryFor, type GraphAction } from "#server/channels/graph/errors.ts";
import type { EventData } from "#server/core/events/table.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { giveUpMs } from "#server/messages/queue/outcomes.ts";
import { countFailures, countFirst } from "#server/templates/messages/counting.sql.ts";
import { hasOpen, leftBehind } from "#server/templates/messages/queue.sql.ts";
import { withdraw } from "#server/templates/messages/withdrawing.ts";
import { endedCampaigns } from "./access.sql.ts";
import { type CampaignRow, readableCampaign } from "./access.ts";
import type { CampaignStatus } from "./choices.ts";
import { countersOf, emptyCounter } from "./counters.ts";
import { campaignIdInput, simpleCampaignSchema } from "./schema.ts";
import { findStanding } from "./sending.sql.ts";
import { viewCampaign } from "./viewing.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/**
 * Claiming a message takes this lock shared, ending the campaign takes it exclusively: after that no message leaves.
 */
export async function lockCampaign({ actor }: Context, campaignId: string, alone: boolean): Promise<void> {
  await takeTurn(`campaign:${actor.companyId}:${campaignId}`, alone ? "alone" : "with others");
}

/** Moves a campaign out of the given states (J9). Returns false where another call was faster. */
export async function endCampaign(
  context: Context,
  campaign: Pick<CampaignRow, "id" | "channelId">,
  from: CampaignStatus[],
  to: "SENT" | "STOPPED" | "CANCELLED",
  why: { code: string; reason: string } | null = null,
): Promise<boolean> {
  const { actor, now, emit } = context;
  const ended = await prisma.campaign.updateMany({
    where: { companyId: actor.companyId, id: campaign.id, status: { in: from } },
    data: {
      status: to,
      stopCode: why?.code ?? null,
      stopReason: why?.reason ?? null,
      finishedAt: now,
      heldBy: null,
      updatedAt: now,
    },
  });
  if (ended.count === 0) return false;
  const { channelId, id } = campaign;
  emit({ type: "campaign/changed", channelId, data: { id } });
  emit({ type: "campaign/finished", channelId, data: await finished(actor, id, to, now) });
  return true;
}

async function finished(
  actor: Context["actor"],
  campaignId: string,
  status: EventData<"campaign/finished">["status"],
  now: Date,
): Promise<EventData<"campaign/finished">> {
  const { id, companyId, channelId, name, stopCode, stopReason, recipients } = await readableCampaign(
    actor,
    campaignId,
  );
  return {
    id,
    companyId,
    websiteId: channelId,
    name,
    status,
    stopCode: stopCode ?? "",
    stopReason: stopReason ?? "",
    recipients: recipients ?? 0,
    counters: { ...((await countersOf(actor, [id])).get(id) ?? emptyCounter()) },
    finishedAt: now.toISOString(),
  };
}

/** Cancels a campaign by hand, before or while it sends. Messages that have left stay sent. */
export const cancelCampaign = command({
  name: "campaigns.cancel",
  access: "websites_write",
  input: campaignIdInput.pick({ campaignId: true }),
  output: simpleCampaignSchema,
  example: (given) => ({ campaignId: given.campaignId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const campaign = await readableCampaign(actor, input.campaignId);
    await lockCampaign(context, campaign.id, true);
    const done = await endCampaign(context, campaign, ["SCHEDULED", "SENDING"], "CANCELLED");
    const after = await readableCampaign(actor, campaign.id);
    if (!done && after.status !== "CANCELLED")
      throw new AppError("conflict", { message: `The campaign is ${after.status}: it cannot be cancelled any more.` });
    return viewCampaign(after, (await countersOf(actor, [after.id])).get(after.id) ?? emptyCounter());
  },
});

/** Messages that waited for their next try when their campaign ended have failed: their bubbles must not wait for ever. */
export const settleLeft = command({
  name: "campaigns.settleLeft",
  access: "system",
  input: z.object({ limit: z.int().max(500).default(200) }),
  output: z.object({ settled: z.int() }),
  example: () => ({}),
  async run({ actor, input }) {
    const left = await leftBehind(actor.companyId, endedCampaigns(actor.companyId), input.limit);
    for (const { id } of left) await withdraw.execute(actor, { eventId: id, code: "cancelled" });
    return { settled: left.length };
  },
});

const breaking: readonly GraphAction[] = ["fix", "pause", "stop", "restricted", "denied", "reconnect"];

/** Whether an error would hit every further message too (channels.md 2.8). */
export function isBreaking(action: GraphAction): boolean {
  return breaking.includes(action);
}

const firstMessages = 50;
const tooMany = 10;

/** Why a sending campaign must stop now, if it must. */
export async function stopReasonOf(
  context: Context,
  campaign: CampaignRow,
): Promise<{ code: string; reason: string } | null> {
  const { companyId } = context.actor;
  const state = await findStanding(companyId, campaign.templateId);
  if (!state?.connected || state.leaving) return { code: "disconnected", reason: "The channel is not connected." };
  if (state.status !== "APPROVED")
    return { code: "template_not_approved", reason: "The platform no longer lets the template be sent." };
  if (state.quality === "RED") return { code: "quality", reason: "The platform rates the number's quality RED." };
  const failures = await countFailures(companyId, campaign.id, ["failed"]);
  const broken = failures.find(({ code }) => /^\d+$/.test(code) && isBreaking(entryFor(Number(code), null, 400)[0]));
  if (broken) return { code: broken.code, reason: broken.reason };
  if (failures.reduce((sum, { count }) => sum + count, 0) < tooMany) return null;
  const { done, failed } = await countFirst(companyId, campaign.id, firstMessages);
  if (failed < tooMany) return null;
  return { code: "too_many_failures", reason: `${failed} of the first ${done} messages failed.` };
}

/** Whether no message is pending or enqueued any more (J9), but for those whose status does not come. */
export async function isFinished({ actor, now }: Context, campaign: CampaignRow): Promise<boolean> {
  return !(await hasOpen(actor.companyId, campaign.id, new Date(now.getTime() - giveUpMs)));
}
