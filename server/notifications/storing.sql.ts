// SQL because what is unread is counted on its row in one statement, whoever else writes it in this moment.
import { json, rows, sql } from "#server/db/sql.ts";
import type { NotificationKind } from "./choices.ts";
import type { Settled } from "./kinds.ts";

export type Draft = {
  id: string;
  userId: string;
  kind: NotificationKind;
  aboutId: string;
  conversationId: string | null;
  noteId: string | null;
  actorId: string | null;
  shown: boolean;
};

/** Writes new ones, and counts those that are unread once more. Answers with the ids that the rows have. */
export function store(companyId: string, drafts: readonly Draft[], at: Date) {
  return rows<{ id: string; userId: string }>(sql`
    insert into notifications as n ("companyId", "id", "userId", "kind", "aboutId", "conversationId", "noteId",
      "actorId", "shown", "createdAt", "updatedAt")
    select ${companyId}::uuid, d."id", d."userId", d."kind", d."aboutId", d."conversationId", d."noteId", d."actorId",
      d."shown", ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${json(drafts)}::jsonb) as d("id" uuid, "userId" uuid, "kind" text, "aboutId" uuid,
      "conversationId" uuid, "noteId" uuid, "actorId" uuid, "shown" boolean)
    order by d."userId", d."kind", d."aboutId"
    on conflict ("companyId", "userId", "kind", "aboutId") where "readAt" is null do update set
      "count" = n."count" + 1, "noteId" = excluded."noteId", "actorId" = excluded."actorId",
      "shown" = n."shown" or excluded."shown", "updatedAt" = greatest(n."updatedAt", excluded."updatedAt")
    returning "id", "userId"`);
}

/** Counts as read what nobody needs to be told any more. Answers with the people whose count that changes. */
export function settle(companyId: string, { kinds, about, userId }: Settled, at: Date) {
  const place =
    "aboutId" in about ? sql`"aboutId" = ${about.aboutId}` : sql`"conversationId" = ${about.conversationId}`;
  return rows<{ userId: string }>(sql`
    update notifications set "readAt" = ${at} where "companyId" = ${companyId}
      and ${place} and "kind" = any(${kinds}::text[]) and "readAt" is null
      and (${userId}::uuid is null or "userId" = ${userId}::uuid)
    returning "userId"`);
}

type Way = { companyId: string; from: string; to: string };

/**
 * What is about one conversation is about another. While unread there is one row per person, kind and subject, so those
 * that both have become one. Answers with the people who have unread ones among them.
 */
export async function hand({ companyId, from, to }: Way): Promise<string[]> {
  const joined = await rows<{ userId: string }>(sql`
    with gone as (
      delete from notifications l using notifications w
      where l."companyId" = ${companyId} and l."conversationId" = ${from}::uuid and l."aboutId" = ${from}::uuid
        and l."readAt" is null and w."companyId" = l."companyId" and w."userId" = l."userId" and w."kind" = l."kind"
        and w."aboutId" = ${to}::uuid and w."readAt" is null
      returning l."userId", l."kind", l."noteId", l."actorId", l."shown", l."count", l."updatedAt")
    update notifications w set "count" = w."count" + g."count", "shown" = w."shown" or g."shown",
      "noteId" = case when g."updatedAt" > w."updatedAt" then g."noteId" else w."noteId" end,
      "actorId" = case when g."updatedAt" > w."updatedAt" then g."actorId" else w."actorId" end,
      "updatedAt" = greatest(w."updatedAt", g."updatedAt")
    from gone g where w."companyId" = ${companyId} and w."userId" = g."userId" and w."kind" = g."kind"
      and w."aboutId" = ${to}::uuid and w."readAt" is null
    returning w."userId"`);
  const moved = await rows<{ userId: string; unread: boolean }>(sql`
    update notifications set "conversationId" = ${to}::uuid,
      "aboutId" = case when "aboutId" = ${from}::uuid then ${to}::uuid else "aboutId" end
    where "companyId" = ${companyId} and "conversationId" = ${from}::uuid
    returning "userId", "readAt" is null as "unread"`);
  return [...new Set([...joined, ...moved.filter(({ unread }) => unread)].map(({ userId }) => userId))];
}
