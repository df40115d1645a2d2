import { z } from "zod";
import { day, minute, now, second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { every } from "#server/db/outside.ts";
import { row, sql } from "#server/db/sql.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { callbackDataOf } from "#server/messages/delivery-status.ts";
import { type Claimed, claimNext, keepClaim, noteLeaving, settle } from "#server/messages/send-queue.ts";
import { type Connection, findConnection } from "../connection/connecting.ts";
import { cutOffIfFailing, noteRestricted } from "../connection/cutting-off.ts";
import type { Recipient } from "../connector.ts";
import { connectorFor } from "../connectors.ts";
import { languageOf } from "../defaults.ts";
import { GraphError } from "../graph/graph.ts";
import { recipientOf } from "../inbound/identities.ts";
import { withUploads } from "../media/uploading.ts";
import { holdRecipient, recipientWait, slowDown, takeTurn } from "./pacing.ts";

const mostAttempts = 5;
/** A worker's slot is not kept busy by waiting longer than this: the conversation comes again when it is time. */
const patienceMs = 2 * second;

const addressSchema = z.object({
  channelId: z.string(),
  recipient: z.object({ phone: z.string(), userId: z.string().nullable() }).nullable(),
  lateFor: z.enum(["no", "window"]),
  language: z.string(),
});

/** Where a conversation's messages go. */
export const addressOf = query({
  name: "channels.addressOf",
  access: "system",
  input: z.object({ conversationId: z.uuid() }),
  output: addressSchema.nullable(),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input, now: at }) {
    const found = await row<{
      channelId: string;
      visitorId: string;
      visitorPhone: string;
      channel: string;
      last: Date | null;
      language: string | null;
    }>(sql`
      select k."channelId", k."visitorId", k."visitorPhone", k."channel",
        coalesce(k."lastVisitorMessageAt", k."createdAt") as "last",
        coalesce(nullif(k."flowState"->>'language', ''), b."settings"->>'lang') as "language"
      from conversations k join channels c on c."companyId" = k."companyId" and c."id" = k."channelId"
      left join chatbots b on b."companyId" = c."companyId" and b."id" = c."chatbotId"
      where k."companyId" = ${actor.companyId} and k."id" = ${input.conversationId}`);
    if (!found) return null;
    const late = found.last !== null && at.getTime() - found.last.getTime() > day;
    return {
      channelId: found.channelId,
      recipient: (await recipientOf(actor.companyId, found)) ?? null,
      lateFor: late ? ("window" as const) : ("no" as const),
      language: languageOf(found.language),
    };
  },
});

type Send = { actor: Actor; connection: Connection; to: Recipient; late: boolean; language: string };
type Verdict = "next" | { waitMs: number };

const key = (to: Recipient) => to.phone || to.userId || "";

/** Milliseconds until another try; undefined: none. */
function retryIn(error: GraphError, attempts: number): number | undefined {
  if (error.action === "pair") return attempts > 6 ? undefined : second * 4 ** Math.min(attempts - 1, 4);
  if (error.action === "maintenance") return attempts > 15 ? undefined : 20 * second;
  if (error.action === "slow") return attempts > 12 ? undefined : Math.min(minute, second * 2 ** attempts);
  if (error.action !== "retry") return undefined;
  const most = error.code === 131053 ? 2 : mostAttempts;
  return attempts >= most ? undefined : second * 2 ** attempts;
}

/** A channel that is well need not be connected again, whatever the code usually means. */
function sentenceOf({ action, message }: GraphError, cut: boolean): string {
  return action === "reconnect" && !cut ? "The platform refused the message." : message;
}

async function settleFailure(send: Send, { message, attempts }: Claimed, error: GraphError): Promise<Verdict> {
  const { actor, connection, to } = send;
  const { channelId } = connection;
  const about = { messageId: message.id, channelId, attempt: attempts };
  if (error.action === "slow") slowDown(channelId);
  const inMs = retryIn(error, attempts);
  if (inMs !== undefined) {
    if (error.action === "pair") holdRecipient(channelId, key(to), inMs);
    await settle.execute(actor, { ...about, outcome: { kind: "later", inMs, error: error.message } });
    return { waitMs: inMs };
  }
  if (error.action === "unknown") {
    await settle.execute(actor, { ...about, outcome: { kind: "unknown", error: error.message } });
    return "next";
  }
  if (error.action === "restricted") await noteRestricted(actor, channelId, error);
  const doubtful = error.action === "reconnect" || error.action === "denied";
  const cut = doubtful && (await cutOffIfFailing(connection, error));
  const templates = connectorFor(connection.platform).capabilities.templates;
  const action = error.action === "window" && templates ? "template" : cut ? "reconnect" : undefined;
  const bare = error.action === "fail" || error.action === "denied" || (doubtful && !cut);
  const words = error.details && bare ? `${sentenceOf(error, cut)} (${error.details})` : sentenceOf(error, cut);
  await settle.execute(actor, {
    ...about,
    outcome: { kind: "failed", code: String(error.code), reason: words, ...(action ? { action } : {}) },
  });
  return "next";
}

const keepMs = 3 * second;

/** While `work` runs, others see that the claim is in living hands. */
async function keeping<T>(actor: Actor, { message, attempts }: Claimed, work: () => Promise<T>): Promise<T> {
  const claim = { messageId: message.id, attempt: attempts };
  const keep = () =>
    keepClaim.execute(actor, claim).catch((error: unknown) => log.warn({ error }, "a claim could not be kept"));
  const timer = every(() => void keep(), keepMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Sends the parts of one claimed message, in order. */
async function sendClaimed(send: Send, claimed: Claimed): Promise<Verdict> {
  const { actor, connection, to } = send;
  const { message } = claimed;
  const connector = connectorFor(connection.platform);
  const claim = { messageId: message.id, attempt: claimed.attempts };
  const about = { ...claim, channelId: connection.channelId };
  const parts = connector.render({ ...message, extra: message.extra ?? {}, language: send.language });
  if (claimed.parts >= parts.length) await settle.execute(actor, { ...about, outcome: { kind: "complete" } });
  const humanAgent = send.late && message.senderType === "user";
  try {
    for (const [index, part] of parts.entries()) {
      if (index < claimed.parts) continue;
      const body = await withUploads(connection, connector.uploader, part.body);
      await takeTurn({ channelId: connection.channelId, recipient: key(to), priority: "live" });
      // Marked last of all, so that a process that ends before it leaves the message to the next one.
      if (!(await noteLeaving.execute(actor, claim)).mine) return "next";
      const accepted = await connector.send(
        connection,
        to,
        { ...part, body },
        {
          callbackData: callbackDataOf(message.id, index),
          ...(humanAgent ? { humanAgent } : {}),
        },
      );
      const last = index === parts.length - 1;
      const numbered = part.marks?.numbered === true;
      const outcome = { kind: "accepted" as const, externalId: accepted.externalId, part: index, last, numbered };
      await settle.execute(actor, { ...about, outcome });
    }
    return "next";
  } catch (error) {
    if (error instanceof GraphError) return settleFailure(send, claimed, error);
    throw error;
  }
}

async function failClaimed(
  actor: Actor,
  channelId: string,
  claimed: Claimed,
  code: string,
  reason: string,
): Promise<void> {
  const outcome = {
    kind: "failed" as const,
    code,
    reason,
    ...(code === "not_connected" ? { action: "reconnect" as const } : {}),
  };
  await settle.execute(actor, { messageId: claimed.message.id, attempt: claimed.attempts, channelId, outcome });
}

/**
 * Hands the conversation's waiting messages to its platform, one after the other in their order. Answers how long to
 * wait before the next try; null when nothing waits. Several at once do no harm: each message is claimed by one.
 */
export async function drainConversation(actor: Actor, conversationId: string): Promise<number | null> {
  const address = await addressOf.execute(actor, { conversationId });
  if (!address) return null;
  const { channelId, recipient } = address;
  for (;;) {
    const wait = recipient ? recipientWait(channelId, key(recipient), "live") : 0;
    if (wait > patienceMs) return wait;
    // Before anything is claimed: where the look-up fails, the message waits for the next try.
    const connection = await findConnection(actor, channelId);
    const { claimed, waitMs } = await claimNext.execute(actor, { conversationId });
    if (!claimed) return waitMs;
    if (!connection?.connected) {
      await failClaimed(actor, channelId, claimed, "not_connected", "The channel is not connected to its platform.");
    } else if (!recipient) {
      await failClaimed(actor, channelId, claimed, "no_address", "The platform has no recipient for this message.");
    } else {
      const send = { actor, connection, to: recipient, late: address.lateFor === "window", language: address.language };
      const verdict = await keeping(actor, claimed, () => sendClaimed(send, claimed));
      if (verdict !== "next") return verdict.waitMs;
    }
  }
}

/** The job of a conversation: again when its time has come. */
export async function sendWaiting(actor: Actor, conversationId: string): Promise<void> {
  const waitMs = await drainConversation(actor, conversationId);
  if (waitMs === null) return;
  const runAt = new Date(Date.now() + waitMs + 50);
  await addJob(
    "channels.send",
    { companyId: actor.companyId, conversationId },
    {
      key: `send:${conversationId}`,
      runAt,
      priority: -5,
    },
  );
  log.debug({ conversationId, waitMs, at: now() }, "a message waits to be sent");
}
