// SQL because old conversations are found by an index of their activity, held ones passed over as one array.
import { forward, moment } from "#server/db/moment.ts";
import { row, rows, sql } from "#server/db/sql.ts";

/** Closed before that time, and nobody has written since. */
function outdated(companyId: string, before: Date, held: readonly string[]) {
  return sql`
    from conversation_activity a join conversations c on c."companyId" = a."companyId" and c."id" = a."conversationId"
    where a."companyId" = ${companyId} and a."status" = 'closed' and coalesce(a."lastMessageAt", a."createdAt") < ${before}
      and coalesce(c."closedAt", c."createdAt") < ${before} and a."conversationId" <> all(${[...held]}::uuid[])`;
}

export function outdatedConversations(companyId: string, before: Date, held: readonly string[], limit: number) {
  return rows<{ id: string }>(sql`select c."id" ${outdated(companyId, before, held)} limit ${limit}`);
}

/** Whether a conversation still is one of them, to be asked under its lock. */
export async function isOutdated(companyId: string, id: string, before: Date): Promise<boolean> {
  return (await row(sql`select 1 ${outdated(companyId, before, [])} and c."id" = ${id}`)) !== undefined;
}

export async function countOutdated(companyId: string, before: Date, held: readonly string[]): Promise<number> {
  const found = await row<{ count: number }>(sql`select count(*)::int as "count" ${outdated(companyId, before, held)}`);
  return found?.count ?? 0;
}

/** Their last message says nothing any more; those of which that is news. */
export function forgetLastMessages(companyId: string, ids: readonly string[]) {
  return rows<{ id: string; channelId: string; updatedAt: Date }>(sql`
    update conversations set "lastMessage" = '', "updatedAt" = ${forward(moment())}
    where "companyId" = ${companyId} and "id" = any(${[...ids]}::uuid[]) and "lastMessage" <> ''
    returning "id", "channelId", "updatedAt"`);
}
