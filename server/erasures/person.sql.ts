// SQL because everything of one person is counted in one statement, across nouns.
import { row, sql } from "#server/db/sql.ts";

type Person = { companyId: string; contactId: string };

export type PersonCounts = { messages: number; notes: number; tasks: number; files: number; ratings: number };

/** What goes with these records. Marks in a thread are no messages. */
export async function countOfPerson(
  { companyId, contactId }: Person,
  conversationIds: readonly string[],
): Promise<PersonCounts> {
  const ids = sql`${[...conversationIds]}::uuid[]`;
  const theirs = sql`"companyId" = ${companyId} and "conversationId" = any(${ids})`;
  const both = sql`"companyId" = ${companyId} and ("contactId" = ${contactId}::uuid or "conversationId" = any(${ids}))`;
  const found = await row<PersonCounts>(sql`
    select (select count(*)::int from messages where ${theirs} and "type" <> 'command') as "messages",
      (select count(*)::int from notes where ${both}) as "notes",
      (select count(*)::int from tasks where ${both}) as "tasks",
      (select count(*)::int from uploads where ${theirs}) as "files",
      (select count(*)::int from csat_responses where ${theirs}) as "ratings"`);
  return found ?? { messages: 0, notes: 0, tasks: 0, files: 0, ratings: 0 };
}

type Done = { companyId: string; id: string; recordId: string; events: number };

/** One record less, with the events that told of it; answers how many are left. Several jobs may end at once. */
export async function takeFromWaiting({ companyId, id, recordId, events }: Done): Promise<number | undefined> {
  const found = await row<{ left: number }>(sql`
    update erasures set "waitingFor" = array_remove("waitingFor", ${recordId}::uuid), "events" = "events" + ${events}::int
    where "companyId" = ${companyId} and "id" = ${id}::uuid and ${recordId}::uuid = any("waitingFor")
    returning cardinality("waitingFor") as "left"`);
  return found?.left;
}
