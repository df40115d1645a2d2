import { prisma } from "#server/db/prisma.ts";

/**
 * Two conversations have become one, and question and answer stand in it. Both may have closed with a question that still
 * waits: it is asked once, about what closed as the one that stays.
 */
export async function handSurveys(companyId: string, from: string, to: string): Promise<void> {
  const due = { companyId, state: "due" as const };
  if (await prisma.csatResponse.findFirst({ where: { ...due, conversationId: to } }))
    await prisma.csatResponse.updateMany({
      where: { ...due, conversationId: from },
      data: { state: "skipped", reason: "reopened" },
    });
  await prisma.csatResponse.updateMany({ where: { companyId, conversationId: from }, data: { conversationId: to } });
}
