// SQL because only messages with files are read, of many conversations at once.
import { empty, rows, sql } from "#server/db/sql.ts";
import type { MessageRow } from "../row.ts";

type Of = { companyId: string; conversationIds: readonly string[]; before: string | undefined; limit: number };

/** Messages that files hang on, newest first. */
export function messagesWithFiles({ companyId, conversationIds, before, limit }: Of): Promise<MessageRow[]> {
  return rows<MessageRow>(sql`
    select * from messages m where m."companyId" = ${companyId} and m."conversationId" = any(${[...conversationIds]}::uuid[])
      and m."attachments" <> '[]'::jsonb${before ? sql` and m."id" < ${before}::uuid` : empty}
    order by m."id" desc limit ${limit}`);
}
