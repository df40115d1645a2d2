import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { hour } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { execute, json, rows, sql } from "#server/db/sql.ts";
import { type CampaignRow, campaignColumns, campaignTables, countersOf } from "./access.ts";
import type { Counter } from "./schema.ts";
import { endCampaign, isFinished, lockCampaign, stopReasonOf } from "./stopping.ts";

/** Statuses arrive long after the last message; for this long, screens are updated every second. */
const livelyMs = hour;

/**
 * Ends campaigns that are done, starts those that no process sends, and announces counters that changed without an
 * event.
 */
export const watchCampaigns = command({
  name: "campaigns.watch",
  access: "system",
  input: z.object({}),
  output: z.object({ told: z.int() }),
  example: () => ({}),
  async run(context) {
    const { actor, now, emit } = context;
    const recent = new Date(now.getTime() - livelyMs);
    const lively = await rows<CampaignRow & { told: Counter }>(sql`
      select ${campaignColumns}, g."told" from ${campaignTables} where g."companyId" = ${actor.companyId}
        and (g."status" = 'SENDING' or (g."status" <> 'SCHEDULED' and g."finishedAt" >= ${recent}))`);
    const counters = await countersOf(
      actor,
      lively.map(({ id }) => id),
    );
    let told = 0;
    for (const campaign of lively) {
      const counter = counters.get(campaign.id);
      if (!isDeepStrictEqual(counter, campaign.told)) {
        await execute(sql`
          update campaigns set "told" = ${json(counter)}, "toldAt" = ${now}
          where "companyId" = ${actor.companyId} and "id" = ${campaign.id}`);
        emit({ type: "campaign/changed", channelId: campaign.channelId, data: { id: campaign.id } });
        told += 1;
      }
      if (campaign.status === "SENDING") await look(context, campaign);
    }
    const due = await rows(sql`
      select 1 from campaigns where "companyId" = ${actor.companyId} and "status" = 'SCHEDULED'
        and "scheduledAt" <= ${now} limit 1`);
    if (due.length > 0) emit({ type: "campaign/run", data: {} });
    return { told };
  },
});

type Context = { actor: Actor; now: Date; emit: Parameters<typeof endCampaign>[0]["emit"] };

/** No process is sending it: end it, stop it, or have it sent. */
async function look(context: Context, campaign: CampaignRow): Promise<void> {
  const { now, emit } = context;
  if (campaign.heldBy !== null) return;
  if (await isFinished(context, campaign)) {
    await endCampaign(context, campaign, ["SENDING"], "SENT");
    return;
  }
  const fault = await stopReasonOf(context, campaign);
  if (fault) {
    await lockCampaign(context, campaign.id, true);
    await endCampaign(context, campaign, ["SENDING"], "STOPPED", fault);
    return;
  }
  const waiting = await rows(sql`
    select 1 from campaign_messages where "companyId" = ${campaign.companyId} and "campaignId" = ${campaign.id}
      and "claimedAt" is null and "status" in ('pending', 'enqueued')
      and ("nextAttemptAt" is null or "nextAttemptAt" <= ${now}) limit 1`);
  if (waiting.length > 0) emit({ type: "campaign/run", channelId: campaign.channelId, data: { id: campaign.id } });
}
