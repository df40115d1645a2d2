import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { removeFile } from "./storage.ts";
import { deleteOfConversation, filesMayGo } from "./sweeping.sql.ts";
import { filesLock } from "./sweeping.ts";

/** The images of a conversation that was deleted. Files first: a row without its file is harmless, the reverse is not. */
export const removeUploads = command({
  name: "uploads.removeOfConversation",
  access: "system",
  input: z.object({ conversationId: z.string() }),
  output: z.object({ removed: z.int(), later: z.boolean() }),
  example: (given) => ({ conversationId: given.emptyPhaseId ?? "" }),
  async run({ actor, input }) {
    if (!(await filesMayGo(filesLock))) return { removed: 0, later: true };
    const gone = await deleteOfConversation(actor.companyId, input.conversationId);
    for (const { key } of gone) await removeFile(key);
    return { removed: gone.length, later: false };
  },
});
