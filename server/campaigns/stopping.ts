import { AppError } from "#server/base/errors.ts";
import { entryFor, type GraphAction } from "#server/channels/graph/errors.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";
import { type CampaignRow, countersOf, emptyCounter, readableCampaign } from "./access.ts";
import { campaignIdInput, simpleCampaignSchema } from "./schema.ts";
import { viewCampaign } from "./viewing.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/**
 * Claiming a message takes this lock shared, ending the campaign takes it exclusively: after that no message leaves.
 */
export async function lockCampaign({ actor }: Context, campaignId: string, alone: boolean): Promise<void> {
  const key = `campaign:${actor.companyId}:${campaignId}`;
  await row(
    alone
      ? sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
      : sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`,
  );
}

/** Moves a campaign out of the given states (J9). Returns false where another call was faster. */
export async function endCampaign(
  context: Context,
  campaign: Pick<CampaignRow, "id" | "channelId">,
  from: readonly string[],
  to: "SENT" | "STOPPED" | "CANCELLED",
  why: { code: string; reason: string } | null = null,
): Promise<boolean> {
  const { actor, now, emit } = context;
  const ended = await execute(sql`
    update campaigns set "status" = ${to}, "stopCode" = ${why?.code ?? null}, "stopReason" = ${why?.reason ?? null},
      "finishedAt" = ${now}, "heldBy" = null, "updatedAt" = ${now}
    where "companyId" = ${actor.companyId} and "id" = ${campaign.id} and "status" = any(${from}::text[])`);
  if (ended > 0) emit({ type: "campaign/changed", channelId: campaign.channelId, data: { id: campaign.id } });
  return ended > 0;
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

const breaking: readonly GraphAction[] = ["fix", "pause", "stop", "restricted", "denied", "reconnect"];

/** Whether an error would hit every further message too (channels.md 2.8). */
export function isBreaking(action: GraphAction): boolean {
  return breaking.includes(action);
}

type Failure = { code: string; reason: string; count: number };

const firstMessages = 50;
const tooMany = 10;

/** Why a sending campaign must stop now, if it must. */
export async function stopReasonOf(
  context: Context,
  campaign: CampaignRow,
): Promise<{ code: string; reason: string } | null> {
  const { actor } = context;
  const state = await row<{ status: string; connected: boolean; leaving: boolean; quality: string | null }>(sql`
    select t."status", c."connected", c."disconnectionRequested" as "leaving", c."health"->>'quality' as "quality"
    from templates t join channels c on c."companyId" = t."companyId" and c."id" = t."channelId"
    where t."companyId" = ${actor.companyId} and t."id" = ${campaign.templateId} and c."deletedAt" is null`);
  if (!state?.connected || state.leaving) return { code: "disconnected", reason: "The channel is not connected." };
  if (state.status !== "APPROVED")
    return { code: "template_not_approved", reason: "The platform no longer lets the template be sent." };
  if (state.quality === "RED") return { code: "quality", reason: "The platform rates the number's quality RED." };
  const own = sql`"companyId" = ${actor.companyId} and "campaignId" = ${campaign.id}`;
  const failures = await rows<Failure>(sql`
    select "failureCode" as "code", max("failureReason") as "reason", count(*)::int as "count"
    from campaign_messages where ${own} and "status" = 'failed' and "failureCode" is not null group by 1`);
  const broken = failures.find(({ code }) => /^\d+$/.test(code) && isBreaking(entryFor(Number(code), null, 400)[0]));
  if (broken) return { code: broken.code, reason: broken.reason };
  const failed = failures.reduce((sum, { code, count }) => sum + (code === "unconfirmed" ? 0 : count), 0);
  if (failed < tooMany) return null;
  const done = await row<{ done: number }>(sql`
    select count(*)::int as "done" from campaign_messages
    where ${own} and "status" in ('sent', 'delivered', 'read', 'failed')`);
  if ((done?.done ?? 0) > firstMessages) return null;
  return { code: "too_many_failures", reason: `${failed} of the first ${done?.done ?? 0} messages failed.` };
}

/** Whether no message is pending or enqueued any more (J9). */
export async function isFinished({ actor }: Context, campaign: CampaignRow): Promise<boolean> {
  const open = await row(sql`
    select 1 from campaign_messages where "companyId" = ${actor.companyId} and "campaignId" = ${campaign.id}
      and "status" in ('pending', 'enqueued') limit 1`);
  return open === undefined;
}
