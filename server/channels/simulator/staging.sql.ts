// SQL because a day passes for all that is known of a customer, of several nouns, at once.
import type { Conversation } from "#server/db/generated/client.ts";
import { execute, rows, sql } from "#server/db/sql.ts";

type Thread = { companyId: string; channelId: string; peer: string };

/** Moves a customer's messages and conversations 25 hours into the past. Returns the conversations. */
export async function moveBack({ companyId, channelId, peer }: Thread): Promise<Pick<Conversation, "id">[]> {
  const own = sql`"companyId" = ${companyId} and "channelId" = ${channelId}`;
  await execute(sql`
    update simulator_messages set "createdAt" = "createdAt" - interval '25 hours'
    where ${own} and "peer" = ${peer}`);
  await execute(sql`
    update channel_identities set "lastInboundAt" = "lastInboundAt" - interval '25 hours'
    where ${own} and ("phone" = ${peer} or "userId" = ${peer})`);
  const moved = await rows<Pick<Conversation, "id">>(sql`
    update conversations set "createdAt" = "createdAt" - interval '25 hours', "freeEntryUntil" = null,
      "lastVisitorMessageAt" = "lastVisitorMessageAt" - interval '25 hours'
    where ${own} and "visitorId" in (select "visitorId" from channel_identities
      where ${own} and ("phone" = ${peer} or "userId" = ${peer})) returning "id"`);
  for (const { id } of moved) {
    await execute(sql`
      update conversation_activity set "createdAt" = "createdAt" - interval '25 hours'
      where "companyId" = ${companyId} and "conversationId" = ${id}`);
  }
  return moved;
}
