// SQL because totals are exact under what the actor may see, and come from counters where these suffice.
import { day } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, join, plannedAnew, row, type Sql, sql } from "#server/db/sql.ts";
import { countersOf as kept } from "#server/kit/counters/counters.sql.ts";
import { isHeld, reachedIds, visibleKeys, visibleOnly } from "../access.sql.ts";
import type { ContactFilters } from "../schema.ts";
import {
  conditionsOf,
  consistsOf,
  createdRange,
  type FilterName,
  type LinkFilter,
  linked,
  linkFilters,
  linkKeys,
  namesOf,
  updatedRange,
} from "./filtering.sql.ts";
import { textIds } from "./seen.sql.ts";

type Counted = { count: number };

/** Folded counts and the changes not folded yet, read in one snapshot: exact. `on` is a condition on "key". */
async function counters(actor: Actor, on: Sql): Promise<number> {
  const found = await row<Counted>(sql`
    select coalesce(sum(n."count"), 0)::int8 as "count" from ${kept(actor.companyId, "contacts", on)} n`);
  return found?.count ?? 0;
}

function countersOf(actor: Actor, keys: readonly string[]): Promise<number> {
  return counters(actor, sql`"key" = any(${[...new Set(keys)]}::text[])`);
}

/** Every contact of the company: what a list is measured against. */
export function companyTotal(actor: Actor): Promise<number> {
  return countersOf(actor, ["all"]);
}

/** The condition on `k` that holds the list to the actor's own; empty where it sees everything. */
export function visibleCondition(actor: Actor): Sql[] {
  const keys = visibleKeys(actor);
  if (keys) return [linked(keys)];
  return isHeld(actor) ? [sql`true${visibleOnly(actor, "clients_read")}`] : [];
}

/** The same for statements that look at all of the list: what a custom role reaches is found first. */
export function reachedCondition(actor: Actor): Sql[] {
  const reached = reachedIds(actor);
  return reached ? [sql`k."id" in (${reached})`] : visibleCondition(actor);
}

async function countReached(reached: Sql): Promise<number> {
  const found = await row<Counted>(plannedAnew(sql`select count(*) as "count" from (${reached}) r`));
  return found?.count ?? 0;
}

async function countRows(actor: Actor, filters: ContactFilters): Promise<number> {
  const where = join(
    [sql`k."companyId" = ${actor.companyId}`, ...conditionsOf(filters), ...reachedCondition(actor)],
    " and ",
  );
  const found = await row<Counted>(plannedAnew(sql`select count(*) as "count" from contacts k where ${where}`));
  return found?.count ?? 0;
}

/** Contacts under one link key, plus those only under the other: the first set is a person's own, and small. */
async function countVisible(actor: Actor, keys: readonly string[]): Promise<number> {
  const [own, other] = keys;
  const total = await countersOf(actor, keys);
  if (own === undefined || other === undefined) return total;
  const both = await row<Counted>(sql`
    select count(*) as "count" from contact_links a
    join contact_links b on b."companyId" = a."companyId" and b."contactId" = a."contactId" and b."key" = ${other}
    where a."companyId" = ${actor.companyId} and a."key" = ${own}`);
  return total - (both?.count ?? 0);
}

type Range = { from: Date; to: Date };
const always: Range = { from: new Date(0), to: new Date("9999-12-31T23:59:59.999Z") };

const dayKey = (prefix: string, date: Date) => `${prefix}:${date.toISOString().slice(0, 10)}`;

/** Whole days come from their counters, the two edges from the index. */
async function countDays(actor: Actor, prefix: string, range: Range, edge: (part: Range) => ContactFilters) {
  const firstFull = new Date(Math.ceil(range.from.getTime() / day) * day);
  const afterLast = new Date(Math.floor((range.to.getTime() + 1) / day) * day);
  if (firstFull >= afterLast) return countRows(actor, edge(range));
  const [first, last] = [dayKey(prefix, firstFull), dayKey(prefix, new Date(afterLast.getTime() - 1))];
  const full = await counters(actor, sql`"key" >= ${first} and "key" <= ${last}`);
  const before = { from: range.from, to: new Date(firstFull.getTime() - 1) };
  const after = { from: afterLast, to: range.to };
  const edges = [before, after].filter((part) => part.from <= part.to);
  const counts = await Promise.all(edges.map((part) => countRows(actor, edge(part))));
  return counts.reduce((sum, count) => sum + count, full);
}

function latest(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? (a > b ? a : b) : (a ?? b);
}

function earliest(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? (a < b ? a : b) : (a ?? b);
}

/** The one filter that asks for tags, of contacts or of their conversations, and for nothing else. */
export const onlyLink = (filters: ContactFilters) => linkFilters.find((name) => consistsOf(filters, [name]));

/** The ids of the contacts under these keys that the actor sees, from an index alone; one that has several comes as often. */
export function linkedIds(actor: Actor, keys: readonly string[]): Sql {
  const seen = visibleKeys(actor);
  const ids = seen
    ? sql`select v."contactId" from contact_links v where v."companyId" = ${actor.companyId} and v."key" = any(${seen}::text[])`
    : reachedIds(actor);
  return sql`select l."contactId" as "id" from contact_links l where l."companyId" = ${actor.companyId}
    and l."key" = any(${keys}::text[])${ids ? sql` and l."contactId" in (${ids})` : empty}`;
}

/** Contacts with any of several tags, on themselves or on their conversations. */
async function countTagged(actor: Actor, keys: readonly string[]): Promise<number> {
  const found = await row<Counted>(
    plannedAnew(sql`select count(distinct f."id") as "count" from (${linkedIds(actor, keys)}) f`),
  );
  return found?.count ?? 0;
}

/** Undefined unless the filters are one range of dates and nothing else. */
function countRange(actor: Actor, filters: ContactFilters): Promise<number> | undefined {
  if (consistsOf(filters, createdRange)) {
    const range = { from: filters.dateFrom ?? always.from, to: filters.dateTo ?? always.to };
    return countDays(actor, "day", range, ({ from, to }) => ({ dateFrom: from, dateTo: to }));
  }
  if (consistsOf(filters, updatedRange)) {
    const from = latest(filters.lastUpdateDateFrom, filters.updatedSince) ?? always.from;
    const range = { from, to: earliest(filters.lastUpdateDateTo, filters.settledUntil) ?? always.to };
    const edge = (part: Range) => ({ lastUpdateDateFrom: part.from, lastUpdateDateTo: part.to });
    return countDays(actor, "updated", range, edge);
  }
  return undefined;
}

/** A contact with two of the tags would be counted twice. */
const onlyKey = (name: LinkFilter) => (values: readonly string[]) =>
  new Set(values).size === 1 ? linkKeys(name, values) : undefined;

/** Counter keys whose sum is the total of one filter alone. */
const keysOf: { [K in FilterName]?: (value: NonNullable<ContactFilters[K]>) => string[] | undefined } = {
  status: (values) => values.map((value) => `status:${value}`),
  subStatus: (value) => [`sub:${value}`],
  websiteId: (values) => values.map((value) => `site:${value.toLowerCase()}`),
  assignedTo: (values) => values.map((value) => `assigned:${value === "UNASSIGNED" ? value : value.toLowerCase()}`),
  entryMethod: (values) => values.map((value) => `entry:${value}`),
  rating: (values) => values.map((value) => `rating:${value}`),
  tags: onlyKey("tags"),
  conversationTags: onlyKey("conversationTags"),
};

function keysOfSingle(filters: ContactFilters): string[] | undefined {
  const names = namesOf(filters);
  const [name] = names;
  if (name === undefined || names.length > 1) return name === undefined ? ["all"] : undefined;
  const keys = keysOf[name] as ((value: unknown) => string[] | undefined) | undefined;
  return keys?.(filters[name]);
}

/** Whether counters tell the total of these filters. */
export function hasCounters(actor: Actor, filters: ContactFilters): boolean {
  const names = namesOf(filters);
  if (isHeld(actor)) return visibleKeys(actor) !== null && names.length === 0;
  return keysOfSingle(filters) !== undefined || consistsOf(filters, createdRange) || consistsOf(filters, updatedRange);
}

/** How many contacts the actor sees under these filters: exact. */
export async function totalOf(actor: Actor, filters: ContactFilters): Promise<number> {
  const visible = visibleKeys(actor);
  if (visible && namesOf(filters).length === 0) return countVisible(actor, visible);
  const reached = namesOf(filters).length === 0 ? reachedIds(actor) : undefined;
  if (reached) return countReached(reached);
  const keys = isHeld(actor) ? undefined : keysOfSingle(filters);
  if (keys) return countersOf(actor, keys);
  const tagged = onlyLink(filters);
  if (tagged) return countTagged(actor, linkKeys(tagged, filters[tagged] ?? []));
  const text = textIds(actor, filters);
  if (text) return countReached(text);
  if (isHeld(actor)) return countRows(actor, filters);
  return countRange(actor, filters) ?? countRows(actor, filters);
}
