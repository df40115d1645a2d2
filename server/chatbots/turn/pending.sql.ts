// SQL because it is read at each turn of a bot.
import { row, rows, sql } from "#server/db/sql.ts";
import type { MessageRow } from "#server/messages/row.ts";

type Key = { companyId: string; id: string };

/** A message of the visitor that no turn has dealt with. */
export type Said = Pick<MessageRow, "seq" | "text" | "attachments" | "createdAt">;

/** The visitor's messages after `handledSeq` and since `since`; those that are named whenever they came. */
export function findPending(
  { companyId, id }: Key,
  { handledSeq, since, named }: { handledSeq: number; since: Date | null; named: { id: string | null; seq: number } },
): Promise<Said[]> {
  return rows<Said>(sql`
    select m."seq", m."text", m."attachments", m."createdAt" from messages m
    where m."companyId" = ${companyId} and m."conversationId" = ${id}
      and m."fromType" = 'visitor' and m."seq" > ${handledSeq}
      and (${since}::timestamptz is null or m."createdAt" >= ${since}::timestamptz
        or m."id" = ${named.id}::uuid or m."seq" = ${named.seq})
    order by m."seq"`);
}

/** When the message before `seq` came, and whether the conversation was reopened between `handledSeq` and `seq`. */
export function findBefore({ companyId, id }: Key, seq: number, handledSeq: number) {
  const own = sql`m."companyId" = ${companyId} and m."conversationId" = ${id}`;
  return row<{ before: MessageRow["createdAt"] | null; reopened: boolean }>(sql`
    select (select m."createdAt" from messages m where ${own} and m."seq" < ${seq} and m."type" <> 'command'
        order by m."seq" desc limit 1) as "before",
      exists (select 1 from messages m where ${own} and m."seq" > ${handledSeq} and m."seq" < ${seq}
        and m."command"->>'name' = 'opened') as "reopened"`);
}
