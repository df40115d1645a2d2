// SQL because silent conversations are found by the index of activity, and passed over where another holds them.
import { rows, sql } from "#server/db/sql.ts";

type Found = { id: string };

/** Ids of open conversations without a message since `before`, locked; those that another holds are left out. */
export async function lockSilent(companyId: string, before: Date, limit: number): Promise<string[]> {
  const silent = await rows<Found>(sql`
    select c."id" from conversations c
    join conversation_activity a on a."companyId" = c."companyId" and a."conversationId" = c."id"
    where a."companyId" = ${companyId} and a."status" = 'opened'
      and coalesce(a."lastMessageAt", a."createdAt") < ${before}
    limit ${limit} for update of c skip locked`);
  return silent.map(({ id }) => id);
}

/** Ids of conversations that have been silent for longer than their chatbot's close_conversation_after (minutes). */
export async function idleIds(companyId: string, now: Date, limit: number): Promise<string[]> {
  const idle = await rows<Found>(sql`
    select a."conversationId" as "id" from conversation_activity a
    join channels h on h."companyId" = a."companyId" and h."id" = a."channelId"
    join chatbots b on b."companyId" = h."companyId" and b."id" = h."chatbotId"
    where a."companyId" = ${companyId} and a."status" <> 'closed' and a."snoozedUntil" is null
      and jsonb_typeof(b."settings"->'close_conversation_after') = 'number'
      and (b."settings"->>'close_conversation_after')::numeric > 0
      and coalesce(a."lastMessageAt", a."createdAt")
        < ${now}::timestamptz - make_interval(mins => least((b."settings"->>'close_conversation_after')::numeric, 5256000)::int)
    limit ${limit}`);
  return idle.map(({ id }) => id);
}
