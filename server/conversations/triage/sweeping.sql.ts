// SQL because silent conversations are found by the index of activity, and passed over where another holds them.
import { row, rows, sql } from "#server/db/sql.ts";

type Found = { id: string };

/** Ids of open conversations without a message since `before`, locked; those that another holds are left out. */
export async function lockSilent(companyId: string, before: Date, limit: number): Promise<string[]> {
  const silent = await rows<Found>(sql`
    select c."id" from conversations c
    join conversation_activity a on a."companyId" = c."companyId" and a."conversationId" = c."id"
    where a."companyId" = ${companyId} and a."status" = 'opened'
      and coalesce(a."lastMessageAt", a."createdAt") < ${before}
      and c."status" = 'opened' and coalesce(c."lastMessageAt", c."createdAt") < ${before}
    limit ${limit} for update of c skip locked`);
  return silent.map(({ id }) => id);
}

/** Parts of a minute count: rounded, half a minute would be none at all. */
const seconds = sql`(least((b."settings"->>'close_conversation_after')::numeric, 5256000) * 60)::float8`;

/** Conversations that have been silent for longer than their chatbot's close_conversation_after (minutes). */
const idle = (companyId: string, now: Date) => sql`
  from conversation_activity a
  join channels h on h."companyId" = a."companyId" and h."id" = a."channelId"
  join chatbots b on b."companyId" = h."companyId" and b."id" = h."chatbotId"
  where a."companyId" = ${companyId} and a."status" <> 'closed' and a."snoozedUntil" is null
    and jsonb_typeof(b."settings"->'close_conversation_after') = 'number'
    and (b."settings"->>'close_conversation_after')::numeric > 0
    and coalesce(a."lastMessageAt", a."createdAt") < ${now}::timestamptz - make_interval(secs => ${seconds})`;

export type Idle = { conversationId: string; since: Date };

/** They, after one, with the time since when each had to be silent. */
export function findIdle(companyId: string, now: Date, after: string, limit: number): Promise<Idle[]> {
  return rows<Idle>(sql`
    select a."conversationId", ${now}::timestamptz - make_interval(secs => ${seconds}) as "since"
    ${idle(companyId, now)} and a."conversationId"::text > ${after}
    order by a."conversationId"::text limit ${limit}`);
}

/** Whether a conversation is one of them, to be asked under its lock. */
export async function isIdle(companyId: string, id: string, now: Date): Promise<boolean> {
  return (await row(sql`select 1 ${idle(companyId, now)} and a."conversationId" = ${id}`)) !== undefined;
}
