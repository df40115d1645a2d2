import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { rows, sql } from "#server/db/sql.ts";
import { removeFile } from "./storage.ts";

/** The images of a conversation that was deleted. Files first: a row without its file is harmless, the reverse is not. */
export const removeUploads = command({
  name: "uploads.removeOfConversation",
  access: "system",
  input: z.object({ conversationId: z.string() }),
  output: z.object({ removed: z.int() }),
  example: (given) => ({ conversationId: given.emptyPhaseId ?? "" }),
  async run({ actor, input }) {
    const gone = await rows<{ key: string }>(sql`
      delete from uploads where "companyId" = ${actor.companyId} and "conversationId"::text = ${input.conversationId}
        and not exists (select 1 from conversations c where c."companyId" = ${actor.companyId}
          and c."id"::text = ${input.conversationId})
      returning "key"`);
    for (const { key } of gone) await removeFile(key);
    return { removed: gone.length };
  },
});
