import { z } from "zod";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableChannel } from "../access.ts";
import { channelIdInput } from "../schema.ts";
import { findImport } from "./imports.sql.ts";
import { importSchema } from "./schema.ts";

/** Progress of the import of a phone app's history; null where none has begun. */
export const readImport = query({
  name: "channels.import",
  access: "websites_read",
  input: channelIdInput,
  output: importSchema.nullable(),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input }) {
    const { id } = await readableChannel(actor, input.channelId);
    return (await findImport({ companyId: actor.companyId, channelId: id })) ?? null;
  },
});

/** What could not be written is tried again. */
export const retryImport = command({
  name: "channels.retryImport",
  access: "websites_write",
  input: channelIdInput,
  output: z.object({}),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input, now, emit }) {
    const { id: channelId } = await readableChannel(actor, input.channelId);
    const where = { companyId: actor.companyId, channelId };
    const freed = await prisma.importItem.updateMany({
      where: { ...where, error: { not: null } },
      data: { error: null },
    });
    if (freed.count === 0) return {};
    await prisma.channelImport.updateMany({ where, data: { state: "reading", error: "", dueAt: now } });
    emit({ type: "channel/import", channelId, data: { id: channelId } });
    return {};
  },
});
