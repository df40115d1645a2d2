import { z } from "zod";
import { minute, second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { type Connection, findConnection } from "#server/channels/connection/connecting.ts";
import { GraphError, graphRequest } from "#server/channels/graph/graph.ts";
import { objectIn, textIn } from "#server/channels/inbound/lossless.ts";
import { withUploads } from "#server/channels/media/uploading.ts";
import { holdRecipient, slowDown, takeTurn } from "#server/channels/outbound/pacing.ts";
import { whatsappUploader } from "#server/channels/whatsapp/uploading.ts";
import { noteOptOut } from "#server/contacts/opting-out.ts";
import { lockKnown } from "#server/conversations/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { execute, rows, sql } from "#server/db/sql.ts";
import { settleTemplate } from "#server/messages/templating.ts";
import { templateById } from "./access.ts";
import { openMessage, requestOf } from "./opening.ts";
import { moveEvents, noteUse, tellCampaign } from "./status-moves.ts";
import { type EventRow, eventById } from "./template-messages.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** What is to leave now, claimed: never again without a certain refusal. */
export type Claim = { eventId: string; channelId: string; destination: string; attempts: number; body: object };

const claimSchema = z.custom<Claim>();

/** Times the platform may certainly refuse before the message counts as failed. */
const mostAttempts = 6;
/** A status would have come by then. */
export const giveUpMs = 10 * minute;

/** Marks an event as handed over, its message stored, in the transaction of the caller. */
export async function claimEvent(context: Context, event: EventRow): Promise<Claim> {
  const template = await templateById(context.actor, event.templateId);
  const opened = await openMessage(context, template, event);
  await execute(sql`
    update campaign_messages set "status" = 'enqueued', "claimedAt" = ${context.now}, "attempts" = "attempts" + 1,
      "nextAttemptAt" = null, "updatedAt" = ${context.now}
    where "companyId" = ${event.companyId} and "id" = ${event.id}`);
  if (event.campaignId) await tellCampaign(context, event.campaignId);
  const { id, channelId, destination, attempts } = event;
  return { eventId: id, channelId, destination, attempts: attempts + 1, body: requestOf(template, opened) };
}

const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("accepted"), externalId: z.string().max(512) }),
  z.object({ kind: z.literal("later"), inMs: z.int().min(0), code: z.string(), reason: z.string() }),
  z.object({ kind: z.literal("unknown") }),
  z.object({ kind: z.literal("failed"), code: z.string(), reason: z.string() }),
]);
export type Outcome = z.output<typeof outcomeSchema>;

/** What the platform answered to a claimed message. */
export const recordOutcome = command({
  name: "templates.recordOutcome",
  access: "system",
  input: z.object({ eventId: z.string(), outcome: outcomeSchema }),
  output: z.object({}),
  example: () => ({ eventId: "019aa000-0000-7000-8000-000000000000", outcome: { kind: "unknown" as const } }),
  async run(context) {
    const { actor, input, now } = context;
    const event = await lockInOrder(actor, input.eventId);
    if (!event?.messageId) return {};
    const { outcome } = input;
    const own = sql`"companyId" = ${actor.companyId} and "id" = ${event.id}`;
    if (outcome.kind === "accepted") {
      const { externalId } = outcome;
      await execute(sql`update campaign_messages set "externalId" = ${externalId}, "updatedAt" = ${now} where ${own}`);
      await settleTemplate(context, event.messageId, { status: "sent", channelId: event.channelId, externalId });
      await noteUse(actor, event.templateId, now);
    }
    // Only what nobody has heard of since goes back into the queue.
    if (outcome.kind === "later" && event.status === "enqueued" && !event.externalId) {
      const next = new Date(now.getTime() + outcome.inMs);
      await execute(sql`
        update campaign_messages set "claimedAt" = null, "nextAttemptAt" = ${next}, "updatedAt" = ${now} where ${own}`);
    }
    if (outcome.kind === "failed") await failEvent(context, event, outcome.code, outcome.reason);
    return {};
  },
});

/** First the conversation, then the event: the order in which webhooks take them. */
async function lockInOrder(actor: Actor, eventId: string): Promise<EventRow | undefined> {
  const known = z.uuid().safeParse(eventId).success ? await eventById(actor, eventId, false) : undefined;
  if (!known) return undefined;
  if (known.conversationId) await lockKnown(actor, known.conversationId);
  return eventById(actor, eventId);
}

async function failEvent(context: Context, event: EventRow, code: string, reason: string): Promise<void> {
  const on = sql`e."id" = ${event.id}`;
  const moved = await moveEvents(context, on, { status: "failed", at: context.now, code, reason });
  if (moved.length > 0 && event.messageId)
    await settleTemplate(context, event.messageId, { status: "failed", code, reason });
  if (code === "131050")
    await noteOptOut(
      context,
      event.contactId ? { contactId: event.contactId } : { phone: event.destination },
      true,
      "platform",
    );
}

/** Claims that nobody ever confirmed: after ten minutes they count as failed, and are not sent again. */
export const closeUnconfirmed = command({
  name: "templates.closeUnconfirmed",
  access: "system",
  input: z.object({ limit: z.int().max(500).default(100) }),
  output: z.object({ closed: z.int() }),
  example: () => ({}),
  async run(context) {
    const { actor, now, input } = context;
    const before = new Date(now.getTime() - giveUpMs);
    const lost = await rows<{ id: string }>(sql`
      select e."id" from campaign_messages e where e."companyId" = ${actor.companyId} and e."claimedAt" < ${before}
        and e."status" = 'enqueued' order by e."conversationId" limit ${input.limit}`);
    for (const { id } of lost) {
      const event = await lockInOrder(actor, id);
      const reason = "The platform never confirmed this message. It may have arrived; it was not sent again.";
      if (event?.claimedAt && event.claimedAt < before) await failEvent(context, event, "unconfirmed", reason);
    }
    return { closed: lost.length };
  },
});

/** What an error of the platform means for one message. */
function outcomeOf(error: GraphError, claim: Claim): Outcome {
  const failed = { kind: "failed" as const, code: String(error.code), reason: error.message };
  const later = (inMs: number) =>
    claim.attempts >= mostAttempts
      ? failed
      : { kind: "later" as const, inMs, code: failed.code, reason: failed.reason };
  switch (error.action) {
    case "unknown":
      return { kind: "unknown" };
    case "pair":
      return later(4 ** (claim.attempts - 1) * second);
    case "maintenance":
      return later(20 * second);
    case "slow":
    case "retry":
      return later(2 ** (claim.attempts - 1) * second);
    default:
      return failed;
  }
}

/** Hands one claimed message to the platform and records the answer. Outside every transaction. */
export async function deliver(
  actor: Actor,
  claim: Claim,
  connection: Connection | undefined,
): Promise<GraphError | null> {
  try {
    if (connection?.credentials.platform !== "whatsapp" || !connection.connected)
      throw new GraphError({ code: 190, status: 401, message: "The channel is not connected." });
    const path = `/${connection.credentials.phoneNumberId}/messages`;
    const body = await withUploads(connection, whatsappUploader, { ...claim.body });
    const answer = await graphRequest(connection, {
      method: "POST",
      path,
      body,
      timeoutMs: 10 * second,
    });
    const [message] = Array.isArray(answer.messages) ? answer.messages : [];
    const externalId = textIn(objectIn(message).id);
    const outcome: Outcome = externalId ? { kind: "accepted", externalId } : { kind: "unknown" };
    await recordOutcome.execute(actor, { eventId: claim.eventId, outcome });
    return null;
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    if (error.action === "slow") slowDown(claim.channelId);
    if (error.action === "pair") holdRecipient(claim.channelId, claim.destination, 4 ** (claim.attempts - 1) * second);
    if (error.action === "reconnect" || error.action === "restricted")
      log.warn({ channelId: claim.channelId, code: error.code }, "a template could not be sent");
    await recordOutcome.execute(actor, { eventId: claim.eventId, outcome: outcomeOf(error, claim) });
    return error;
  }
}

/** The next direct sends that wait, a peek: each is claimed by itself when its turn has come. */
export const listWaiting = command({
  name: "templates.listWaiting",
  access: "system",
  input: z.object({ limit: z.int().max(200).default(50) }),
  output: z.object({ waiting: z.array(z.object({ id: z.string(), channelId: z.string(), destination: z.string() })) }),
  example: () => ({}),
  async run({ actor, now, input }) {
    const waiting = await rows<{ id: string; channelId: string; destination: string }>(sql`
      select "id", "channelId", "destination" from campaign_messages
      where "companyId" = ${actor.companyId} and "campaignId" is null and "claimedAt" is null
        and "status" = 'enqueued' and ("nextAttemptAt" is null or "nextAttemptAt" <= ${now})
      order by "number" limit ${input.limit}`);
    return { waiting };
  },
});

/** Claims one direct send, unless somebody else has. */
export const claimDirect = command({
  name: "templates.claimDirect",
  access: "system",
  input: z.object({ eventId: z.string() }),
  output: z.object({ claim: claimSchema.nullable() }),
  example: () => ({ eventId: "019aa000-0000-7000-8000-000000000000" }),
  async run(context) {
    const { actor, input, now } = context;
    const known = z.uuid().safeParse(input.eventId).success;
    const [event] = known
      ? await rows<EventRow>(sql`
          select e.* from campaign_messages e where e."companyId" = ${actor.companyId} and e."id" = ${input.eventId}
            and e."campaignId" is null and e."claimedAt" is null and e."status" = 'enqueued'
            and (e."nextAttemptAt" is null or e."nextAttemptAt" <= ${now}) for update skip locked`)
      : [];
    return { claim: event ? await claimEvent(context, event) : null };
  },
});

const lanes = 6;

/** Sends what waits, until nothing does: safe to run twice and to be cut off anywhere. */
export async function deliverWaiting(actor: Actor): Promise<void> {
  for (;;) {
    const { waiting } = await listWaiting.execute(actor, {});
    if (waiting.length === 0) return;
    const queue = [...waiting];
    const lane = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        await takeTurn({ channelId: next.channelId, recipient: next.destination, priority: "live" });
        const { claim } = await claimDirect.execute(actor, { eventId: next.id });
        if (claim) await deliver(actor, claim, await findConnection(actor, claim.channelId));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
}
