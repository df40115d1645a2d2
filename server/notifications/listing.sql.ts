// SQL because who sees a conversation is a condition on its row, and totals are exact under it.
import { visibleBy } from "#server/conversations/access.sql.ts";
import { ofSeen } from "#server/conversations/list/seen/seen.sql.ts";
import { type Actor, can } from "#server/core/actor.ts";
import type { Notification } from "#server/db/generated/client.ts";
import { empty, plannedAnew, row, rows, type Sql, sql } from "#server/db/sql.ts";

/** One's own lines under the bell. */
function conditionOf(actor: Actor, unread: boolean | undefined): Sql {
  const read = unread === undefined ? empty : unread ? sql` and n."readAt" is null` : sql` and n."readAt" is not null`;
  return sql`n."companyId" = ${actor.companyId} and n."userId" = ${actor.userId}::uuid and n."shown"${read}`;
}

/** But those about conversations that one does not see any more. */
export async function countNotifications(actor: Actor, unread: boolean | undefined): Promise<number> {
  const lines = (about: Sql) =>
    sql`select n."conversationId" from notifications n where ${conditionOf(actor, unread)} and n."conversationId" ${about}`;
  const further = can(actor, "clients_read")
    ? sql` union all select s."conversationId" from (${ofSeen(actor, lines(sql`is not null`))}) s`
    : empty;
  const found = await row<{ total: number }>(
    plannedAnew(sql`select count(*) as "total" from (${lines(sql`is null`)}${further}) n`),
  );
  return found?.total ?? 0;
}

/** The newest first. */
export function findNotifications(
  actor: Actor,
  unread: boolean | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Notification[]> {
  return rows<Notification>(sql`
    select n.* from notifications n where ${conditionOf(actor, unread)}${visibleBy(actor, sql`n."conversationId"`)}
    order by n."updatedAt" desc, n."id" desc limit ${limit} offset ${offset}`);
}
