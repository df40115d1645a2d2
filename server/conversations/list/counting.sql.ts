// SQL because totals are exact under what the actor may see, and come from counters where these suffice.
import { day } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, join, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { countersOf as kept } from "#server/kit/counters/counters.sql.ts";
import { seesEverything, visibleOnly } from "../access.sql.ts";
import { all, type ListFilters, selectionOf } from "./filtering.sql.ts";

export type Total = { count: number; amount: number };
type Filters = ListFilters;

const among = (keys: readonly string[]) => sql`"key" = any(${keys}::text[])`;

/** Folded counts and the changes not folded yet, read in one snapshot: exact. Each is a condition on "key". */
async function counted(actor: Actor, ...ons: readonly Sql[]): Promise<number> {
  const pieces = ons.map((on) => sql`select "count" from ${kept(actor.companyId, "conversations", on)} k`);
  const found = await row<{ count: number }>(sql`
    select coalesce(sum(n."count"), 0)::int8 as "count" from (${join(pieces, " union all ")}) n`);
  return found?.count ?? 0;
}

const dayKey = (date: Date) => `day:${date.toISOString().slice(0, 10)}`;
const monthKey = (date: Date) => `month:${date.toISOString().slice(0, 7)}`;

/** When a date's month began, or the one after it. */
function month(date: Date, after = 0): Date {
  const begins = new Date(Math.floor(date.getTime() / day) * day);
  begins.setUTCMonth(begins.getUTCMonth() + after, 1);
  return begins;
}

const between = (key: (date: Date) => string, from: Date, to: Date) =>
  sql`"key" >= ${key(from)} and "key" < ${key(to)}`;

/** Whole days, `to` excluded: by months, and by days at both ends. */
function countedWhole(actor: Actor, from: Date, to: Date): Promise<number> {
  const begins = month(new Date(from.getTime() - 1), 1);
  const ends = month(to);
  if (begins >= ends) return counted(actor, between(dayKey, from, to));
  return counted(actor, between(dayKey, from, begins), between(monthKey, begins, ends), between(dayKey, ends, to));
}

/** Beyond the year 9999 a date is written with a sign, which would break the order of the day keys. */
const lastDay = Date.UTC(9999, 11, 31);

/** Whole days and months come from their counters, the two edges from the index. */
async function countedDays(actor: Actor, from: Date, to: Date): Promise<number> {
  const firstFull = new Date(Math.ceil(from.getTime() / day) * day);
  const afterLast = new Date(Math.min(Math.floor((to.getTime() + 1) / day) * day, lastDay));
  if (firstFull >= afterLast) return countRows(actor, { fromDate: from, toDate: to });
  const full = await countedWhole(actor, firstFull, afterLast);
  const before = await countRows(actor, { fromDate: from, toDate: new Date(firstFull.getTime() - 1) });
  const after = await countRows(actor, { fromDate: afterLast, toDate: to });
  return before + full + after;
}

/** Without the sum of amounts an index alone can answer. */
async function countRows(actor: Actor, filters: Filters): Promise<number> {
  const { conditions, tagDriver } = selectionOf(actor.companyId, filters);
  const visible = visibleOnly(actor, "clients_read");
  const found = await row<{ count: number }>(sql`
    select count(*) as "count" from ${from(tagDriver, visible)} where ${all(conditions)}${visible}`);
  return found?.count ?? 0;
}

/** Activity, led by one tag where the list is filtered by one, and joined to `c` where visibility needs it. */
export function from(tagDriver: string | null, visible: Sql): Sql {
  const tags =
    tagDriver === null
      ? empty
      : sql` join conversation_tags t on t."companyId" = a."companyId" and t."conversationId" = a."conversationId" and t."tag" = ${tagDriver}`;
  const joined =
    visible === empty
      ? empty
      : sql` join conversations c on c."companyId" = a."companyId" and c."id" = a."conversationId"`;
  return sql`conversation_activity a${tags}${joined}`;
}

type Given = { [K in keyof Filters]-?: NonNullable<Filters[K]> };

/** Counter keys whose sum is the total of one filter alone; undefined: only counting rows can tell. */
const singleKeys: { [K in keyof Given]?: (value: Given[K]) => string[] | undefined } = {
  status: (value) => (value === "ACTIVE" ? ["open"] : [`status:${value === "CLOSED" ? "closed" : value}`]),
  channel: (value) => unique(value).map((one) => `channel:${one}`),
  tags: (value) => (value.length === 1 ? value.map((one) => `tag:${one}`) : undefined),
  agent: (value) => [value === "robot" ? "handled:bot" : `agent:${value}`],
  preAssigned: (value) => [`pre:${value.toLowerCase()}`],
  phase: (value) => uniqueIds(value).map((one) => `phase:${one}`),
  teamId: (value) => (value.includes("UNASSIGNED") ? undefined : uniqueIds(value).map((one) => `team:${one}`)),
  utmSource: (value) => [`utms:${value}`],
  utmMedium: (value) => [`utmm:${value}`],
  open: (value) => [value ? "open" : "status:closed"],
  condition: conditionKeys,
};

/** The same together with open=true: the inbox's and the board's own lists. */
const openKeys: { [K in keyof Given]?: (value: Given[K]) => string[] | undefined } = {
  channel: (value) => unique(value).map((one) => `open-channel:${one}`),
  phase: (value) => uniqueIds(value).map((one) => `open-phase:${one}`),
  assignedTo: (value) => uniqueIds(value).map((one) => `open-assigned:${one}`),
  teamId: (value) => (value.includes("UNASSIGNED") ? undefined : uniqueIds(value).map((one) => `open-team:${one}`)),
  chatbotState: (value) => (value === "ON" ? ["open-bot"] : undefined),
  turn: (value) => [value === "bot" ? "open-held" : "open-waiting"],
};

const unique = (values: readonly string[]) => [...new Set(values)];
const uniqueIds = (values: readonly string[]) =>
  unique(values.map((value) => (value === "UNASSIGNED" ? value : value.toLowerCase())));

function conditionKeys(wanted: Given["condition"]): string[] | undefined {
  const set = new Set(wanted);
  if (set.has("lead")) return set.size === 1 || set.size === 3 ? ["lead"] : undefined;
  if (set.size === 2 || set.size === 0) return ["all"];
  return set.has("intervened") ? ["handled:human"] : ["handled:bot", "handled:none"];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

function keysFor<K extends keyof Given>(table: typeof singleKeys, name: K, value: Given[K]): string[] | undefined {
  return table[name]?.(value);
}

function countersOf(filters: Filters): string[] | undefined {
  const given = Object.entries(filters).filter(([, value]) => isGiven(value)) as [keyof Given, Given[keyof Given]][];
  const [first, second] = given;
  if (!first) return ["all"];
  if (!second) return keysFor(singleKeys, first[0], first[1] as never);
  if (given.length > 2 || filters.open !== true) return undefined;
  const [name, value] = first[0] === "open" ? second : first;
  return keysFor(openKeys, name, value as never);
}

const faceted: ReadonlySet<string> = new Set([
  ...["status", "channel", "assignedTo", "condition", "phase", "chatbotState", "open", "turn"],
  ...["waiting", "priority", "snoozed", "teamId"],
]);

/** Whether sums of facets tell how many conversations meet these filters (`given`: the names of those that are set). */
function isFaceted(given: readonly string[]): boolean {
  return given.every((name) => faceted.has(name));
}

/**
 * How many conversations meet each of several mixtures of filters, without looking at one: each counter stands for all
 * that have the same status, assignee, phase and so on (parley_activity_facets). Exact: folded counts and those not
 * folded yet are read in one snapshot.
 */
async function countByFacets(actor: Actor, lists: readonly Filters[]): Promise<number[]> {
  if (lists.length === 0) return [];
  const sums = lists.map(
    (filters) =>
      sql`coalesce(sum(a."count") filter (where ${all(selectionOf(actor.companyId, filters).conditions)}), 0)::int8`,
  );
  const found = await row<{ counts: number[] }>(sql`
    select to_jsonb(array[${join(sums, ", ")}]) as "counts" from (
      select ${actor.companyId}::uuid as "companyId", n."count", f[1] as "status", f[2] as "channel",
        f[3]::uuid as "phaseId", nullif(f[4], '')::uuid as "assignedTo", f[5] as "chatbotState", f[6] as "handledBy",
        f[7] = '1' as "lead", case when f[8] = '1' then timestamptz 'epoch' end as "waitingSince",
        f[9]::smallint as "priority", case when f[10] = '1' then timestamptz 'epoch' end as "snoozedUntil", f[11]::uuid as "teamId"
      from ${kept(actor.companyId, "facets", sql`"count" <> 0`)} n cross join lateral string_to_array(n."key", '|') f
    ) a`);
  return found?.counts ?? lists.map(() => 0);
}

const givenOf = (filters: Filters) =>
  Object.entries(filters)
    .filter(([, value]) => isGiven(value))
    .map(([name]) => name);

/** Whether counters tell the total; those who see their own rows only have few, and the same mixtures are counted. */
export function hasCounters(actor: Actor, filters: Filters): boolean {
  const given = givenOf(filters);
  if (isFaceted(given)) return true;
  if (!seesEverything(actor)) return false;
  return countersOf(filters) !== undefined || given.every((name) => name === "fromDate" || name === "toDate");
}

/** The same of several lists, with one question for all that the facets can answer. */
export async function countsOf(actor: Actor, lists: readonly Filters[]): Promise<number[]> {
  const simple = seesEverything(actor) ? lists.filter((filters) => isFaceted(givenOf(filters))) : [];
  const sums = new Map((await countByFacets(actor, simple)).map((count, index) => [simple[index], count]));
  const counts: number[] = [];
  for (const filters of lists) counts.push(sums.get(filters) ?? (await countOf(actor, filters)));
  return counts;
}

/** How many conversations the actor sees under these filters: exact. */
export async function countOf(actor: Actor, filters: Filters): Promise<number> {
  if (!seesEverything(actor)) return countRows(actor, filters);
  const keys = countersOf(filters);
  if (keys) return counted(actor, among(keys));
  if (isFaceted(givenOf(filters))) return (await countByFacets(actor, [filters]))[0] ?? 0;
  const { fromDate, toDate, ...others } = filters;
  if ((fromDate || toDate) && !Object.values(others).some(isGiven)) {
    return countedDays(actor, fromDate ?? new Date(0), toDate ?? new Date("9999-12-31T23:59:59.999Z"));
  }
  return countRows(actor, filters);
}

/** What each of these phases holds, in one statement for all of them. */
export async function totalsOfPhases(
  actor: Actor,
  filters: Omit<Filters, "phase">,
  ids: readonly string[],
): Promise<Map<string, Total>> {
  const keys = phaseCounters(actor, filters, ids);
  const found = await rows<Total & { id: string }>(
    keys ? countersByKey(actor, keys) : rowsByPhase(actor, { ...filters, phase: [...ids] }),
  );
  return new Map(found.map(({ id, count, amount }) => [id, { count, amount }]));
}

/** The counter that tells the total of each phase, where one does. */
export function phaseCounters(
  actor: Actor,
  filters: Omit<Filters, "phase">,
  ids: readonly string[],
): Map<string, string> | undefined {
  if (!seesEverything(actor) || filters.tags?.length) return undefined;
  const keys = ids.map((id) => countersOf({ ...filters, phase: [id] })?.[0]);
  const known = keys.filter((key) => key !== undefined);
  return known.length === ids.length ? new Map(known.map((key, index) => [key, ids[index] ?? ""])) : undefined;
}

function countersByKey(actor: Actor, keys: ReadonlyMap<string, string>): Sql {
  const which = [...keys.keys()];
  return sql`
    select k."id", coalesce(sum(n."count"), 0)::int8 as "count", coalesce(sum(n."amount"), 0)::numeric as "amount"
    from unnest(${which}::text[], ${[...keys.values()]}::text[]) k("key", "id")
    join ${kept(actor.companyId, "conversations", among(which))} n on n."key" = k."key" group by k."id"`;
}

function rowsByPhase(actor: Actor, filters: Filters): Sql {
  const selection = selectionOf(actor.companyId, filters);
  const visible = visibleOnly(actor, "clients_read");
  return sql`
    select a."phaseId" as "id", count(*) as "count", coalesce(sum(a."amount"), 0)::numeric as "amount"
    from ${from(selection.tagDriver, visible)} where ${all(selection.conditions)}${visible} group by a."phaseId"`;
}
