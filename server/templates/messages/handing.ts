import { prisma } from "#server/db/prisma.ts";

/** Template messages to one contact become another's, all or those named; answers which. */
export async function handMessages(companyId: string, from: string, to: string, only?: string[]): Promise<string[]> {
  const where = { companyId, contactId: from, ...(only ? { id: { in: only } } : {}) };
  const found = await prisma.campaignMessage.findMany({ where, select: { id: true } });
  await prisma.campaignMessage.updateMany({ where, data: { contactId: to } });
  return found.map(({ id }) => id);
}

/** Two conversations have become one: an answer in it answers what was sent in either. */
export async function handMessagesOfConversation(companyId: string, from: string, to: string): Promise<void> {
  await prisma.campaignMessage.updateMany({ where: { companyId, conversationId: from }, data: { conversationId: to } });
}

export function countMessagesTo(companyId: string, contactId: string): Promise<number> {
  return prisma.campaignMessage.count({ where: { companyId, contactId } });
}
