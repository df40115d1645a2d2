import type { ContactsMerged } from "#server/conversations/linking/capturing.ts";
import type { ListenerContext } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";

/** Two contacts have become one: what is to be done about the one is about the other. */
export async function moveTasks({ actor }: ListenerContext, { from, to }: ContactsMerged): Promise<void> {
  const { companyId } = actor;
  await prisma.task.updateMany({ where: { companyId, contactId: from }, data: { contactId: to } });
}

/** The same, all or those named; answers which, so that it can be undone. */
export async function handTasks(companyId: string, from: string, to: string, only?: string[]): Promise<string[]> {
  const where = { companyId, contactId: from, ...(only ? { id: { in: only } } : {}) };
  const found = await prisma.task.findMany({ where, select: { id: true } });
  await prisma.task.updateMany({ where, data: { contactId: to } });
  return found.map(({ id }) => id);
}

export function countTasksOf(companyId: string, contactId: string): Promise<number> {
  return prisma.task.count({ where: { companyId, contactId } });
}

/** Two conversations have become one: what is to be done about the one is about the other. */
export async function handTasksOfConversation(companyId: string, from: string, to: string): Promise<void> {
  await prisma.task.updateMany({ where: { companyId, conversationId: from }, data: { conversationId: to } });
}
