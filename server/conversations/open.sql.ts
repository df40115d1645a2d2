// SQL because a partial index of activity knows what is open.
import type { Conversation } from "#server/db/generated/client.ts";
import { rows, sql } from "#server/db/sql.ts";

/** The open conversations of a channel; `most` null: all of them. */
export function findOpen(companyId: string, channelId: string, most: number | null) {
  return rows<Pick<Conversation, "id">>(sql`
    select "conversationId" as "id" from conversation_activity
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "status" <> 'closed'
    order by "conversationId" limit ${most}`);
}
