import { prisma } from "#server/db/prisma.ts";

/** With contacts go the notes about them. */
export async function deleteNotesOfContacts(companyId: string, contactIds: readonly string[]): Promise<void> {
  await prisma.note.deleteMany({ where: { companyId, contactId: { in: [...contactIds] } } });
}

/** With a conversation go the notes between its messages. */
export async function deleteNotesOfConversation(companyId: string, conversationId: string): Promise<void> {
  await prisma.note.deleteMany({ where: { companyId, conversationId } });
}

/** Two contacts have become one: the notes about the one are the other's. */
export async function moveNotes(companyId: string, from: string, to: string): Promise<void> {
  await prisma.note.updateMany({ where: { companyId, contactId: from }, data: { contactId: to } });
}

/** The same, all or those named; answers which, so that it can be undone. */
export async function handNotes(companyId: string, from: string, to: string, only?: string[]): Promise<string[]> {
  const where = { companyId, contactId: from, ...(only ? { id: { in: only } } : {}) };
  const found = await prisma.note.findMany({ where, select: { id: true } });
  await prisma.note.updateMany({ where, data: { contactId: to } });
  return found.map(({ id }) => id);
}

export function countNotesOf(companyId: string, contactId: string): Promise<number> {
  return prisma.note.count({ where: { companyId, contactId } });
}

/** Two conversations have become one: the notes between the messages of the one, which follow `after`, are the other's. */
export async function handNotesOfConversation(companyId: string, from: string, to: string, after: number) {
  await prisma.note.updateMany({
    where: { companyId, conversationId: from },
    data: { conversationId: to, afterSeq: { increment: after } },
  });
}
