import { prisma } from "#server/db/prisma.ts";

/** Where a conversation takes place and with whom, whoever asks; nothing where it is gone. */
export function placeOf(companyId: string, id: string) {
  return prisma.conversation.findFirst({ where: { companyId, id }, select: { channelId: true, contactId: true } });
}
