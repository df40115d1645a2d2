import { z } from "zod";
import { day, hour } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { heldIn, keepHolds } from "#server/retention/access.ts";
import { removeFile } from "./storage.ts";
import { deleteExpired, deleteOldFiles, deleteUntaken, filesMayGo } from "./sweeping.sql.ts";

/** Between an upload and its message lie seconds, or a line that was gone for a while. */
const untakenForMs = hour;
/** What the team or a program uploads may wait for its message over a night. */
export const waitsForMs = day;
/** Held by who removes rows with their files until it has committed, and by a backup, alone, until it has all files. */
export const filesLock = 7_275_396;
/** Removing a batch of files takes far less than a transaction may. */
const batch = 200;

/** Files that no message took in time, of visitors and of the team. One that a message is taking right now is locked by it and stays. */
export const sweepUntaken = command({
  name: "uploads.sweepUntaken",
  access: "system",
  input: z.object({}),
  output: z.object({ swept: z.int(), more: z.boolean(), later: z.boolean() }),
  example: () => ({}),
  async run({ actor, now }) {
    if (!(await filesMayGo(filesLock))) return { swept: 0, more: false, later: true };
    const before = new Date(now.getTime() - untakenForMs);
    const untaken = await deleteUntaken(actor.companyId, before, batch);
    const expired = await deleteExpired(actor.companyId, now, batch);
    for (const { key } of [...untaken, ...expired]) await removeFile(key);
    const more = untaken.length === batch || expired.length === batch;
    return { swept: untaken.length + expired.length, more, later: false };
  },
});

/** Files of messages that are kept no longer (server/retention). `before`: the first id that stays. */
export const sweepOld = command({
  name: "uploads.sweepOld",
  access: "system",
  input: z.object({ before: z.uuid() }),
  output: z.object({ swept: z.int(), more: z.boolean() }),
  example: () => ({ before: "00000000-0000-7000-8000-000000000000" }),
  async run({ actor, input }) {
    const { companyId } = actor;
    if (!(await filesMayGo(filesLock))) return { swept: 0, more: false };
    await keepHolds(companyId);
    const held = await heldIn(companyId);
    if (held.everything) return { swept: 0, more: false };
    const gone = await deleteOldFiles({ companyId, ...input, held: held.conversationIds }, batch);
    for (const { key } of gone) await removeFile(key);
    return { swept: gone.length, more: gone.length === batch };
  },
});

/** Batch by batch, so that no transaction is long. `later`: a backup is being taken. */
export async function sweepUploads(actor: Actor): Promise<{ later: boolean }> {
  for (;;) {
    const { more, later } = await sweepUntaken.execute(actor, {});
    if (!more) return { later };
  }
}
