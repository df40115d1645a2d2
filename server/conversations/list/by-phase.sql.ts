// SQL because every phase gets its own page in one statement.
import type { Actor } from "#server/core/actor.ts";
import type { PageRequest } from "#server/core/page-fields.ts";
import { offsetOf } from "#server/core/pagination.ts";
import { type Joined, raw, rows, type Sql, sql } from "#server/db/sql.ts";
import { visibleOnly } from "../access.sql.ts";
import type { ConversationRow } from "../row.ts";
import type { ConversationFilters } from "../schema.ts";
import { from, phaseCounters, type Total, totalsOfPhases } from "./counting.sql.ts";
import { all, selectionOf } from "./filtering.sql.ts";
import { orderOf, pageSql } from "./paging.sql.ts";

type Filters = Omit<ConversationFilters, "phase">;
type ColumnRow = Joined<ConversationRow> & { column: string; columnCount?: number; columnAmount?: number };

/** Each phase's first rows by the index that has its order. */
function pagesByIndex(actor: Actor, filters: Filters, ids: readonly string[], request: PageRequest): Sql {
  const { sort } = filters;
  const slice = { sort, after: null, take: request.limit + 1, within: sql` and a."phaseId" = p."id"` };
  return sql`
    select c.*, p."id" as "column" from unnest(${ids}::uuid[]) p("id")
    cross join lateral (${pageSql(actor, filters, slice, offsetOf(request))}) x
    join conversations c on c."companyId" = ${actor.companyId} and c."id" = x."conversationId"
    order by ${orderOf(sort, sql`x`)}`;
}

/** What only its rows can count is read once, and every phase's page and sum are taken from it. */
function pagesByScan(actor: Actor, filters: Filters, ids: readonly string[], request: PageRequest): Sql {
  const { sort } = filters;
  const selection = selectionOf(actor.companyId, { ...filters, phase: [...ids] });
  const visible = visibleOnly(actor, "clients_read");
  const skip = offsetOf(request);
  return sql`
    with matching as materialized (
      select a."conversationId", a."phaseId", a."amount", ${raw(`a."${sort.field}"`)} as "sortKey"
      from ${from(selection.tagDriver, visible)} where ${all(selection.conditions)}${visible}),
    ranked as (
      select m."conversationId", m."phaseId", m."sortKey",
        row_number() over (partition by m."phaseId" order by ${orderOf(sort, sql`m`)}) as "rank" from matching m),
    sums as (
      select "phaseId", count(*) as "count", coalesce(sum("amount"), 0)::numeric as "amount" from matching group by 1)
    select c.*, s."phaseId" as "column", s."count" as "columnCount", s."amount" as "columnAmount" from sums s
    left join ranked r on r."phaseId" = s."phaseId" and r."rank" > ${skip} and r."rank" <= ${skip + request.limit + 1}
    left join conversations c on c."companyId" = ${actor.companyId} and c."id" = r."conversationId"
    order by r."rank"`;
}

type Column = { rows: ConversationRow[]; total: Total };

/** Each phase's page, and the count and sum of all its conversations, under the filters. */
export async function columnsOf(
  actor: Actor,
  filters: Filters,
  ids: readonly string[],
  request: PageRequest,
): Promise<(id: string) => Column> {
  const counters = phaseCounters(actor, filters, ids);
  const found = await rows<ColumnRow>((counters ? pagesByIndex : pagesByScan)(actor, filters, ids, request));
  const totals = counters
    ? await totalsOfPhases(actor, filters, ids)
    : new Map(
        found.map((row) => [row.column, { count: row.columnCount ?? 0, amount: row.columnAmount ?? 0 }] as const),
      );
  const columns = Map.groupBy(found, (row) => row.column);
  return (id) => ({
    // A sum whose page lies beyond its end comes without a conversation.
    rows: (columns.get(id) ?? []).filter((row) => row.id !== null),
    total: totals.get(id) ?? { count: 0, amount: 0 },
  });
}
