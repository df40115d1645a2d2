import type { ConversationRow } from "#server/conversations/row.ts";
import type { Listener } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";

/**
 * Whether the conversation has a message that was sent, and is kept back for the seconds in which it can be undone. One
 * that has failed does not leave any more.
 */
export async function isHeld(companyId: string, conversationId: string): Promise<boolean> {
  return (await prisma.scheduledMessage.count({ where: { companyId, conversationId, held: true, error: "" } })) > 0;
}

/** Two conversations have become one: what waits in the one is the other's, whose messages up to `after` come before. */
export async function handScheduled(companyId: string, from: string, to: string, after: number): Promise<void> {
  await prisma.scheduledMessage.updateMany({
    where: { companyId, conversationId: from },
    data: { conversationId: to, afterSeq: { increment: after } },
  });
}

/** A closing takes back for good what it makes superfluous, also where the visitor writes again. */
export const dropAtClosing: Listener<ConversationRow> = async ({ emit }, { companyId, id: conversationId }) => {
  const where = { companyId, conversationId, cancelIf: { has: "closed" } };
  const dropped = await prisma.scheduledMessage.findMany({ where, select: { id: true } });
  if (dropped.length === 0) return;
  await prisma.scheduledMessage.deleteMany({ where });
  for (const { id } of dropped) emit({ type: "scheduled/changed", conversationId, data: { id } });
};
