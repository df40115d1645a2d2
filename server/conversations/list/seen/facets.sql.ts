// SQL because each counter stands for all rows that have the same status, assignee, phase and so on (parley_activity_facets).
import type { Actor } from "#server/core/actor.ts";
import { join, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { countersOf as kept } from "#server/kit/counters/counters.sql.ts";
import { seesEverything } from "../../access.sql.ts";
import { all, type ListFilters, selectionOf } from "../filtering.sql.ts";
import { fewOf, seenByFacets } from "./seen.sql.ts";

export type Total = { count: number; amount: number };

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

export const givenOf = (filters: ListFilters) =>
  Object.entries(filters)
    .filter(([, value]) => isGiven(value))
    .map(([name]) => name);

const faceted: ReadonlySet<string> = new Set([
  ...["status", "channel", "assignedTo", "condition", "phase", "chatbotState", "open", "turn"],
  ...["waiting", "priority", "snoozed", "teamId"],
]);

/** Whether sums of facets tell how many conversations meet these filters. */
export function isFaceted(filters: ListFilters): boolean {
  return givenOf(filters).every((name) => faceted.has(name));
}

/** All that is found by a note that names the actor is also seen by it. */
function isOwnMentions(actor: Actor, { mentions, ...others }: ListFilters): boolean {
  return mentions !== undefined && mentions === actor.userId && !seesEverything(actor) && isFaceted(others);
}

/** Whether `countByFacets` knows the answer for this actor. */
export function isTold(actor: Actor, filters: ListFilters): boolean {
  return seenByFacets(actor) !== undefined && (isFaceted(filters) || isOwnMentions(actor, filters));
}

/** Only what the actor sees of the facets: there are many of others. */
function countersOf(actor: Actor): Sql {
  if (seesEverything(actor)) return kept(actor.companyId, "facets", sql`("count" <> 0 or "amount" <> 0)`);
  const { userId, seesUnassigned, sight } = actor;
  const assignees = [...(userId ? [userId] : []), ...(seesUnassigned ? [""] : [])];
  const teams = sight?.read === "team" ? [...sight.teamIds] : [];
  return sql`parley_facets_of(${assignees}::text[], ${teams}::text[])`;
}

/** Facets as rows of activity, as far as the filters of the lists look. */
const facets = (actor: Actor) => sql`(
  select ${actor.companyId}::uuid as "companyId", n."count", n."amount", f[1] as "status", f[2] as "channel",
    f[3]::uuid as "phaseId", nullif(f[4], '')::uuid as "assignedTo", f[5] as "chatbotState", f[6] as "handledBy",
    f[7] = '1' as "lead", case when f[8] = '1' then timestamptz 'epoch' end as "waitingSince",
    f[9]::smallint as "priority", case when f[10] = '1' then timestamptz 'epoch' end as "snoozedUntil", f[11]::uuid as "teamId"
  from ${countersOf(actor)} n cross join lateral string_to_array(n."key", '|') f)`;

/** What facets do not tell of a person's own: each row that is theirs by its contact or by a note. */
const few = (actor: Actor) => sql`conversation_activity a
  where a."companyId" = ${actor.companyId} and a."conversationId" = any(array(${fewOf(actor)}))`;

const metBy = (actor: Actor, filters: ListFilters) => all(selectionOf(actor.companyId, filters).conditions);

/**
 * How many conversations meet each of several mixtures of filters, looking only at the few that the person sees for
 * another reason than the facets know. Exact: folded counts and those not folded yet are read in one snapshot.
 */
export async function countByFacets(actor: Actor, lists: readonly ListFilters[]): Promise<number[]> {
  const seen = seenByFacets(actor);
  if (lists.length === 0 || !seen) return [];
  const summed = (filters: ListFilters) =>
    isFaceted(filters)
      ? sql`coalesce(sum(a."count") filter (where ${metBy(actor, filters)} and ${seen}), 0)::int8`
      : sql`0::int8`;
  const looked = (filters: ListFilters) =>
    sql`count(*) filter (where ${metBy(actor, filters)}${isFaceted(filters) ? sql` and ${seen} is not true` : sql``})`;
  const further = seesEverything(actor)
    ? sql`null::jsonb`
    : sql`(select to_jsonb(array[${join(lists.map(looked), ", ")}]) from ${few(actor)})`;
  const found = await row<{ counts: number[]; further: number[] | null }>(sql`
    select to_jsonb(array[${join(lists.map(summed), ", ")}]) as "counts", ${further} as "further"
    from ${facets(actor)} a`);
  return lists.map((_, index) => (found?.counts[index] ?? 0) + (found?.further?.[index] ?? 0));
}

/** Count and sum of each phase that has any, under filters that facets tell. */
export function totalsByFacets(actor: Actor, filters: ListFilters, seen: Sql): Promise<(Total & { id: string })[]> {
  const met = metBy(actor, filters);
  const further = seesEverything(actor)
    ? sql``
    : sql` union all select a."phaseId", 1, coalesce(a."amount", 0) from ${few(actor)} and ${met} and ${seen} is not true`;
  return rows<Total & { id: string }>(sql`
    select s."phaseId" as "id", sum(s."count")::int8 as "count", sum(s."amount")::numeric as "amount" from (
      select a."phaseId", a."count", a."amount" from ${facets(actor)} a where ${met} and ${seen}${further}) s
    group by s."phaseId" having sum(s."count") <> 0 or sum(s."amount") <> 0`);
}
