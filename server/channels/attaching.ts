import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";

/** Puts a chatbot on a channel, or takes it away. */
export async function attachChatbot(
  { companyId }: Actor,
  id: string,
  chatbotId: string | null,
  at: Date,
): Promise<void> {
  await prisma.channel.updateMany({ where: { companyId, id }, data: { chatbotId, updatedAt: at } });
}
