import { prisma } from "#server/db/prisma.ts";

/** Whether the conversation has a message that was sent, and is kept back for the seconds in which it can be undone. */
export async function isHeld(companyId: string, conversationId: string): Promise<boolean> {
  return (await prisma.scheduledMessage.count({ where: { companyId, conversationId, held: true } })) > 0;
}

/** Two conversations have become one: what waits for its time in the one is the other's. */
export async function handScheduled(companyId: string, from: string, to: string): Promise<void> {
  await prisma.scheduledMessage.updateMany({
    where: { companyId, conversationId: from },
    data: { conversationId: to },
  });
}
