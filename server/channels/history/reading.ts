import { z } from "zod";
import { command, query } from "#server/core/operation.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import { readableChannel } from "../access.ts";
import { channelIdInput } from "../schema.ts";
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
    const found = await row<z.input<typeof importSchema>>(sql`
      select i."state", i."progress", i."messages", i."contacts", i."code", i."error", i."startedAt", i."heardAt", i."finishedAt",
        (select count(*) from import_items t where t."companyId" = i."companyId" and t."channelId" = i."channelId"
          and t."error" is null) as "waiting",
        (select count(*) from import_items t where t."companyId" = i."companyId" and t."channelId" = i."channelId"
          and t."error" is not null) as "failed"
      from channel_imports i where i."companyId" = ${actor.companyId} and i."channelId" = ${id}`);
    return found ?? null;
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
    const own = sql`"companyId" = ${actor.companyId} and "channelId" = ${channelId}`;
    const freed = await execute(sql`update import_items set "error" = null where ${own} and "error" is not null`);
    if (freed === 0) return {};
    await execute(sql`update channel_imports set "state" = 'reading', "error" = '', "dueAt" = ${now} where ${own}`);
    emit({ type: "channel/import", channelId, data: { id: channelId } });
    return {};
  },
});
