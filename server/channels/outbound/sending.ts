import { z } from "zod";
import { now, second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { humanAgentEnd, windowEnd } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { type Claimed, claimNext, keepClaim, noteLeaving, settle } from "#server/messages/queue/send-queue.ts";
import { withUrls } from "#server/messages/row.ts";
import { callbackDataOf } from "#server/messages/status/delivery-status.ts";
import { presentUrl } from "#server/uploads/storage.ts";
import { type Connection, findConnection } from "../connection/connecting.ts";
import type { Recipient } from "../connector.ts";
import { connectorFor } from "../connectors.ts";
import { languageOf } from "../defaults.ts";
import { recipientOf } from "../inbound/identities.ts";
import { findAddress } from "./addressing.sql.ts";
import { leave, paceKey } from "./leaving.ts";
import { recipientWait } from "./pacing.ts";

/** A worker's slot is not kept busy by waiting longer than this: the conversation comes again when it is time. */
const patienceMs = 2 * second;

const addressSchema = z.object({
  channelId: z.string(),
  recipient: z.object({ phone: z.string(), userId: z.string().nullable() }).nullable(),
  late: z.boolean().meta({ description: "The window is over." }),
  asPerson: z.boolean().meta({ description: "The window is over, and the channel lets people answer on." }),
  personMay: z.boolean().meta({ description: "People may answer on should the platform find that it is over." }),
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
    const found = await findAddress(actor.companyId, input.conversationId);
    if (!found) return null;
    const ends = windowEnd(found);
    return {
      channelId: found.channelId,
      recipient: (await recipientOf(actor.companyId, found)) ?? null,
      late: ends !== null && at > ends,
      asPerson: found.humanAgent && ends !== null && at > ends,
      personMay: found.humanAgent && at <= humanAgentEnd(found),
      language: languageOf(found.language),
    };
  },
});

type Send = { actor: Actor; connection: Connection; to: Recipient; language: string } & Pick<
  z.output<typeof addressSchema>,
  "asPerson" | "personMay"
>;

/** Sends what is left of one claimed message. Returns how long to wait before another try, if there is one. */
async function sendClaimed(send: Send, { message, parts, attempts }: Claimed): Promise<number | undefined> {
  const { actor, connection, to, asPerson, personMay, language } = send;
  const claim = { messageId: message.id, attempt: attempts };
  const connector = connectorFor(connection.platform);
  const own = withUrls(message, presentUrl);
  const left = await leave({
    actor,
    connection,
    to,
    tried: attempts,
    keeper: {
      keep: () => keepClaim.execute(actor, claim),
      leaving: async () => (await noteLeaving.execute(actor, claim)).mine,
      settle: (outcome) => settle.execute(actor, { ...claim, channelId: connection.channelId, outcome }),
    },
    parts: connector.render({ ...own, extra: own.extra ?? {}, language }),
    from: parts,
    callbackData: (part) => callbackDataOf(message.id, part),
    humanAgent: asPerson && message.senderType === "user",
    mayBeHuman: personMay && message.senderType === "user",
  });
  return left.waitMs;
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
 * Sends the conversation's waiting messages to its platform in their order. Returns how long to wait before the next
 * try; null when nothing waits. Safe to run several times at once: each message is claimed once.
 */
export async function drainConversation(actor: Actor, conversationId: string): Promise<number | null> {
  const address = await addressOf.execute(actor, { conversationId });
  if (!address) return null;
  const { channelId, recipient } = address;
  for (;;) {
    const wait = recipient ? recipientWait(channelId, paceKey(recipient), "live") : 0;
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
      const { asPerson, personMay, language } = address;
      const send = { actor, connection, to: recipient, asPerson, personMay, language };
      const againMs = await sendClaimed(send, claimed);
      if (againMs !== undefined) return againMs;
    }
  }
}

/** The job of a conversation; scheduled again for the next try. */
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
