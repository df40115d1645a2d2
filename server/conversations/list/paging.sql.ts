// SQL because a page follows its order from the last row on, by the index of that order.
import { day } from "#server/base/clock.ts";
import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, join, raw, rows, type Sql, sql } from "#server/db/sql.ts";
import { visibleOnly } from "../access.sql.ts";
import { priorities, type SortField } from "../choices.ts";
import type { ConversationRow } from "../row.ts";
import { all, type Selection, type SortedFilters, selectionOf } from "./filtering.sql.ts";
import type { ConversationSort } from "./schema.ts";
import { from, type Part, partsOf } from "./seen/seen.sql.ts";

const nullable: ReadonlySet<SortField> = new Set(["lastMessageAt", "amount", "waitingSince", "slaDueAt"]);

/** Where a row stands in its list: the value it is sorted by, then its id. */
export type Key = { value: Date | string | number | null; id: string };

export function keyOf(sort: ConversationSort, row: ConversationRow): Key {
  return { value: sortValueOf(sort.field, row), id: row.id };
}

/** As conversation_activity has it. */
function sortValueOf(field: SortField, row: ConversationRow): Key["value"] {
  if (field === "priority") return priorities.indexOf(row.priority);
  if (field !== "lastMessageAt") return row[field];
  const { lastMessageAt, returnedAt } = row;
  return lastMessageAt && returnedAt && lastMessageAt > returnedAt ? lastMessageAt : (returnedAt ?? lastMessageAt);
}

/** The same out of a cursor, which a client may have written itself. */
export function readKey(sort: ConversationSort, parts: (string | number | null)[]): Key {
  const [given = null, id] = parts;
  const value = readValue(sort.field, given);
  if (!isId(id) || value === undefined) throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
  return { value, id };
}

function readValue(field: SortField, given: string | number | null): Key["value"] | undefined {
  if (given === null) return nullable.has(field) ? null : undefined;
  if (field === "priority") return typeof given === "number" && given in priorities ? given : undefined;
  if (field === "amount") return typeof given === "number" ? given : undefined;
  if (field === "visitorName") return typeof given === "string" && !given.includes("\0") ? given : undefined;
  const date = new Date(given);
  return typeof given === "string" && /^\d{4}-.*Z$/.test(given) && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** `within` narrows the rows further, by what a surrounding statement knows. */
export type Slice = { sort: ConversationSort; after: Key | null; take: number; within?: Sql };
type Base = { from: Sql; where: Sql; column: Sql };
/**
 * `sorted`: the rows come from another index than the order's, few enough to be sorted. `reach`: no row has a later
 * value, so where the runs before it fill the page beyond that, this one is not looked at. `byId`: all of it has the
 * same value, and nothing else is asked for, so the key itself has its order.
 */
type Run = { condition: Sql; part: "valued" | "empty" | "both"; sorted?: boolean; byId?: boolean; reach?: Date };

/** Empty names stand where missing values do: last. Descending, they are there by themselves. */
const emptyNamesApart = ({ field, descending }: ConversationSort) => field === "visitorName" && !descending;

function isEmpty(sort: ConversationSort, key: Key): boolean {
  return key.value === null || (emptyNamesApart(sort) && key.value === "");
}

/** The order of a list of pages or runs that carry `sortKey` and `conversationId`. */
export function orderOf({ field, descending }: ConversationSort, alias: Sql): Sql {
  const direction = raw(descending ? "desc" : "asc");
  const key = field === "visitorName" ? sql`nullif(${alias}."sortKey", '')` : sql`${alias}."sortKey"`;
  return sql`${key} ${direction} nulls last, ${alias}."conversationId" ${direction}`;
}

/** Rows beyond the cursor. The empty part begins after the last row with a value. */
function beyond({ sort, after }: Slice, column: Sql, part: Run["part"]): Sql {
  if (after === null || (part === "empty" && !isEmpty(sort, after))) return empty;
  const compare = raw(sort.descending ? "<" : ">");
  const id = sql`a."conversationId"`;
  return isEmpty(sort, after)
    ? sql` and ${id} ${compare} ${after.id}`
    : sql` and (${column}, ${id}) ${compare} (${after.value}, ${after.id}::uuid)`;
}

/** What makes an expression of a value and leaves it as it is; of times, nothing that lasts. */
const unsorted: { [Field in SortField]?: string } = { visitorName: " || ''", amount: " + 0", priority: " + 0" };

/** One scan in the order of an index (asc reads a descending index backwards, which begins with the nulls). */
function runSql(base: Base, slice: Slice, run: Run): Sql {
  const { sort, take } = slice;
  const direction = raw(sort.descending ? "desc" : "asc");
  const nulls = nullable.has(sort.field) ? raw(sort.descending ? " nulls last" : " nulls first") : empty;
  // An expression keeps the planner from walking the order's own index through everything that does not match.
  const order = run.sorted ? sql`(${base.column}${raw(unsorted[sort.field] ?? " + interval '0'")})` : base.column;
  const first = run.byId ? empty : sql`${order} ${direction}${nulls}, `;
  return sql`select a."conversationId", ${base.column} as "sortKey" from ${base.from}
    where ${base.where}${run.condition}${beyond(slice, base.column, run.part)}
    order by ${first}a."conversationId" ${direction} limit ${take}`;
}

/** Longest duration of each class of `span`; the last class has no end. */
const spans = [...[1, 2, 4, 8, 16, 32, 64, 128, 256].map((days) => days * day), Number.POSITIVE_INFINITY];

/**
 * Created up to a date, in the order of the last message. What was last active by then is a piece of the order itself;
 * what outlived the date was created shortly before it, by its class of duration: the longest first, since a few of
 * them are usually all of the page.
 */
function datedRuns(fromDate: Date | undefined, toDate: Date | undefined): Run[] {
  const since = fromDate ? sql` and a."lastMessageAt" >= ${fromDate}` : empty;
  const silent: Run = { condition: sql` and a."lastMessageAt" is null`, part: "empty" };
  if (!toDate) return [{ condition: sql` and a."lastMessageAt" is not null${since}`, part: "valued" }, silent];
  const outlived = spans.map((length, span): Run => {
    const began = Number.isFinite(length) ? sql` and a."createdAt" >= ${new Date(toDate.getTime() - length)}` : empty;
    // As an expression: the planner of PostgreSQL 18 overrates a second range on the same index.
    const outlives = sql`(a."lastMessageAt" + interval '0') > ${toDate}`;
    const condition = sql` and a."span" = ${span} and ${outlives}${began}`;
    const ended = Number.isFinite(length) ? { reach: new Date(toDate.getTime() + length) } : {};
    return { condition, part: "valued", sorted: true, ...ended };
  });
  const over: Run = { condition: sql` and a."lastMessageAt" <= ${toDate}${since}`, part: "valued", reach: toDate };
  return [...outlived.reverse(), over, silent];
}

const isDated = (filters: SortedFilters) => filters.fromDate !== undefined || filters.toDate !== undefined;

function runsOf(filters: SortedFilters, slice: Slice): Run[] {
  const { field, descending } = slice.sort;
  if (field === "lastMessageAt" && descending && isDated(filters)) {
    return datedRuns(filters.fromDate, filters.toDate);
  }
  return orderedRuns(slice);
}

function orderedRuns(slice: Slice): Run[] {
  const { field, descending } = slice.sort;
  const column = raw(`a."${field}"`);
  if (emptyNamesApart(slice.sort)) {
    return [
      { condition: sql` and ${column} > ''`, part: "valued" },
      { condition: sql` and ${column} = ''`, part: "empty" },
    ];
  }
  // Most rows have no clock: those that have one lie in an index of their own.
  const apart = field === "slaDueAt";
  if (!nullable.has(field) || (!apart && descending && slice.after === null))
    return [{ condition: empty, part: "both" }];
  return [
    { condition: sql` and ${column} is not null`, part: "valued" },
    { condition: sql` and ${column} is null`, part: "empty" },
  ];
}

const openOnes = sql` and a."status" <> 'closed'`;
const closedOnes = sql` and a."status" = 'closed'`;

/** Unassigned open ones and closed ones lie in an index each, in the order of their last message. */
function byStatus({ open, status }: SortedFilters): Sql[] {
  if (open !== undefined) return [empty];
  if (status) return [status === "CLOSED" || status === "closed" ? closedOnes : openOnes];
  return [openOnes, closedOnes];
}

/** What one person has is sorted, unless an index has it in this order; the rest is read in the order of the list. */
function runsOfPart({ kind, condition }: Part, filters: SortedFilters, slice: Slice): Run[] {
  const within = (runs: readonly Run[], more: Sql = empty) =>
    runs.map((run): Run => ({ ...run, condition: sql`${run.condition}${more}${condition}` }));
  const indexed = slice.sort.field === "lastMessageAt" && !filters.tags?.length && !isDated(filters);
  if (kind === "few" || (kind === "own" && !indexed)) {
    return within(orderedRuns(slice).map((run): Run => ({ ...run, sorted: true })));
  }
  if (kind !== "unassigned" || !indexed) return within(runsOf(filters, slice));
  return byStatus(filters).flatMap((status) => within(orderedRuns(slice), status));
}

/** Ids and sort values of one page in order, at most `take`, by index scans that begin with the company. */
export function pageSql(
  actor: Actor,
  filters: SortedFilters,
  slice: Slice,
  skip: number,
  parts = partsOf(actor, filters),
): Sql {
  const { sort, after } = slice;
  const selection = selectionOf(actor.companyId, filters);
  const byTag = selection.tagDriver !== null && sort.field === "lastMessageAt";
  const base = {
    from: from(selection.tagDriver),
    where: sql`${all(selection.conditions)}${slice.within ?? empty}`,
    column: byTag ? sql`t."lastMessageAt"` : raw(`a."${sort.field}"`),
  };
  const asked = parts
    .flatMap((part) => runsOfPart(part, filters, slice))
    .filter(({ part }) => !(part === "valued" && after !== null && isEmpty(sort, after)));
  const [valued, without] = [
    asked.filter(({ part }) => part !== "empty"),
    asked.filter(({ part }) => part === "empty"),
  ];
  // No index has those without a clock: where nothing narrows them, the key has their order.
  const byId = sort.field === "slaDueAt" && isWhole(parts, selection) && !slice.within;
  // Rows without a value stand last: where those with one fill the page, they are not looked at.
  const runs = [...valued, ...without.map((run) => ({ ...run, byId }))];
  const [only] = runs;
  if (runs.length === 1 && only) return sql`${runSql(base, slice, only)} offset ${skip}`;
  const whole = { ...slice, take: slice.take + skip };
  const pieces = runs.map((run, index) => {
    const condition = sql`${run.condition}${index > 0 ? unlessFull(sort, run, runName(index - 1), whole.take) : empty}`;
    const before = index > 0 ? sql`select * from ${runName(index - 1)} union all ` : empty;
    return sql`${runName(index)} as materialized (${before}(${runSql(base, whole, { ...run, condition })}))`;
  });
  return sql`with ${join(pieces, ", ")} select * from ${runName(runs.length - 1)} runs
    order by ${orderOf(sort, sql`runs`)} limit ${slice.take} offset ${skip}`;
}

const isWhole = (parts: readonly Part[], { conditions, tagDriver }: Selection) =>
  parts.every(({ condition }) => condition === empty) && conditions.length === 1 && tagDriver === null;

/** What this run and those before it have found. */
const runName = (index: number) => raw(`run_${index}`);

/** Asked once, before the run is looked at. */
function unlessFull(sort: ConversationSort, { reach, part }: Run, before: Sql, take: number): Sql {
  const valued = emptyNamesApart(sort) ? sql`"sortKey" <> ''` : sql`"sortKey" is not null`;
  if (part === "empty") return sql` and (select count(*) from ${before} where ${valued}) < ${take}`;
  return reach ? sql` and (select count(*) from ${before} where "sortKey" > ${reach}) < ${take}` : empty;
}

/** The conversations that a statement of `pageSql` finds, in its order. */
export function rowsOfPage(actor: Actor, page: Sql, sort: ConversationSort): Promise<ConversationRow[]> {
  return rows<ConversationRow>(sql`
    with page as materialized (${page})
    select c.* from page p join conversations c on c."companyId" = ${actor.companyId} and c."id" = p."conversationId"
    order by ${orderOf(sort, sql`p`)}`);
}

/** What the actor may see of a contact's conversations, the latest first, at most 500. */
export function conversationsOfContact(actor: Actor, contactId: string): Promise<ConversationRow[]> {
  return rows<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${actor.companyId}
      and c."contactId" = ${contactId}${visibleOnly(actor, "clients_read")}
    order by c."lastMessageAt" desc nulls last, c."id" desc limit 500`);
}
