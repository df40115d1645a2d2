// SQL because what a list's filters find is a piece of statements that keep it.
import type { Actor } from "#server/core/actor.ts";
import { plannedAnew, raw, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { ListFilters, SortedFilters } from "./filtering.sql.ts";
import { orderOf } from "./paging.sql.ts";
import { seenRows } from "./seen/seen.sql.ts";

/** `id` and `place` (1, 2, 3 by last activity, the latest first) of all that the actor may see and the filters find. */
export function matching(actor: Actor, filters: ListFilters): Sql {
  const found = seenRows(actor, filters, sql`a."conversationId", a."lastMessageAt"`);
  const order = raw(`s."lastMessageAt" desc nulls last, s."conversationId" desc`);
  return sql`select s."conversationId" as "id", (row_number() over (order by ${order}))::int as "place" from (${found}) s`;
}

const idBytes = 16;

/** The ids of all that the actor may see and the filters find, in the order of the list as it stands: 16 bytes each. */
export async function idsInOrder(actor: Actor, { sort, ...filters }: SortedFilters): Promise<Buffer> {
  const found = seenRows(actor, filters, sql`a."conversationId", ${raw(`a."${sort.field}"`)} as "sortKey"`);
  const all = await row<{ ids: Buffer | null }>(
    plannedAnew(sql`
      select string_agg(uuid_send(s."conversationId"), ''::bytea order by ${orderOf(sort, sql`s`)}) as "ids"
      from (${found}) s`),
  );
  return all?.ids ?? Buffer.alloc(0);
}

/** Some of them, from a place on. */
export function idsFrom(ids: Buffer, place: number, most: number): string[] {
  const hex = ids.subarray(place * idBytes, (place + most) * idBytes).toString("hex");
  return (hex.match(/.{32}/g) ?? []).map((one) => one.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));
}

/** Keys of custom fields that these conversations have, with how many have each. */
export function customKeysOf(companyId: string, ids: readonly string[]) {
  return rows<{ key: string; count: number }>(sql`
    select f."key", count(*)::int as "count"
    from conversations o cross join lateral jsonb_object_keys(o."customFields") f("key")
    where o."companyId" = ${companyId} and o."id" = any(${[...ids]}::uuid[]) and o."customFields" <> '{}'::jsonb
    group by f."key"`);
}
