// SQL because the search folds case and accents, and pages follow one of three orders.
import type { Actor } from "#server/core/actor.ts";
import type { CannedResponse } from "#server/db/generated/client.ts";
import { empty, join, likeLiteral, raw, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { AnswerSort } from "./choices.ts";
import type { AnswerFilters } from "./schema.ts";

function conditionsOf(actor: Actor, { search, category, scope, channel }: AnswerFilters): Sql {
  const { companyId, userId } = actor;
  const mine = userId ? sql` or a."ownerId" = ${userId}` : empty;
  const found: Sql[] = [sql`a."companyId" = ${companyId} and (a."ownerId" is null${mine})`];
  if (category !== undefined) found.push(sql`a."category" = ${category}`);
  if (scope) found.push(scope === "company" ? sql`a."ownerId" is null` : sql`a."ownerId" is not null`);
  if (channel && channel.length > 0)
    found.push(sql`(a."channels" = '{}' or a."channels" && ${channel as string[]}::text[])`);
  if (search)
    found.push(sql`parley_fold(a."shortcut" || ' ' || a."title" || ' ' || a."text")
      like parley_fold(${`%${likeLiteral(search)}%`})`);
  return join(found, " and ");
}

export async function countAnswers(actor: Actor, filters: AnswerFilters): Promise<number> {
  const counted = await row<{ count: number }>(sql`
    select count(*) as "count" from canned_responses a where ${conditionsOf(actor, filters)}`);
  return counted?.count ?? 0;
}

const keys = {
  "uses:desc": { key: sql`a."uses"`, type: raw("int") },
  "shortcut:asc": { key: sql`a."shortcut"`, type: raw("text") },
  "updatedAt:desc": { key: sql`a."updatedAt"`, type: raw("timestamptz") },
} as const satisfies Record<AnswerSort, { key: Sql; type: Sql }>;

export type SortedAnswer = CannedResponse & { sortKey: string };
export type AnswerSlice = { sort: AnswerSort; after: { key: string; id: string } | null; take: number; skip: number };

export function answersPage(actor: Actor, filters: AnswerFilters, { sort, after, take, skip }: AnswerSlice) {
  const { key, type } = keys[sort];
  const down = sort.endsWith(":desc");
  const way = raw(down ? "desc" : "asc");
  const rest = after
    ? sql` and (${key}, a."id") ${raw(down ? "<" : ">")} (${after.key}::${type}, ${after.id}::uuid)`
    : empty;
  return rows<SortedAnswer>(sql`
    select a.*, (${key})::text as "sortKey" from canned_responses a where ${conditionsOf(actor, filters)}${rest}
    order by ${key} ${way}, a."id" ${way} limit ${take} offset ${skip}`);
}
