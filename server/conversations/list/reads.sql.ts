// SQL because how far somebody has read only goes on, in one statement, whoever else writes it in this moment.
import type { Actor } from "#server/core/actor.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";

/** Beside a conversation: how far the actor has read it, and what its contact is called now. */
export type Beside = { readSeq: number; contactName: string };

/** Of these conversations. One that is only claimed is called as the visitor says. */
export async function besideRows(actor: Actor, ids: readonly string[]): Promise<Map<string, Beside>> {
  const found = await rows<Beside & { id: string }>(sql`
    select c."id", coalesce(r."seq", 0) as "readSeq", coalesce(k."name", '') as "contactName" from conversations c
    left join conversation_reads r on r."companyId" = c."companyId" and r."userId" = ${actor.userId}
      and r."conversationId" = c."id"
    left join contacts k on k."companyId" = c."companyId" and k."id" = c."contactId" and c."contactLink" <> 'claimed'
    where c."companyId" = ${actor.companyId} and c."id" = any(${ids}::uuid[])`);
  return new Map(found.map(({ id, readSeq, contactName }) => [id, { readSeq, contactName }]));
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
