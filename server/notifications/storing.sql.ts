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
