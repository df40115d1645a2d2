import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { type Connection, findConnection } from "#server/channels/connection/connecting.ts";
import { takeTurn } from "#server/channels/outbound/pacing.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { isOwnNumber, ownNumber } from "#server/kit/presence/presence.ts";
import { leftover } from "#server/kit/presence/reaping.ts";
import { claimedSchema, claimTemplateMessage, deliver, notClaimed, sendClaimed } from "#server/templates/delivering.ts";
import { takeOf, waitingOf } from "#server/templates/messages/queue.sql.ts";
import { emitCampaignChanged } from "#server/templates/messages/status-moves.ts";
import { readableCampaign } from "./access.ts";
import { Feeder, type Waiting } from "./feeding.ts";
import { takeFree } from "./sending.sql.ts";
import { giveUpCampaign, listDue, startCampaign } from "./starting.ts";
import { endCampaign, isBreaking, isFinished, lockCampaign, stopReasonOf } from "./stopping.ts";

/** So many that a number keeps its pace while the platform takes two seconds for each answer. */
const lanes = 80;

/** What a process that died was sending is anybody's. */
export const heldCampaigns = leftover(
  "campaigns",
  `update campaigns set "heldBy" = null where "heldBy" = any($1::int[])`,
);

const holderField = z.int().meta({ description: "The number of the process that sends it." });

/** Makes this process the one that sends the campaigns that nobody sends. */
export const takeOver = command({
  name: "campaigns.takeOver",
  access: "system",
  input: z.object({ holder: holderField }),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({ holder: 1 }),
  async run({ actor, now, input }) {
    const taken = await takeFree(actor.companyId, input.holder, now);
    return { ids: taken.map(({ id }) => id) };
  },
});

/** Lets go of a campaign of which nothing is left to send now. */
const letGoOfCampaign = command({
  name: "campaigns.letGo",
  access: "system",
  input: z.object({ campaignId: z.string(), holder: holderField }),
  output: z.object({}),
  example: (given) => ({ campaignId: given.campaignId ?? "", holder: 1 }),
  async run({ actor, input }) {
    const { companyId, id } = await readableCampaign(actor, input.campaignId);
    await prisma.campaign.updateMany({ where: { companyId, id, heldBy: input.holder }, data: { heldBy: null } });
    return {};
  },
});

const waitingSchema = z.object({ id: z.string(), destination: z.string() });

/**
 * Called every few messages: stops the campaign where it must stop, ends it where nothing is left, else returns what
 * waits (without claiming it).
 */
export const stepCampaign = command({
  name: "campaigns.step",
  access: "system",
  input: z.object({ campaignId: z.string(), holder: holderField }),
  output: z.object({
    sending: z.boolean(),
    channelId: z.string(),
    perSecond: z.number(),
    waiting: z.array(waitingSchema),
  }),
  example: (given) => ({ campaignId: given.campaignId ?? "", holder: 1 }),
  async run(context) {
    const { actor, input, now } = context;
    const campaign = await readableCampaign(actor, input.campaignId);
    const { channelId, sendRate } = campaign;
    const resting = { sending: false, channelId, perSecond: sendRate / 60, waiting: [] };
    // Held by another process: this one has lost its number meanwhile.
    if (campaign.status !== "SENDING" || campaign.heldBy !== input.holder) return resting;
    const fault = await stopReasonOf(context, campaign);
    if (fault) {
      await lockCampaign(context, campaign.id, true);
      await endCampaign(context, campaign, ["SENDING"], "STOPPED", fault);
      return resting;
    }
    if (await isFinished(context, campaign)) {
      await endCampaign(context, campaign, ["SENDING"], "SENT");
      return resting;
    }
    await emitCampaignChanged(context, campaign.id);
    const some = Math.max(1, Math.min(40, Math.ceil(sendRate / 60)));
    const waiting = await waitingOf({ companyId: actor.companyId, campaignId: campaign.id, now }, some);
    return { ...resting, sending: true, waiting };
  },
});

/** Claims one message before it leaves, if the campaign still sends. Says who has opted out, or is gone. */
const claimCampaign = command({
  name: "campaigns.claim",
  access: "system",
  input: z.object({ campaignId: z.string(), eventId: z.string() }),
  output: claimedSchema,
  example: (given) => ({ campaignId: given.campaignId ?? "", eventId: "019aa000-0000-7000-8000-000000000000" }),
  async run(context) {
    const { actor, input, now } = context;
    await lockCampaign(context, input.campaignId, false);
    const campaign = await readableCampaign(actor, input.campaignId);
    if (campaign.status !== "SENDING" || !z.uuid().safeParse(input.eventId).success) return notClaimed;
    const message = await takeOf({ companyId: actor.companyId, campaignId: campaign.id, now }, input.eventId);
    return message ? claimTemplateMessage(context, message) : notClaimed;
  },
});

type Run = { actor: Actor; campaignId: string; holder: number; signal: AbortSignal };

/** What a run knows of where it sends, as of its latest look. */
class Sending {
  readonly run: Run;
  readonly feeder: Feeder;
  channelId = "";
  perSecond = 1;
  connection: Connection | undefined;

  constructor(run: Run) {
    this.run = run;
    this.feeder = new Feeder(() => this.look(), run.signal);
  }

  private async look(): Promise<readonly Waiting[] | undefined> {
    const { actor, campaignId, holder } = this.run;
    const step = await stepCampaign.execute(actor, { campaignId, holder });
    if (!step.sending) return undefined;
    this.channelId = step.channelId;
    this.perSecond = step.perSecond;
    this.connection = await findConnection(actor, step.channelId);
    return step.waiting;
  }
}

/** Waits for the turn of one message; false when the process ends before. */
async function waitForTurn({ run: { signal }, channelId, perSecond }: Sending, recipient: string): Promise<boolean> {
  try {
    await takeTurn({ channelId, recipient, priority: "campaign", perSecond, signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Answers whether the platform refused it. */
async function sendNext({ run, feeder, connection }: Sending, next: Waiting): Promise<boolean> {
  const { actor, campaignId } = run;
  const claiming = () => claimCampaign.execute(actor, { campaignId, eventId: next.id });
  const refusal = await sendClaimed(actor, next.id, claiming, (claim) => {
    feeder.done(next.id);
    return deliver(actor, claim, connection);
  });
  feeder.done(next.id);
  // The next step stops the campaign; until then nothing more leaves.
  if (refusal && isBreaking(refusal.action)) feeder.end();
  return refusal !== undefined;
}

async function lane(sending: Sending): Promise<void> {
  const { feeder } = sending;
  try {
    for (let next = await feeder.next(); next; next = await feeder.next()) {
      const goes = (await waitForTurn(sending, next.destination)) && !feeder.ended;
      feeder.finished(goes && (await sendNext(sending, next)));
    }
  } catch (error) {
    // The other lanes must not go on after the run.
    feeder.end();
    throw error;
  }
}

/** Tried until it is so: while this process holds the campaign, nobody else sends it. */
async function letGo({ actor, campaignId, holder }: Run): Promise<void> {
  while (isOwnNumber(holder)) {
    try {
      await letGoOfCampaign.execute(actor, { campaignId, holder });
      return;
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return;
      log.warn({ error, campaignId }, "a campaign could not be let go of; trying again");
      await sleep(second);
    }
  }
}

async function runOne(run: Run): Promise<void> {
  const { actor, campaignId, holder } = run;
  try {
    const sending = new Sending(run);
    await Promise.all(Array.from({ length: lanes }, () => lane(sending)));
    // An error that broke the run stops the campaign now, not at the next look.
    await stepCampaign.execute(actor, { campaignId, holder });
  } finally {
    await letGo(run);
  }
}

/** Starts what is due. A campaign whose audience cannot be frozen stops with the reason. */
export async function startDue(actor: Actor): Promise<void> {
  for (const campaignId of (await listDue.execute(actor, {})).ids) {
    try {
      await startCampaign.execute(actor, { campaignId });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await giveUpCampaign.execute(actor, { campaignId, code: error.code, reason: error.message });
    }
  }
}

/**
 * Starts due campaigns and sends every campaign that no worker is sending, until nothing can be sent now. Safe to
 * interrupt anywhere.
 */
export async function runCampaigns(actor: Actor, signal: AbortSignal = new AbortController().signal): Promise<void> {
  await startDue(actor);
  const holder = await ownNumber();
  const { ids } = await takeOver.execute(actor, { holder });
  await Promise.all(ids.map((campaignId) => runOne({ actor, campaignId, holder, signal })));
}
