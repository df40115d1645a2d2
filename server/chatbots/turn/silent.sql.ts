// SQL because the silence is compared with each chatbot's own in one query over the index of activity.
import type { Conversation } from "#server/db/generated/client.ts";
import { rows, sql } from "#server/db/sql.ts";

/** Conversations whose question has waited longer than their chatbot does, by less than `tooLateSeconds`; oldest first. */
export function findSilent(companyId: string, now: Date, tooLateSeconds: number, limit: number) {
  return rows<Pick<Conversation, "id">>(sql`
    select a."conversationId" as "id" from (
      select h."id" as "channelId", make_interval(secs => (b."settings"->'are_you_there'->>'send_after')::float8) as "after"
      from chatbots b join channels h on h."companyId" = b."companyId" and h."chatbotId" = b."id"
      where b."companyId" = ${companyId} and b."enabled" and not b."muted" and parley_includes(b."companyId", 'enable_chatbot')
        and h."deletedAt" is null
        and jsonb_typeof(b."settings"->'are_you_there'->'send_after') = 'number'
        and (b."settings"->'are_you_there'->>'send_after')::float8 between 1 and 604800) n
    join conversation_activity a on a."companyId" = ${companyId} and a."channelId" = n."channelId"
      and a."status" <> 'closed' and a."chatbotState" = 'ON' and a."lastMessageAt" <= ${now}::timestamptz - n."after"
      and a."lastMessageAt" > ${now}::timestamptz - n."after" - make_interval(secs => ${tooLateSeconds})
    join conversations c on c."companyId" = a."companyId" and c."id" = a."conversationId"
      and c."lastMessageBy" = 'robot' and c."lastVisitorSeq" > 0 and c."flowState"->>'waiting' <> ''
      and coalesce((c."flowState"->>'nudgedSeq')::int, 0) < c."lastVisitorSeq"
    order by a."lastMessageAt" limit ${limit}`);
}
