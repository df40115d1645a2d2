import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import type { PageRequest } from "#server/core/page-fields.ts";
import { offsetOf, paginate } from "#server/core/pagination.ts";
import { settledFilters } from "#server/db/settled.ts";
import { raw, rows, type Sql, sql } from "#server/db/sql.ts";
import { checkCustomFilter } from "#server/fields/checking.ts";
import { phasesOf } from "#server/phases/access.ts";
import { visibleOnly } from "../access.sql.ts";
import type { ConversationRow } from "../row.ts";
import { byPhaseInput, type ConversationFilters, conversationPage } from "../schema.ts";
import { viewConversation } from "../viewing.ts";
import { from, phaseCounters, type Total, totalsOfPhases } from "./counting.sql.ts";
import { all, selectionOf } from "./filtering.sql.ts";
import { cut, filtersOf } from "./listing.ts";
import { orderOf, pageSql } from "./paging.sql.ts";

type Filters = Omit<ConversationFilters, "phase">;
type ColumnRow = ConversationRow & { column: string; columnCount?: number; columnAmount?: number };

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

async function columnsOf(
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

const phaseColumn = z
  .object({
    phase: z
      .object({
        id: z.string().meta({ description: "Id of the phase." }),
        name: z.string().meta({ description: "Its name." }),
        order: z.int().meta({ description: "Its position in the pipeline, from 0." }),
        type: z.enum(["progress", "success", "lost"]).meta({ description: "What the phase stands for." }),
      })
      .meta({ description: "The phase." }),
    conversations: conversationPage,
    amount: z.number().meta({ description: "Sum of the amounts of all conversations of the phase under the filters." }),
  })
  .meta({ id: "PhaseColumn", description: "A phase with the first page of its conversations." });

/** GET /v1/conversations/by-phase (E8): each phase with its own first page. */
export const listByPhase = query({
  name: "conversations.byPhase",
  access: "clients_read",
  input: byPhaseInput,
  output: z.object({ phases: z.array(phaseColumn) }).meta({
    id: "ConversationsByPhase",
    description: "The pipeline, phase by phase.",
  }),
  example: () => ({}),
  async run({ actor, input }) {
    await checkCustomFilter(actor, "conversation", input.customFields);
    const { phase: wanted, ...filters } = await settledFilters(filtersOf(input));
    const phases = (await phasesOf(actor)).filter((phase) => !wanted?.length || wanted.includes(phase.id));
    const columnOf = await columnsOf(
      actor,
      filters,
      phases.map((phase) => phase.id),
      input,
    );
    return {
      phases: phases.map(({ id, name, order, type }) => {
        const { rows: found, total } = columnOf(id);
        const page = cut({ ...filters, phase: [id] }, input, found);
        const pagination = paginate(input, total.count, page.hasMore, page.nextCursor);
        const conversations = { pagination, data: page.rows.map(viewConversation) };
        return { phase: { id, name, order, type }, conversations, amount: total.amount };
      }),
    };
  },
});
