// SQL because checks are noted, spread over a contact's conversations and taken many at a time.
import { execute, rows, sql } from "#server/db/sql.ts";

// What was changed beside `ConversationChange` is placed anew soon afterwards, by the leader. A row is never looked for
// when one is added, so that none is missed that a transaction of the moment has not committed.

/** Companies that have conversations to place anew. */
export const unchecked = `select distinct "companyId" from conversation_checks`;

/** Conversations that were changed many at a time, in something that conditions read; those that are closed wait for nobody. */
export async function checkLater(companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await execute(sql`
    insert into conversation_checks ("companyId", "conversationId")
    select c."companyId", c."id" from conversations c
    where c."companyId" = ${companyId} and c."id" = any(${ids}::uuid[]) and c."status" <> 'closed'`);
}

/** Contacts that were changed: each of their open conversations is to be looked at. */
export async function spreadChecks(companyId: string, most: number): Promise<number> {
  const taken = await rows<{ contactId: string }>(sql`
    delete from conversation_checks where "companyId" = ${companyId} and "id" in (
      select "id" from conversation_checks where "companyId" = ${companyId} and "contactId" is not null
      order by "id" limit ${most})
    returning "contactId"`);
  const contactIds = [...new Set(taken.map(({ contactId }) => contactId))];
  if (contactIds.length > 0)
    await execute(sql`
      insert into conversation_checks ("companyId", "conversationId")
      select c."companyId", c."id" from conversations c
      where c."companyId" = ${companyId} and c."contactId" = any(${contactIds}::uuid[]) and c."status" <> 'closed'`);
  return taken.length;
}

/** Takes the next conversations, in the order of their ids, like all code that locks several. */
export async function takeChecks(companyId: string, most: number): Promise<string[]> {
  const taken = await rows<{ conversationId: string }>(sql`
    delete from conversation_checks where "companyId" = ${companyId} and "id" in (
      select "id" from conversation_checks where "companyId" = ${companyId} and "conversationId" is not null
      order by "id" limit ${most})
    returning "conversationId"`);
  return [...new Set(taken.map(({ conversationId }) => conversationId))].sort();
}

/** Nothing is promised to anybody any more. */
export async function dropChecks(companyId: string): Promise<void> {
  await execute(sql`delete from conversation_checks where "companyId" = ${companyId}`);
}
