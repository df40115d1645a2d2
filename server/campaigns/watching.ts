import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { hour } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { hasWaiting } from "#server/templates/messages/queue.sql.ts";
import { findLively } from "./access.sql.ts";
import type { CampaignRow } from "./access.ts";
import { countersOf } from "./counters.ts";
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
    const lively = await findLively(actor.companyId, recent);
    const counters = await countersOf(
      actor,
      lively.map(({ id }) => id),
    );
    let told = 0;
    for (const campaign of lively) {
      const counter = counters.get(campaign.id);
      if (counter && !isDeepStrictEqual(counter, campaign.told)) {
        await prisma.campaign.update({
          where: { companyId_id: { companyId: actor.companyId, id: campaign.id } },
          data: { told: counter, toldAt: now },
          select: { id: true },
        });
        emit({ type: "campaign/changed", channelId: campaign.channelId, data: { id: campaign.id } });
        told += 1;
      }
      if (campaign.status === "SENDING") await look(context, campaign);
    }
    const due = await prisma.campaign.findFirst({
      where: { companyId: actor.companyId, status: "SCHEDULED", scheduledAt: { lte: now } },
      select: { id: true },
    });
    if (due) emit({ type: "campaign/run", data: {} });
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
  const { companyId, id, channelId } = campaign;
  if (await hasWaiting({ companyId, campaignId: id, now })) emit({ type: "campaign/run", channelId, data: { id } });
}
