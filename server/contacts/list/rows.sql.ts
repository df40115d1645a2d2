// SQL because a page keeps its order while its rows are fetched, and one statement finds, counts and sorts.
import type { Actor } from "#server/core/actor.ts";
import { type Joined, plannedAnew, raw, rows, type Sql, sql } from "#server/db/sql.ts";
import { customOrder } from "#server/fields/conditions.sql.ts";
import { shownColumns } from "../row.sql.ts";
import type { ShownContact } from "../row.ts";
import type { ContactFilters } from "../schema.ts";
import { collect, type Slice, type SortValue } from "./page-query.sql.ts";

type Sorted = ShownContact & { sortKey: SortValue };

/** The ids of `page` as rows, still in their order. */
export function load(actor: Actor, page: Sql, { column, descending }: Slice): Promise<Sorted[]> {
  const direction = raw(descending ? "desc" : "asc");
  const order = column === "id" ? sql`p."id" ${direction}` : sql`p."sortKey" ${direction}, p."id" ${direction}`;
  const statement = sql`
    with page as materialized (${page})
    select ${shownColumns}, p."sortKey" from page p
    join contacts k on k."companyId" = ${actor.companyId} and k."id" = p."id" order by ${order}`;
  return rows<Sorted>(page.anew ? plannedAnew(statement) : statement);
}

export type Found = { total: number; rows: Sorted[] };

/** One statement for matches, their number and the page: text has to be searched as a whole anyway. */
export async function collected(actor: Actor, filters: ContactFilters, slice: Slice): Promise<Found> {
  const { column, descending } = slice;
  const direction = raw(descending ? "desc" : "asc");
  const order = column === "id" ? sql`p."id" ${direction}` : sql`p."sortKey" ${direction}, p."id" ${direction}`;
  const statement = sql`
    with page as materialized (${collect(actor, filters, slice)})
    select ${shownColumns}, p."sortKey", p."total" from page p
    left join contacts k on k."companyId" = ${actor.companyId} and k."id" = p."id" order by ${order}`;
  const found = await rows<Joined<Sorted> & { total: number }>(plannedAnew(statement));
  return { total: found[0]?.total ?? 0, rows: found.filter((one) => one.id !== null) };
}

/** The order of contacts by a custom field. */
export function sortedByCustom(field: { key: string; type: string }, descending: boolean) {
  return customOrder(sql`k."customFields"`, field, descending);
}
