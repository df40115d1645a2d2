import { AppError } from "#server/base/errors.ts";
import { closeIdle } from "#server/conversations/closing.ts";
import { findOpen } from "#server/conversations/open.sql.ts";
import { systemActor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableChannel } from "./access.ts";
import { platformOf } from "./connection/credentials.ts";
import { deleteChannelInput, deletedChannelSchema } from "./schema.ts";

/** A channel with fewer open conversations closes them with its own deletion. */
const closedAhead = 100;

/**
 * DELETE /v1/channels/{channelId} (L8): refused while it has open conversations, unless forced, which closes them.
 * The conversations stay; visitors' sessions end with the channel.
 */
export const deleteChannel = command({
  name: "channels.delete",
  access: "websites_write",
  input: deleteChannelInput,
  output: deletedChannelSchema,
  example: (given) => ({ channelId: given.channelId ?? "", force: true }),
  // Each by itself: nobody waits until hundreds of thousands are closed.
  async ahead({ actor, input }) {
    if (!input.force) return;
    const { companyId, id } = await readableChannel(actor, input.channelId);
    for (;;) {
      const open = await findOpen(companyId, id, closedAhead);
      if (open.length < closedAhead) return;
      for (const one of open) await closeIdle.execute(systemActor(companyId), { conversationId: one.id });
    }
  },
  async run({ actor, input, now, emit }) {
    const channel = await readableChannel(actor, input.channelId, true);
    const open = await findOpen(actor.companyId, channel.id, input.force ? null : 1);
    if (open.length > 0 && !input.force) {
      throw new AppError("conflict", {
        message: "The channel has open conversations. Close them, or send force=true.",
      });
    }
    for (const { id } of open) await closeIdle.execute(systemActor(actor.companyId), { conversationId: id });
    // The platform has yet to be told: the job that does so erases the credentials.
    const ends = platformOf(channel.type) ? { disconnecting: true as const } : {};
    await prisma.channel.update({
      where: { companyId_id: { companyId: actor.companyId, id: channel.id } },
      data: {
        ...{ deletedAt: now, updatedAt: now, connected: false, chatbotId: null, identitySecret: null },
        ...{ externalId: null, accountId: null, provenAt: null },
      },
    });
    emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id, deleted: true, ...ends } });
    return { id: channel.id, deleted: true as const };
  },
});
