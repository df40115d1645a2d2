import type { ContactsMerged } from "#server/conversations/linking/capturing.ts";
import type { ListenerContext } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";

/** Two contacts have become one: what is to be done about the one is about the other. */
export async function moveTasks({ actor }: ListenerContext, { from, to }: ContactsMerged): Promise<void> {
  const { companyId } = actor;
  await prisma.task.updateMany({ where: { companyId, contactId: from }, data: { contactId: to } });
}
