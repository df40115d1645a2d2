import type { Actor } from "#server/core/actor.ts";
import { execute, sql } from "#server/db/sql.ts";

/** Puts a chatbot on a channel, or takes it away. */
export async function attachChatbot(
  actor: Actor,
  channelId: string,
  chatbotId: string | null,
  at: Date,
): Promise<void> {
  await execute(sql`
    update channels set "chatbotId" = ${chatbotId}, "updatedAt" = ${at}
    where "companyId" = ${actor.companyId} and "id" = ${channelId}`);
}
