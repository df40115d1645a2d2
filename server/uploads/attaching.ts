import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Upload } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { heldByKeys } from "./holding.sql.ts";
import { copyUpload, keyForCopy } from "./keeping.ts";
import { keyOfUrl, uploadUrl } from "./storage.ts";

/** Files that a message takes along later are kept until then, however late that is. */
export async function keepUploads(companyId: string, urls: readonly string[], until: Date): Promise<void> {
  const keys = urls.flatMap((url) => keyOfUrl(url) ?? []);
  if (keys.length === 0) return;
  const where = { companyId, key: { in: keys }, conversationId: null, kept: false, expiresAt: { lt: until } };
  await prisma.upload.updateMany({ where, data: { expiresAt: until } });
}

/** A file that stands in many conversations, and belongs to none of them, is there for good. */
export async function keepForGood(companyId: string, url: string): Promise<void> {
  const key = keyOfUrl(url);
  if (!key) return;
  const where = { companyId, key, conversationId: null };
  await prisma.upload.updateMany({ where, data: { kept: true, expiresAt: null } });
}

/** Two conversations have become one: files that messages of the one took go with the other. */
export async function handUploads(companyId: string, from: string, to: string): Promise<void> {
  await prisma.upload.updateMany({ where: { companyId, conversationId: from }, data: { conversationId: to } });
}

/** Files, by their ids or addresses, that nothing takes along later any more. */
export async function shortenUploads(companyId: string, files: readonly string[], until: Date): Promise<void> {
  const OR = [{ id: { in: files.filter(isId) } }, { key: { in: files.flatMap((url) => keyOfUrl(url) ?? []) } }];
  const where = { companyId, OR, conversationId: null, kept: false, expiresAt: { gt: until } };
  if (files.length > 0) await prisma.upload.updateMany({ where, data: { expiresAt: until } });
}

/** Links files to a conversation, so that they are deleted with it. Addresses of other servers are not our files. */
export async function attachUploads(
  conversation: { companyId: string; id: string },
  urls: readonly string[],
): Promise<void> {
  const keys = urls.flatMap((url) => keyOfUrl(url) ?? []);
  if (keys.length === 0) return;
  const { companyId, id } = conversation;
  const where = { companyId, key: { in: keys }, conversationId: null, kept: false };
  await prisma.upload.updateMany({ where, data: { conversationId: id, expiresAt: null } });
}

/** A file and where its copy will lie, by the file's address. */
export type Copies = ReadonlyMap<string, { source: Upload; key: string }>;

/**
 * Which of these files a message of the conversation needs a copy of: those that another conversation or a ready answer
 * has, as they would be deleted with it.
 */
export async function copiesFor(
  { companyId, id }: { companyId: string; id: string },
  urls: readonly string[],
): Promise<Copies> {
  const keys = urls.flatMap((url) => keyOfUrl(url) ?? []);
  const held = keys.length > 0 ? await heldByKeys(companyId, keys) : [];
  const taken = held.filter(({ kept, conversationId }) => kept || (conversationId !== null && conversationId !== id));
  return new Map(taken.map((source) => [uploadUrl(source.key), { source, key: keyForCopy(source) }]));
}

/** Makes them: their rows now, their bytes with the commit. */
export async function makeCopies(actor: Actor, copies: Copies, now: Date): Promise<void> {
  for (const { source, key } of copies.values()) await copyUpload(actor, source, now, key);
}
