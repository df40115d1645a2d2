// SQL because totals are exact under what the actor may see, and come from counters where these suffice.
import { day } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { join, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { countersOf as kept } from "#server/kit/counters/counters.sql.ts";
import { seesEverything } from "../access.sql.ts";
import { foundAlone, type ListFilters } from "./filtering.sql.ts";
import { countByFacets, givenOf, isFaceted, isGiven, isTold, type Total, totalsByFacets } from "./seen/facets.sql.ts";
import { seenByFacets, seenRows } from "./seen/seen.sql.ts";

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
  const found = await row<{ count: number }>(sql`
    select count(*) as "count" from (${seenRows(actor, filters, sql`1`)}) seen`);
  return found?.count ?? 0;
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

/** Whether counters tell the total. */
export function hasCounters(actor: Actor, filters: Filters): boolean {
  if (isFaceted(filters)) return true;
  if (!seesEverything(actor)) return false;
  return (
    countersOf(filters) !== undefined || givenOf(filters).every((name) => name === "fromDate" || name === "toDate")
  );
}

/** The same of several lists, with one question for all that the facets can answer. */
export async function countsOf(actor: Actor, lists: readonly Filters[]): Promise<number[]> {
  const told = lists.filter((filters) => isTold(actor, filters));
  const sums = new Map((await countByFacets(actor, told)).map((count, index) => [told[index], count]));
  const counts: number[] = [];
  for (const filters of lists) counts.push(sums.get(filters) ?? (await countOf(actor, filters)));
  return counts;
}

/** How many conversations the actor sees under these filters: exact. */
export async function countOf(actor: Actor, filters: Filters): Promise<number> {
  const keys = seesEverything(actor) ? countersOf(filters) : undefined;
  if (keys) return counted(actor, among(keys));
  if (isTold(actor, filters)) return (await countByFacets(actor, [filters]))[0] ?? 0;
  const { fromDate, toDate, ...others } = filters;
  if (seesEverything(actor) && (fromDate || toDate) && !Object.values(others).some(isGiven)) {
    return countedDays(actor, fromDate ?? new Date(0), toDate ?? new Date("9999-12-31T23:59:59.999Z"));
  }
  const found = seesEverything(actor) ? foundAlone(filters) : undefined;
  return found ? countFound(found) : countRows(actor, filters);
}

async function countFound(found: Sql): Promise<number> {
  return (await row<{ count: number }>(sql`select count(*) as "count" from (${found}) f`))?.count ?? 0;
}

/** What each of these phases holds, in one statement for all of them. */
export async function totalsOfPhases(
  actor: Actor,
  filters: Omit<Filters, "phase">,
  ids: readonly string[],
): Promise<Map<string, Total>> {
  if (ids.length === 0) return new Map();
  const found = await totalsFound(actor, filters, ids);
  return new Map(found.map(({ id, count, amount }) => [id, { count, amount }]));
}

function totalsFound(actor: Actor, filters: Omit<Filters, "phase">, ids: readonly string[]) {
  const keys = phaseCounters(actor, filters, ids);
  if (keys) return rows<Total & { id: string }>(countersByKey(actor, keys));
  const within = { ...filters, phase: [...ids] };
  const seen = isFaceted(within) ? seenByFacets(actor) : undefined;
  return seen ? totalsByFacets(actor, within, seen) : rows<Total & { id: string }>(rowsByPhase(actor, within));
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
  return sql`
    select s."phaseId" as "id", count(*) as "count", coalesce(sum(s."amount"), 0)::numeric as "amount"
    from (${seenRows(actor, filters, sql`a."phaseId", a."amount"`)}) s group by s."phaseId"`;
}
