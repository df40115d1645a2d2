// SQL because every phase gets its own page in one statement.
import type { Actor } from "#server/core/actor.ts";
import type { PageRequest } from "#server/core/page-fields.ts";
import { offsetOf } from "#server/core/pagination.ts";
import { type Joined, join, raw, rows, type Sql, sql } from "#server/db/sql.ts";
import { seesEverything } from "../access.sql.ts";
import type { ConversationRow } from "../row.ts";
import type { ConversationFilters } from "../schema.ts";
import { phaseCounters, totalsOfPhases } from "./counting.sql.ts";
import { orderOf, pageSql } from "./paging.sql.ts";
import { isTold, type Total } from "./seen/facets.sql.ts";
import { type Part, partsOf, seenRows } from "./seen/seen.sql.ts";

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

const sortKey = ({ sort }: Filters) =>
  sql`a."conversationId", a."phaseId", a."amount", ${raw(`a."${sort.field}"`)} as "sortKey"`;

/** Rows `matching`, numbered within their phases by the order of the list. */
const ranked = ({ sort }: Filters) => sql`
  select m."conversationId", m."phaseId",
    row_number() over (partition by m."phaseId" order by ${orderOf(sort, sql`m`)}) as "rank" from matching m`;

function shown(request: PageRequest): Sql {
  const skip = offsetOf(request);
  return sql`r."rank" > ${skip} and r."rank" <= ${skip + request.limit + 1}`;
}

/** What only its rows can count is read once, and every phase's page and sum are taken from it. */
function pagesByScan(actor: Actor, filters: Filters, ids: readonly string[], request: PageRequest): Sql {
  return sql`
    with matching as materialized (${seenRows(actor, { ...filters, phase: [...ids] }, sortKey(filters))}),
    ranked as (${ranked(filters)}),
    sums as (
      select "phaseId", count(*) as "count", coalesce(sum("amount"), 0)::numeric as "amount" from matching group by 1)
    select c.*, s."phaseId" as "column", s."count" as "columnCount", s."amount" as "columnAmount" from sums s
    left join ranked r on r."phaseId" = s."phaseId" and ${shown(request)}
    left join conversations c on c."companyId" = ${actor.companyId} and c."id" = r."conversationId"
    order by r."rank"`;
}

/** What one person has is read once for all phases; what nobody holds, by its index, phase by phase. */
function pagesByParts(actor: Actor, filters: Filters, ids: readonly string[], request: PageRequest): Sql {
  const within = { ...filters, phase: [...ids] };
  const [free, own] = [(part: Part) => part.kind === "unassigned", (part: Part) => part.kind !== "unassigned"];
  const parts = partsOf(actor, within);
  const slice = {
    sort: filters.sort,
    after: null,
    take: offsetOf(request) + request.limit + 1,
    within: sql` and a."phaseId" = p."id"`,
  };
  const pieces = [
    ...(parts.some(own) ? [seenRows(actor, within, sortKey(filters), parts.filter(own))] : []),
    ...(parts.some(free)
      ? [
          sql`select x."conversationId", p."id" as "phaseId", null::numeric as "amount", x."sortKey" from unnest(${ids}::uuid[]) p("id")
            cross join lateral (${pageSql(actor, filters, slice, 0, parts.filter(free))}) x`,
        ]
      : []),
  ];
  return sql`
    with matching as materialized (${join(pieces, " union all ")}), ranked as (${ranked(filters)})
    select c.*, r."phaseId" as "column" from ranked r
    join conversations c on c."companyId" = ${actor.companyId} and c."id" = r."conversationId"
    where ${shown(request)} order by r."rank"`;
}

/** Only the order of the last message has indexes of each phase; in others, one with few rows costs all of the company. */
function waysOf(actor: Actor, { sort, ...filters }: Filters, ids: readonly string[]) {
  const indexed = sort.field === "lastMessageAt";
  if (indexed && phaseCounters(actor, filters, ids)) return pagesByIndex;
  return indexed && !seesEverything(actor) && isTold(actor, filters) ? pagesByParts : pagesByScan;
}

type Column = { rows: ConversationRow[]; total: Total };

/** Each phase's page, and the count and sum of all its conversations, under the filters. */
export async function columnsOf(
  actor: Actor,
  filters: Filters,
  ids: readonly string[],
  request: PageRequest,
): Promise<(id: string) => Column> {
  const { sort: _sort, ...counted } = filters;
  const pages = waysOf(actor, filters, ids);
  const found = await rows<ColumnRow>(pages(actor, filters, ids, request));
  const totals =
    pages !== pagesByScan
      ? await totalsOfPhases(actor, counted, ids)
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
