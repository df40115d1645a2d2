import type { Listener } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";
import type { ConversationsMerged } from "#server/merges/conversations/merging.ts";

/**
 * Two conversations have become one, and question and answer stand in it. Both may have closed with a question that still
 * waits: it is asked once, about what closed as the one that stays.
 */
export const moveSurveys: Listener<ConversationsMerged> = async (_context, { companyId, from, to }) => {
  const due = { companyId, state: "due" as const };
  if (await prisma.csatResponse.findFirst({ where: { ...due, conversationId: to } }))
    await prisma.csatResponse.updateMany({
      where: { ...due, conversationId: from },
      data: { state: "skipped", reason: "reopened" },
    });
  await prisma.csatResponse.updateMany({ where: { companyId, conversationId: from }, data: { conversationId: to } });
};
