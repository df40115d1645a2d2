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
