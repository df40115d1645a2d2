import { z } from "zod";
import { log } from "#server/base/log.ts";
import { type Connection, findConnection } from "#server/channels/connection/connecting.ts";
import type { OutgoingPart } from "#server/channels/connector.ts";
import { GraphError } from "#server/channels/graph/graph.ts";
import { leave } from "#server/channels/outbound/leaving.ts";
import { takeTurn } from "#server/channels/outbound/pacing.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { isUnavailable } from "#server/db/errors.ts";
import { giveUpMs, type Outcome, outcomeSchema, unconfirmed } from "#server/messages/queue/outcomes.ts";
import { settleTemplate } from "#server/messages/templating.ts";
import { templateById } from "./access.ts";
import { claims } from "./messages/claims.sql.ts";
import { markEnqueued, nameMessage } from "./messages/messages.sql.ts";
import { openMessage, requestOf } from "./messages/opening.ts";
import { findUnconfirmed, takeDirect, waitingDirect } from "./messages/queue.sql.ts";
import { applyStatus, emitCampaignChanged } from "./messages/status-moves.ts";
import type { TemplateMessageRow } from "./messages/template-messages.ts";
import {
  failTemplateMessage,
  lockInOrder,
  putOff,
  type Withdrawal,
  withdraw,
  withdrawalOf,
} from "./messages/withdrawing.ts";
import { noteUse } from "./platform.sql.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** What is to leave now, claimed. */
type Claim = {
  eventId: string;
  attempt: number;
  channelId: string;
  destination: string;
  callbackData: string;
  part: OutgoingPart;
};

/** `withdrawn`: why it is to be taken back instead, which locks in another order than a claim. */
type Claimed = { claim: Claim | null; withdrawn: Withdrawal | null };

export const claimedSchema = z.custom<Claimed>();
export const notClaimed: Claimed = { claim: null, withdrawn: null };

export const claimedTemplates = claims.leftover("template messages");

/** Claims a template message and stores its text in the conversation, in the caller's transaction. */
export async function claimTemplateMessage(context: Context, message: TemplateMessageRow): Promise<Claimed> {
  const template = await templateById(context.actor, message.templateId);
  const withdrawn = await withdrawalOf(context.actor, template, message);
  if (withdrawn) return { claim: null, withdrawn };
  const opened = await openMessage(context, template, message);
  const { attempt } = await claims.take(context, message.id);
  await markEnqueued(message, context.now);
  if (message.campaignId) await emitCampaignChanged(context, message.campaignId);
  const { id, channelId, destination } = message;
  const callbackData = opened.messageId ?? "";
  const claim = { eventId: id, attempt, channelId, destination, callbackData, part: requestOf(template, opened) };
  return { claim, withdrawn: null };
}

const claimInput = z.object({ eventId: z.uuid(), attempt: z.int() });
const exampleClaim = () => ({ eventId: "019aa000-0000-7000-8000-000000000000", attempt: 1 });

/** The request leaves now: from here on it is not sent again. `mine`: false where another process has the claim. */
export const noteLeaving = command({
  name: "templates.noteLeaving",
  access: "system",
  input: claimInput,
  output: z.object({ mine: z.boolean() }),
  example: exampleClaim,
  async run(context) {
    const { eventId: id, attempt } = context.input;
    return { mine: await claims.leave(context, { id, attempt }) };
  },
});

/** The process that claimed it lives. */
const keepClaim = command({
  name: "templates.keepClaim",
  access: "system",
  input: claimInput,
  output: z.object({}),
  example: exampleClaim,
  async run(context) {
    const { eventId: id, attempt } = context.input;
    await claims.keep(context, { id, attempt });
    return {};
  },
});

/**
 * Frees claims of dead processes: what had not begun to leave waits again; for the rest a status comes, or it is given
 * up.
 */
export const releaseClaims = command({
  name: "templates.releaseClaims",
  access: "system",
  input: z.object({}),
  output: z.object({}),
  example: () => ({}),
  async run(context) {
    await claims.release(context);
    return {};
  },
});

/** Records the platform's answer to a claimed message. */
export const recordOutcome = command({
  name: "templates.recordOutcome",
  access: "system",
  input: claimInput.extend({ outcome: outcomeSchema }),
  output: z.object({}),
  example: () => ({ ...exampleClaim(), outcome: { kind: "unknown" as const, error: "no answer" } }),
  async run(context) {
    const { actor, input, now } = context;
    const message = await lockInOrder(actor, input.eventId);
    if (!message?.messageId) return {};
    const { attempt, outcome } = input;
    if (outcome.kind === "accepted") {
      await accept(context, { ...message, messageId: message.messageId }, outcome.externalId);
      return {};
    }
    if (!(await claims.isLast(context, { id: message.id, attempt }))) return {};
    // Goes back into the queue, or becomes doubtful, only without a status since.
    const unheard = message.status === "enqueued" && !message.externalId;
    if (outcome.kind === "later" && unheard)
      await claims.postpone(context, message.id, new Date(now.getTime() + outcome.inMs), outcome.error);
    if (outcome.kind === "unknown" && unheard) await claims.doubt(context, message.id, outcome.error);
    if (outcome.kind === "failed") await failTemplateMessage(context, message, outcome);
    return {};
  },
});

async function accept(
  context: Context,
  message: TemplateMessageRow & { messageId: string },
  externalId: string,
): Promise<void> {
  const { channelId, messageId, templateId } = message;
  await claims.finish(context, message.id);
  await nameMessage(message, externalId, context.now);
  const heard = await settleTemplate(context, messageId, { status: "sent", channelId, externalId });
  for (const { status, at, code, reason } of heard) {
    const move = { at, externalId, code: code ?? undefined, reason: reason ?? undefined };
    if (status !== "queued") await applyStatus(context, { id: message.id }, { ...move, status });
  }
  await noteUse(context.actor.companyId, templateId, context.now);
}

/** Fails claims that were never confirmed after ten minutes; they are not sent again. */
export const closeUnconfirmed = command({
  name: "templates.closeUnconfirmed",
  access: "system",
  input: z.object({ limit: z.int().max(500).default(100) }),
  output: z.object({ closed: z.int() }),
  example: () => ({}),
  async run(context) {
    const { actor, now, input } = context;
    const before = new Date(now.getTime() - giveUpMs);
    const lost = await findUnconfirmed(actor.companyId, before, input.limit);
    for (const { id } of lost) {
      const message = await lockInOrder(actor, id);
      if (message?.claimedAt && message.claimedAt < before) await failTemplateMessage(context, message, unconfirmed);
    }
    return { closed: lost.length };
  },
});

/**
 * Sends one claimed message, whose turn has come, to the platform. Returns a refusal. Runs outside every transaction.
 */
export async function deliver(
  actor: Actor,
  claim: Claim,
  connection: Connection | undefined,
): Promise<GraphError | undefined> {
  const { eventId, attempt, destination, callbackData, part } = claim;
  const about = { eventId, attempt };
  const settle = (outcome: Outcome) => recordOutcome.execute(actor, { ...about, outcome });
  if (connection?.platform !== "whatsapp" || !connection.connected) {
    const refusal = new GraphError({ code: 190, status: 401, message: "The channel is not connected." });
    await settle({ kind: "failed", code: String(refusal.code), reason: refusal.message });
    return refusal;
  }
  const left = await leave({
    actor,
    connection,
    to: { phone: destination, userId: null },
    tried: attempt,
    keeper: {
      keep: () => keepClaim.execute(actor, about),
      leaving: async () => (await noteLeaving.execute(actor, about)).mine,
      settle,
    },
    parts: [part],
    from: 0,
    callbackData: () => callbackData,
    hasTurn: true,
  });
  return left.refusal;
}

/** The next direct sends that wait, a peek: each is claimed by itself when its turn has come. */
export const listWaiting = command({
  name: "templates.listWaiting",
  access: "system",
  input: z.object({ limit: z.int().max(200).default(50) }),
  output: z.object({ waiting: z.array(z.object({ id: z.string(), channelId: z.string(), destination: z.string() })) }),
  example: () => ({}),
  async run({ actor, now, input }) {
    const waiting = await waitingDirect({ companyId: actor.companyId, now }, input.limit);
    return { waiting };
  },
});

/** Claims one direct send, unless another process has. */
export const claimDirect = command({
  name: "templates.claimDirect",
  access: "system",
  input: z.object({ eventId: z.string() }),
  output: claimedSchema,
  example: () => ({ eventId: "019aa000-0000-7000-8000-000000000000" }),
  async run(context) {
    const { actor, input, now } = context;
    const known = z.uuid().safeParse(input.eventId).success;
    const message = known ? await takeDirect({ companyId: actor.companyId, now }, input.eventId) : undefined;
    return message ? claimTemplateMessage(context, message) : notClaimed;
  },
});

/**
 * Claims one message and sends it. Returns a refusal. One that cannot be claimed for a fault of its own is put off;
 * where that cannot be written either, or the database is away, the fault is not the message's.
 */
export async function sendClaimed(
  actor: Actor,
  eventId: string,
  claiming: () => Promise<Claimed>,
  send: (claim: Claim) => Promise<GraphError | undefined>,
): Promise<GraphError | undefined> {
  try {
    const { claim, withdrawn } = await claiming();
    if (withdrawn) await withdraw.execute(actor, { eventId, code: withdrawn });
    return claim ? await send(claim) : undefined;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.warn({ error, eventId }, "a template message could not be sent; it is put off");
    await putOff.execute(actor, { eventId, error: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

const lanes = 6;

/** Sends what waits, until nothing does: safe to run twice and to be cut off anywhere. */
export async function deliverWaiting(actor: Actor, isEnding: () => boolean = () => false): Promise<void> {
  while (!isEnding()) {
    const { waiting } = await listWaiting.execute(actor, {});
    if (waiting.length === 0) return;
    const queue = [...waiting];
    const lane = async () => {
      for (let next = queue.shift(); next && !isEnding(); next = queue.shift()) {
        await takeTurn({ channelId: next.channelId, recipient: next.destination, priority: "live" });
        const claiming = () => claimDirect.execute(actor, { eventId: next.id });
        const send = async (claim: Claim) => deliver(actor, claim, await findConnection(actor, claim.channelId));
        await sendClaimed(actor, next.id, claiming, send);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
}
