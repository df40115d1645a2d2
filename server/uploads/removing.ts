import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { removeFile } from "./storage.ts";
import { deleteOfConversation, filesMayGo } from "./sweeping.sql.ts";
import { filesLock } from "./sweeping.ts";

/** Files that no message took: the next sweep takes them. */
export async function expireUploads(companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const where = { companyId, id: { in: [...ids] }, conversationId: null, kept: false };
  await prisma.upload.updateMany({ where, data: { expiresAt: new Date(0) } });
}

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
