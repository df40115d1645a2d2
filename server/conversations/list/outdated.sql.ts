// SQL because old conversations are found by an index of their activity, held ones passed over as one array.
import { forward, moment } from "#server/db/moment.ts";
import { plannedAnew, row, rows, type Sql, sql } from "#server/db/sql.ts";

/** Closed before that time, and nobody has written since; by the index of what is closed, the longest silent first. */
function outdated(companyId: string, before: Date, held: readonly string[], silent: Sql) {
  return sql`
    from conversation_activity a join conversations c on c."companyId" = a."companyId" and c."id" = a."conversationId"
    where a."companyId" = ${companyId} and a."status" = 'closed' and ${silent}
      and coalesce(c."closedAt", c."createdAt") < ${before} and a."conversationId" <> all(${[...held]}::uuid[])`;
}

const written = (before: Date) => sql`a."lastMessageAt" < ${before}`;
const neverWritten = (before: Date) => sql`a."lastMessageAt" is null and a."createdAt" < ${before}`;

export function outdatedConversations(companyId: string, before: Date, held: readonly string[], limit: number) {
  const oldest = (silent: Sql) => sql`(select c."id" ${outdated(companyId, before, held, silent)}
    order by a."companyId", a."status", a."lastMessageAt" nulls first, a."conversationId" limit ${limit})`;
  return rows<{ id: string }>(
    plannedAnew(sql`${oldest(neverWritten(before))} union all ${oldest(written(before))} limit ${limit}`),
  );
}

/** Whether a conversation still is one of them, to be asked under its lock. */
export async function isOutdated(companyId: string, id: string, before: Date): Promise<boolean> {
  const silent = sql`coalesce(a."lastMessageAt", a."createdAt") < ${before}`;
  return (await row(sql`select 1 ${outdated(companyId, before, [], silent)} and c."id" = ${id}`)) !== undefined;
}

export async function countOutdated(companyId: string, before: Date, held: readonly string[]): Promise<number> {
  const counted = (silent: Sql) => sql`(select count(*) ${outdated(companyId, before, held, silent)})`;
  const found = await row<{ count: number }>(
    plannedAnew(sql`select (${counted(written(before))} + ${counted(neverWritten(before))})::int as "count"`),
  );
  return found?.count ?? 0;
}

/** Their last message says nothing any more; those of which that is news. */
export function forgetLastMessages(companyId: string, ids: readonly string[]) {
  return rows<{ id: string; channelId: string; updatedAt: Date }>(sql`
    update conversations set "lastMessage" = '', "lastMessageKind" = 'deleted', "updatedAt" = ${forward(moment())}
    where "companyId" = ${companyId} and "id" = any(${[...ids]}::uuid[]) and "lastMessage" <> ''
    returning "id", "channelId", "updatedAt"`);
}
