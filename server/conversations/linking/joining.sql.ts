// SQL because readings of two conversations are compared in one statement.
import { execute, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";

/** Who had read both has read what they became. */
export async function joinReads(winner: ConversationRow, loser: ConversationRow, newest: number): Promise<void> {
  await execute(sql`
    insert into conversation_reads ("companyId", "userId", "conversationId", "seq", "updatedAt")
    select l."companyId", l."userId", ${winner.id}::uuid, ${newest}::int, now() from conversation_reads l
    left join conversation_reads w on w."companyId" = l."companyId" and w."userId" = l."userId"
      and w."conversationId" = ${winner.id}::uuid
    where l."companyId" = ${winner.companyId} and l."conversationId" = ${loser.id}::uuid
      and l."seq" >= ${loser.lastVisitorSeq} and coalesce(w."seq", 0) >= ${winner.lastVisitorSeq}
    on conflict ("companyId", "userId", "conversationId") do update set "seq" = greatest(conversation_reads."seq", excluded."seq")`);
}
