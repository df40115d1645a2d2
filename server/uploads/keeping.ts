import { invalidField, notFound } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Upload } from "#server/db/generated/client.ts";
import { beforeCommit } from "#server/db/outside.ts";
import { prisma } from "#server/db/prisma.ts";
import { uploaderOf } from "./access.ts";
import { teamUpload } from "./holding.sql.ts";
import { takeStorage } from "./quota.ts";
import { copyFile, endingOf, newKey, removeFile, sizeOfFile } from "./storage.ts";
import { waitsForMs } from "./sweeping.ts";

/** The files with these ids that are kept. */
export async function keptFiles(companyId: string, ids: readonly string[]): Promise<Upload[]> {
  return ids.length === 0 ? [] : prisma.upload.findMany({ where: { companyId, id: { in: [...ids] }, kept: true } });
}

/**
 * Keeps uploads that wait for a message for what is no message: they are no longer swept, and no message takes them.
 * `before`: what is kept there already; of it what is not wanted any more is let go.
 */
export async function keepFiles(
  actor: Actor,
  wanted: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> {
  const ids = [...new Set(wanted)];
  for (const [index, id] of ids.entries()) {
    if (before.includes(id)) continue;
    const found = await teamUpload(actor, id);
    if (!found || found.conversationId !== null)
      throw invalidField(`files.${index}`, "No such upload, or a message has taken it.", "unknown_reference");
    const where = { companyId_id: { companyId: actor.companyId, id } };
    await prisma.upload.update({ where, data: { kept: true, expiresAt: null } });
  }
  await letGo(
    actor.companyId,
    before.filter((id) => !ids.includes(id)),
  );
  return ids;
}

/** Kept by nobody any more: the next sweep takes them, with their files. */
export async function letGo(companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const where = { companyId, id: { in: [...ids] }, kept: true };
  await prisma.upload.updateMany({ where, data: { kept: false, expiresAt: new Date(0) } });
}

/** Where a copy will lie. */
export function keyForCopy({ key }: Pick<Upload, "key">): string {
  const ending = endingOf(key);
  if (!ending) throw notFound("file");
  return newKey(ending);
}

/** A file of the actor's own with the same bytes, which waits for a message. A rehearsal, or what fails, writes none. */
export async function copyUpload(actor: Actor, source: Upload, now: Date, key = keyForCopy(source)): Promise<Upload> {
  if ((await sizeOfFile(source.key)) === undefined) throw notFound("file");
  await takeStorage(actor.companyId, source.size);
  const { companyId } = actor;
  const expiresAt = new Date(now.getTime() + waitsForMs);
  const own = { id: newId(), key, kept: false, conversationId: null, createdBy: uploaderOf(actor), createdAt: now };
  const copy = await prisma.upload.create({ data: { ...source, companyId, ...own, expiresAt } });
  await beforeCommit({ work: () => copyFile(source.key, key), undo: () => removeFile(key) });
  return copy;
}
