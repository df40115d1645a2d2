// SQL because a slice of messages is read by their ids, which grow with time, and emptied in one statement.
import type { Message } from "#server/db/generated/client.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";

type Span = { companyId: string; after: string; before: string; held: readonly string[] };

/** What says something and is not emptied yet, of ids between the two. */
const full = ({ companyId, after, before, held }: Span) => sql`
  m."companyId" = ${companyId} and m."id" > ${after}::uuid and m."id" < ${before}::uuid and m."type" <> 'command'
    and m."conversationId" <> all(${[...held]}::uuid[]) and not m."extra" ? 'deleted'`;

export async function countOldMessages(span: Span): Promise<number> {
  const found = await row<{ count: number }>(sql`select count(*)::int as "count" from messages m where ${full(span)}`);
  return found?.count ?? 0;
}

/** The next messages to be emptied. */
export function oldMessages(span: Span, limit: number) {
  return rows<Pick<Message, "id" | "conversationId">>(sql`
    select m."id", m."conversationId" from messages m where ${full(span)} order by m."id" limit ${limit}`);
}

/** That there was a message, whose and when, stays. Hold their conversations before. */
export async function emptyMessages(companyId: string, ids: readonly string[]): Promise<number> {
  return execute(sql`
    update messages set "text" = '', "attachments" = '[]', "responseOptions" = '{}', "failureReason" = null,
      "extra" = '{"deleted": true}'
    where "companyId" = ${companyId} and "id" = any(${[...ids]}::uuid[])`);
}

/** Those of the conversations in which no message says anything any more. */
export async function silentAmong(companyId: string, conversationIds: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(sql`
    select g."id" from unnest(${[...conversationIds]}::uuid[]) g("id") where not exists (
      select from messages m where m."companyId" = ${companyId} and m."conversationId" = g."id"
        and m."type" <> 'command' and not m."extra" ? 'deleted')`);
  return found.map(({ id }) => id);
}
