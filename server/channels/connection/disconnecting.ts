import { z } from "zod";
import { now as clock, minute, second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { findChannel } from "../access.sql.ts";
import { readableChannel } from "../access.ts";
import { connectorFor } from "../connectors.ts";
import { GraphError } from "../graph/graph.ts";
import { drainConversation } from "../outbound/sending.ts";
import { channelIdInput, channelSchema } from "../schema.ts";
import { viewOneChannel } from "../viewing.ts";
import { type Connection, erasedToken, findConnection, sealCredentials } from "./connecting.ts";
import { platformOf } from "./credentials.ts";
import { writeEndAsked } from "./health.sql.ts";
import { findEnding, findUnsent } from "./looking.sql.ts";
import { sharesWebhooks } from "./proving.ts";
import { healthBefore, tellHealth } from "./telling-health.ts";

/** How long waiting messages may still be sent. */
const drainMs = minute;

/**
 * Requests the end of a connection. Waiting messages are still sent; then the platform is informed and the token
 * erased.
 */
export const disconnectChannel = command({
  name: "channels.disconnect",
  access: "websites_write",
  input: channelIdInput,
  output: channelSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input, now, emit }) {
    const channel = await readableChannel(actor, input.channelId, true);
    if (!platformOf(channel.type))
      throw new AppError("conflict", { message: "This channel has no connection to end." });
    if (channel.connected && !channel.disconnectionRequested) {
      await writeEndAsked(channel, now);
      emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id, disconnecting: true } });
    }
    return viewOneChannel(actor, await readableChannel(actor, channel.id));
  },
});

export const listWaiting = query({
  name: "channels.listWaiting",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({
    conversationIds: z.array(z.string()),
    askedAt: z.string(),
    requested: z.boolean(),
  }),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input }) {
    const found = await findUnsent(actor.companyId, input.channelId);
    const channel = await findEnding(actor.companyId, input.channelId);
    return {
      conversationIds: found.map((one) => one.id),
      askedAt: channel?.askedAt ?? "",
      requested: channel?.requested ?? false,
    };
  },
});

/**
 * The token is erased; the signing secret stays, because statuses of old messages may come for weeks. Who has connected
 * it again meanwhile keeps it, and a check looks whether the platform was told of the end all the same.
 */
export const finishDisconnecting = command({
  name: "channels.finishDisconnecting",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({}),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const channel = await findChannel(actor.companyId, input.channelId, true);
    if (!channel?.disconnectionRequested) {
      if (channel?.connected)
        emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id, doubtful: true } });
      return {};
    }
    const before = await healthBefore(context, input.channelId);
    const connection = await findConnection(actor, input.channelId);
    const kept = connection ? sealCredentials({ ...connection.credentials, accessToken: erasedToken }) : null;
    await prisma.channel.updateMany({
      where: { companyId: actor.companyId, id: input.channelId },
      data: { connected: false, disconnectionRequested: false, credentials: kept, updatedAt: now },
    });
    emit({ type: "channel/changed", channelId: input.channelId, data: { id: input.channelId } });
    await tellHealth(context, input.channelId, before);
    return {};
  },
});

/** The job, also of a channel that was deleted: safe to run again, each step of it too. */
export async function disconnectDrained(actor: Actor, channelId: string): Promise<void> {
  const deleted = await findConnection(actor, channelId, true);
  if (deleted) {
    await endWebhooks(deleted);
    await eraseDeleted.execute(actor, { channelId });
    return;
  }
  const { conversationIds, askedAt, requested } = await listWaiting.execute(actor, { channelId });
  if (!requested) return;
  for (const id of conversationIds) await drainConversation(actor, id);
  const waiting = (await listWaiting.execute(actor, { channelId })).conversationIds.length > 0;
  if (waiting && clock().getTime() - new Date(askedAt).getTime() < drainMs) {
    const runAt = new Date(Date.now() + 5 * second);
    return addJob(
      "channels.disconnect",
      { companyId: actor.companyId, channelId },
      { key: `disconnect:${channelId}`, runAt },
    );
  }
  const connection = await findConnection(actor, channelId);
  // It may have been connected again while its messages left.
  if (connection && !connection.disconnectionRequested) return;
  if (connection) await endWebhooks(connection);
  await finishDisconnecting.execute(actor, { channelId });
}

/** Tells the platform, unless others need the webhooks too. A refusal changes nothing for us. */
async function endWebhooks(connection: Connection): Promise<void> {
  if (connection.credentials.accessToken === erasedToken || (await sharesWebhooks(connection))) return;
  await connectorFor(connection.platform)
    .unsubscribe(connection)
    .catch((error: unknown) => {
      if (!(error instanceof GraphError)) throw error;
      log.info({ error, channelId: connection.channelId }, "the platform did not take the end of the subscription");
    });
}

export const eraseDeleted = command({
  name: "channels.eraseDeleted",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({}),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input }) {
    await prisma.channel.updateMany({
      where: { companyId: actor.companyId, id: input.channelId, deletedAt: { not: null } },
      data: { credentials: null },
    });
    return {};
  },
});
