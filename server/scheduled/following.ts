import { minute } from "#server/base/clock.ts";
import type { Idling } from "#server/conversations/closing.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Listener, ListenerContext } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";
import { takenBack } from "./choices.ts";

/**
 * Whether the conversation has a message that was sent, and is kept back for the seconds in which it can be undone. One
 * that has failed does not leave any more.
 */
export async function isHeld(companyId: string, conversationId: string): Promise<boolean> {
  return (await prisma.scheduledMessage.count({ where: { companyId, conversationId, held: true, error: "" } })) > 0;
}

/** Two conversations have become one: what waits in the one is the other's, whose messages up to `after` come before. */
export async function moveScheduled(companyId: string, from: string, to: string, after: number): Promise<void> {
  await prisma.scheduledMessage.updateMany({
    where: { companyId, conversationId: from },
    data: { conversationId: to, afterSeq: { increment: after } },
  });
}

/**
 * A closing takes back for good what it makes superfluous, also where the visitor writes again. Only its undo brings
 * that back, and knows it by the moment of the closing.
 */
export const dropAtClosing: Listener<ConversationRow> = async ({ emit }, closed) => {
  const { companyId, id: conversationId, closedAt } = closed;
  const where = { companyId, conversationId, cancelIf: { has: "closed" }, error: { not: takenBack } };
  const dropped = await prisma.scheduledMessage.findMany({ where, select: { id: true } });
  if (dropped.length === 0 || !closedAt) return;
  await prisma.scheduledMessage.updateMany({ where, data: { error: takenBack, updatedAt: closedAt } });
  for (const { id } of dropped) emit({ type: "scheduled/changed", conversationId, data: { id } });
};

/** The closing of that moment is undone. What was to leave long ago does not leave now, but is seen not to have left. */
export async function bringBack(
  { now, emit }: Pick<ListenerContext, "now" | "emit">,
  { companyId, id: conversationId }: ConversationRow,
  closedAt: Date,
): Promise<void> {
  const where = { companyId, conversationId, error: takenBack, updatedAt: closedAt };
  for (const { id, sendAt } of await prisma.scheduledMessage.findMany({ where, select: { id: true, sendAt: true } })) {
    const error = now.getTime() - sendAt.getTime() > minute ? "conversation_closed" : "";
    await prisma.scheduledMessage.updateMany({ where: { companyId, id }, data: { error, updatedAt: now } });
    emit({ type: "scheduled/changed", conversationId, data: { id } });
  }
}

/** Where a message waits for its time, the silence until then was meant. */
export const waitForScheduled: Listener<Idling> = async (_context, idling) => {
  const { companyId, id: conversationId } = idling.conversation;
  if ((await prisma.scheduledMessage.count({ where: { companyId, conversationId, error: "" } })) > 0)
    idling.meant = true;
};
