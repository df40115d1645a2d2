import { prisma } from "#server/db/prisma.ts";
import { keyOfUrl } from "./storage.ts";

/** Files that a message takes along later are kept until then, however late that is. */
export async function keepUploads(companyId: string, urls: readonly string[], until: Date): Promise<void> {
  const keys = urls.flatMap((url) => keyOfUrl(url) ?? []);
  if (keys.length === 0) return;
  const where = { companyId, key: { in: keys }, conversationId: null, kept: false, expiresAt: { lt: until } };
  await prisma.upload.updateMany({ where, data: { expiresAt: until } });
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
