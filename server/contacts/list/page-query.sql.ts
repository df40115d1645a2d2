// SQL because a page follows its order from the last row on, through the index that its filters leave the least of.
import type { Actor } from "#server/core/actor.ts";
import { empty, join, plannedAnew, raw, type Sql, sql } from "#server/db/sql.ts";
import { isHeld, visibleKeys } from "../access.sql.ts";
import type { OrderField } from "../choices.ts";
import type { ContactFilters } from "../schema.ts";
import { amongFound } from "./at-hand.sql.ts";
import { reachedCondition, visibleCondition } from "./counting.sql.ts";
import {
  alternativesOf,
  conditionsOf,
  consistsOf,
  createdRange,
  type FilterName,
  leadingFilter,
  linkFilters,
  linkKeys,
  namesOf,
  onlyRanges,
  updatedRange,
} from "./filtering.sql.ts";
import { textIds } from "./seen.sql.ts";

export type SortColumn = "custom" | "id" | "createdAt" | "updatedAt" | "name" | "email" | "status" | "rating";

export const sortColumns: Record<OrderField, SortColumn> = {
  _id: "id",
  creationDate: "createdAt",
  createdAt: "createdAt",
  lastUpdate: "updatedAt",
  updatedAt: "updatedAt",
  name: "name",
  email: "email",
  status: "status",
  rating: "rating",
};

export type SortValue = Date | string | number | null;

/** A piece of an ordered list: `take` rows after `skip`, or after the row of `after`. */
export type Slice = {
  column: SortColumn;
  /** Of the column `custom`: what is sorted by. */
  custom?: { value: Sql; type: Sql };
  descending: boolean;
  after: { value: SortValue; id: string } | null;
  take: number;
  skip: number;
};

/** What the list is sorted by; names and emails without regard to case (and accents). */
const expressions: Record<Exclude<SortColumn, "custom">, Sql> = {
  id: raw('k."id"'),
  createdAt: raw('k."createdAt"'),
  updatedAt: raw('k."updatedAt"'),
  name: raw('s."name"'),
  email: raw('k."emailKey"'),
  status: raw('k."status"'),
  rating: raw('k."rating"'),
};

const types: Record<Exclude<SortColumn, "custom">, Sql> = {
  id: raw("uuid"),
  createdAt: raw("timestamptz"),
  updatedAt: raw("timestamptz"),
  name: raw("text"),
  email: raw("text"),
  status: raw("text"),
  rating: raw("smallint"),
};

const expressionOf = ({ column, custom }: Slice) =>
  (column === "custom" ? custom?.value : expressions[column]) ?? raw("null");
const typeOf = ({ column, custom }: Slice) => (column === "custom" ? custom?.type : types[column]) ?? raw("text");

/** Folded names live beside the contact; everything else is on it. */
function tables(column: SortColumn): Sql {
  return column === "name"
    ? raw('contact_search s join contacts k on k."companyId" = s."companyId" and k."id" = s."contactId"')
    : raw("contacts k");
}

function company(actor: Actor, column: SortColumn): Sql {
  const own = sql`k."companyId" = ${actor.companyId}`;
  return column === "name" ? sql`${own} and s."companyId" = ${actor.companyId}` : own;
}

function where(actor: Actor, column: SortColumn, conditions: readonly Sql[]): Sql {
  return join([company(actor, column), ...conditions], " and ");
}

function beyond(slice: Slice, value: Sql, id: Sql): Sql[] {
  const { column, descending, after } = slice;
  if (!after) return [];
  const compare = raw(descending ? "<" : ">");
  if (column === "id") return [sql`${id} ${compare} ${after.id}::uuid`];
  return [sql`(${value}, ${id}) ${compare} (${after.value}::${typeOf(slice)}, ${after.id}::uuid)`];
}

function ordered({ column, descending }: Slice, value: Sql, id: Sql): Sql {
  const direction = raw(descending ? "desc" : "asc");
  return column === "id" ? sql`order by ${id} ${direction}` : sql`order by ${value} ${direction}, ${id} ${direction}`;
}

/** Follows the index of the order and drops what does not match: right where much matches. */
function walk(actor: Actor, filters: ContactFilters, slice: Slice, atHand: boolean): Sql {
  const value = expressionOf(slice);
  const id = slice.column === "name" ? raw('s."contactId"') : raw('k."id"');
  const conditions = atHand ? [amongFound(actor, filters, id)] : [...conditionsOf(filters), ...visibleCondition(actor)];
  // Names alone are read from the search table without touching the contacts.
  if (slice.column === "name" && (atHand || conditions.length === 0)) {
    const own = join([sql`s."companyId" = ${actor.companyId}`, ...conditions, ...beyond(slice, value, id)], " and ");
    return sql`select s."contactId" as "id", ${value} as "sortKey" from contact_search s
      where ${own} ${ordered(slice, value, id)} limit ${slice.take} offset ${slice.skip}`;
  }
  const held = where(actor, slice.column, [...conditions, ...beyond(slice, value, id)]);
  return sql`select k."id", ${value} as "sortKey" from ${tables(slice.column)}
    where ${held} ${ordered(slice, value, id)} limit ${slice.take} offset ${slice.skip}`;
}

/** Everything that matches, as "id" and "sortKey". What is found by ids alone needs a look only at what it is sorted by. */
function matches(actor: Actor, filters: ContactFilters, slice: Slice): Sql {
  const { column } = slice;
  const ids = textIds(actor, filters);
  if (ids && column === "id") return ids;
  const conditions = ids
    ? [sql`k."id" in (select w."id" from (${ids}) w)`]
    : [...conditionsOf(filters), ...reachedCondition(actor)];
  return sql`select k."id", ${expressionOf(slice)} as "sortKey" from ${tables(column)}
    where ${where(actor, column, conditions)}`;
}

/** Collects every match, then sorts: right where little matches. Comes with the number of matches. */
export function collect(actor: Actor, filters: ContactFilters, slice: Slice): Sql {
  const [value, id] = [raw('m."sortKey"'), raw('m."id"')];
  const rest = beyond(slice, value, id);
  return sql`
    with matched as materialized (${matches(actor, filters, slice)})
    select (select count(*) from matched) as "total", m."id", m."sortKey" from (values (1)) one
    left join lateral (
      select m."id", m."sortKey" from matched m ${rest.length ? sql`where ${join(rest, " and ")}` : empty}
      ${ordered(slice, value, id)} limit ${slice.take} offset ${slice.skip}) m on true`;
}

/** One run per value of the leading filter, each in the order of ids by its own index, merged. */
function merge(slice: Slice, runs: readonly Run[]): Sql {
  const id = raw('k."id"');
  const limit = slice.take + slice.skip;
  const one = (run: Run) => {
    const held = join([...run.held, ...run.rest, ...beyond(slice, run.id, run.id)], " and ");
    return sql`(select ${run.id} as "id" from ${run.from} where ${held} ${ordered(slice, run.id, run.id)} limit ${limit})`;
  };
  const all = join(runs.map(one), " union all ");
  return sql`select distinct k."id", k."id" as "sortKey" from (${all}) k
    ${ordered(slice, id, id)} limit ${slice.take} offset ${slice.skip}`;
}

type Run = { from: Sql; id: Sql; held: Sql[]; rest: Sql[] };

function linkRun(actor: Actor, key: string, rest: Sql[]): Run {
  const held = [sql`l."companyId" = ${actor.companyId}`, sql`l."key" = ${key}`];
  if (rest.length === 0) return { from: raw("contact_links l"), id: raw('l."contactId"'), held, rest };
  const from = raw('contact_links l join contacts k on k."companyId" = l."companyId" and k."id" = l."contactId"');
  return { from, id: raw('l."contactId"'), held, rest };
}

const minute = 60_000;

/** The lowest and the highest id made in that millisecond. */
function idsAt(ms: number): { lowest: string; highest: string } {
  const hex = Math.min(Math.max(ms, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, "0");
  const time = `${hex.slice(0, 8)}-${hex.slice(8)}`;
  return { lowest: `${time}-0000-0000-000000000000`, highest: `${time}-ffff-ffff-ffffffffffff` };
}

/** Ids tell their time, so a range of dates is a range of ids; rows dated otherwise (imports) have an index of their own. */
function datedRuns(actor: Actor, filters: ContactFilters): Run[] {
  const { dateFrom, dateTo } = filters;
  const bounds = [
    ...(dateFrom ? [sql`k."id" >= ${idsAt(dateFrom.getTime() - minute).lowest}::uuid`] : []),
    ...(dateTo ? [sql`k."id" <= ${idsAt(dateTo.getTime() + minute).highest}::uuid`] : []),
  ];
  const run = {
    from: raw("contacts k"),
    id: raw('k."id"'),
    rest: [...conditionsOf(filters), ...visibleCondition(actor)],
  };
  const own = sql`k."companyId" = ${actor.companyId}`;
  return [
    { ...run, held: [own, ...bounds] },
    { ...run, held: [own, raw('parley_misdated(k."id", k."createdAt")')] },
  ];
}

function valueRuns(actor: Actor, filters: ContactFilters, name: FilterName): Run[] | undefined {
  const rest = [...conditionsOf(filters, name), ...visibleCondition(actor)];
  const own = sql`k."companyId" = ${actor.companyId}`;
  return alternativesOf(filters, name)?.map((condition) => {
    return { from: raw("contacts k"), id: raw('k."id"'), held: [own, condition], rest };
  });
}

/** Runs that together hold exactly the list, each in the order of ids; undefined when no index offers them. */
function runsOf(actor: Actor, filters: ContactFilters): Run[] | undefined {
  const visible = visibleKeys(actor);
  const name = leadingFilter(filters);
  if (name) return valueRuns(actor, filters, name);
  const tagged = linkFilters.find((one) => filters[one] !== undefined);
  if (tagged) {
    const rest = [...conditionsOf(filters, tagged), ...visibleCondition(actor)];
    return linkKeys(tagged, filters[tagged] ?? []).map((key) => linkRun(actor, key, rest));
  }
  if (visible) return visible.map((key) => linkRun(actor, key, conditionsOf(filters)));
  return consistsOf(filters, createdRange) ? datedRuns(actor, filters) : undefined;
}

/** The cheaper way to a page in order, by what is known exactly: the matches and all there is. */
export function isFew(filters: ContactFilters, slice: Slice, matches: number, all: number): boolean {
  const wanted = slice.take + slice.skip;
  // A range of dates is collected from its index alone, some sixty rows to the page; a closed one may lie far away.
  const open = slice.descending
    ? !filters.dateTo && !filters.lastUpdateDateTo
    : !filters.dateFrom && !filters.updatedSince;
  const weight = onlyRanges(filters) ? (open ? 60 : 3600) : 1;
  return matches * matches <= wanted * all * weight;
}

/** A page in order without collecting every match. */
export function follow(actor: Actor, filters: ContactFilters, slice: Slice, atHand = false): Sql {
  const runs = slice.column === "id" ? runsOf(actor, filters) : undefined;
  if (runs && runs.length > 0) return merge(slice, runs);
  const page = walk(actor, filters, slice, atHand);
  return atHand ? plannedAnew(page) : page;
}

/** Whether one index holds the list in its order, so that a page is read from it alone. */
export function isIndexed(actor: Actor, filters: ContactFilters, { column }: Slice): boolean {
  const names = namesOf(filters);
  const held = isHeld(actor);
  if (names.length === 0 && (!held || (column === "id" && visibleKeys(actor) !== null))) return true;
  if (held) return false;
  if (column === "id")
    return (names.length === 1 || consistsOf(filters, createdRange)) && runsOf(actor, filters) !== undefined;
  const ranges: readonly FilterName[] =
    column === "createdAt" ? createdRange : column === "updatedAt" ? updatedRange : [];
  return names.every((name) => ranges.includes(name));
}
