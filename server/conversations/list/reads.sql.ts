// SQL because how far somebody has read only goes on, in one statement, whoever else writes it in this moment.
import type { Actor } from "#server/core/actor.ts";
import type { ConversationRead } from "#server/db/generated/client.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";

/** How far the actor has read each of these conversations; those never opened are missing. */
export async function readSeqs(actor: Actor, ids: readonly string[]): Promise<Map<string, number>> {
  const reads = await rows<Pick<ConversationRead, "conversationId" | "seq">>(sql`
    select "conversationId", "seq" from conversation_reads
    where "companyId" = ${actor.companyId} and "userId" = ${actor.userId} and "conversationId" = any(${ids}::uuid[])`);
  return new Map(reads.map((read) => [read.conversationId, read.seq]));
}

/** How many open conversations of the actor's own hold something unread; not those that sleep, which no tab of theirs shows. */
export async function countUnread(actor: Actor): Promise<number> {
  const unread = await row<{ count: number }>(sql`
    select count(*) as "count" from conversation_activity a
    join conversations c on c."companyId" = a."companyId" and c."id" = a."conversationId"
    left join conversation_reads r on r."companyId" = c."companyId" and r."userId" = ${actor.userId}
      and r."conversationId" = c."id"
    where a."companyId" = ${actor.companyId} and a."assignedTo" = ${actor.userId} and a."status" <> 'closed'
      and a."snoozedUntil" is null and c."lastVisitorSeq" > coalesce(r."seq", 0)`);
  return unread?.count ?? 0;
}

type Read = { conversationId: string; seq: number; at: Date; back: boolean };

/** Notes how far the actor has read; further back only with `back`. Returns whether that is new. */
export async function saveRead(actor: Actor, { conversationId, seq, at, back }: Read): Promise<boolean> {
  const changed = await execute(sql`
    insert into conversation_reads ("companyId", "userId", "conversationId", "seq", "updatedAt")
    values (${actor.companyId}, ${actor.userId}, ${conversationId}, ${seq}, ${at})
    on conflict ("companyId", "userId", "conversationId") do update set "seq" = excluded."seq", "updatedAt" = excluded."updatedAt"
    where conversation_reads."seq" < excluded."seq" or (${back}::boolean and conversation_reads."seq" <> excluded."seq")`);
  return changed > 0;
}
