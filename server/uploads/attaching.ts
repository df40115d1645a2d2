import { prisma } from "#server/db/prisma.ts";
import { keyOfUrl } from "./storage.ts";

/** Links files to a conversation, so that they are deleted with it. Addresses of other servers are not our files. */
export async function attachUploads(
  conversation: { companyId: string; id: string },
  urls: readonly string[],
): Promise<void> {
  const keys = urls.flatMap((url) => keyOfUrl(url) ?? []);
  if (keys.length === 0) return;
  const { companyId, id } = conversation;
  const where = { companyId, key: { in: keys }, conversationId: null };
  await prisma.upload.updateMany({ where, data: { conversationId: id, expiresAt: null } });
}
