// SQL because who sees a task follows from its conversation and contact, and pages follow a time that may be missing.
import { isId } from "#server/base/ids.ts";
import { ofVisibleContact } from "#server/contacts/access.sql.ts";
import { ofContact, ofVisibleConversation, onlyOwn } from "#server/conversations/access.sql.ts";
import { type Actor, can } from "#server/core/actor.ts";
import type { Task as TaskRow } from "#server/db/generated/client.ts";
import { empty, join, likeLiteral, raw, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { TaskSort } from "./choices.ts";
import type { TaskFilters } from "./schema.ts";

/** Assigned to or made by the person behind the actor. */
function ownTask(actor: Actor): Sql {
  const me = actor.userId ?? actor.id;
  return sql`(t."assignedTo"::text = ${me} or t."createdBy" = ${me})`;
}

/** What the actor may see: everything, or their own tasks and those about people they may see (C1). */
function visibleTo(actor: Actor): Sql {
  if (!onlyOwn(actor, "chat_talk")) return empty;
  // A custom role may read more conversations than it writes in.
  const purpose = actor.sight && can(actor, "clients_read") ? "clients_read" : "chat_talk";
  return sql` and (${ownTask(actor)}
    or ${ofVisibleConversation(actor, purpose, sql`t."conversationId"`)}
    or ${ofVisibleContact(actor, "clients_read", sql`t."contactId"`)})`;
}

/**
 * What the actor may change. Where a custom role writes less than it reads (W11): one's own tasks, whatever they are
 * about, for somebody has to do them; a colleague's only where one may write all that it is about.
 */
function changeableBy(actor: Actor): Sql {
  if (!actor.sight || !onlyOwn(actor, "chat_talk")) return visibleTo(actor);
  return sql` and (${ownTask(actor)} or (coalesce(t."conversationId", t."contactId") is not null
    and (t."conversationId" is null or ${ofVisibleConversation(actor, "chat_talk", sql`t."conversationId"`)})
    and (t."contactId" is null or ${ofVisibleContact(actor, "clients_write", sql`t."contactId"`)})))`;
}

export async function findTask(actor: Actor, id: string): Promise<TaskRow | undefined> {
  if (!isId(id)) return undefined;
  return row<TaskRow>(sql`
    select t.* from tasks t where t."companyId" = ${actor.companyId} and t."id" = ${id}${visibleTo(actor)}`);
}

/** One that the actor may change, held until the transaction ends. */
export async function lockTask(actor: Actor, id: string): Promise<TaskRow | undefined> {
  if (!isId(id)) return undefined;
  return row<TaskRow>(sql`
    select t.* from tasks t where t."companyId" = ${actor.companyId} and t."id" = ${id}${changeableBy(actor)}
    for update of t`);
}

export function findTitles(actor: Actor, ids: readonly string[]): Promise<Pick<TaskRow, "id" | "title">[]> {
  return rows(sql`
    select t."id", t."title" from tasks t
    where t."companyId" = ${actor.companyId} and t."id" = any(${ids}::uuid[])${visibleTo(actor)}`);
}

/** Open ones of the company; ends at `most`. */
export async function countOpen(companyId: string, most: number): Promise<number> {
  const counted = await row<{ count: number }>(sql`
    select count(*) as "count" from (
      select 1 from tasks where "companyId" = ${companyId} and "doneAt" is null limit ${most}) x`);
  return counted?.count ?? 0;
}

function assigned(actor: Actor, wanted: readonly string[]): Sql {
  const ids = wanted.map((one) => (one === "me" ? (actor.userId ?? "") : one)).filter(isId);
  const nobody = wanted.includes("UNASSIGNED") ? sql` or t."assignedTo" is null` : empty;
  return sql`(t."assignedTo" = any(${ids}::uuid[])${nobody})`;
}

function aboutContact(actor: Actor, id: string): Sql {
  return isId(id)
    ? sql`(t."contactId" = ${id} or ${ofContact(actor.companyId, id, sql`t."conversationId"`)})`
    : sql`false`;
}

function conditionsOf(actor: Actor, filters: TaskFilters): Sql {
  const { done, assignedTo, conversationId, contactId, dueFrom, dueTo, search } = filters;
  const found: Sql[] = [sql`t."companyId" = ${actor.companyId}${visibleTo(actor)}`];
  if (done !== undefined) found.push(done ? sql`t."doneAt" is not null` : sql`t."doneAt" is null`);
  if (assignedTo !== undefined && assignedTo.length > 0) found.push(assigned(actor, assignedTo));
  if (conversationId !== undefined)
    found.push(isId(conversationId) ? sql`t."conversationId" = ${conversationId}` : sql`false`);
  if (contactId !== undefined) found.push(aboutContact(actor, contactId));
  if (dueFrom) found.push(sql`t."dueAt" >= ${dueFrom}`);
  if (dueTo) found.push(sql`t."dueAt" <= ${dueTo}`);
  if (search) found.push(sql`parley_fold(t."title") like parley_fold(${`%${likeLiteral(search)}%`})`);
  return join(found, " and ");
}

export async function countTasks(actor: Actor, filters: TaskFilters): Promise<number> {
  const counted = await row<{ count: number }>(sql`
    select count(*) as "count" from tasks t where ${conditionsOf(actor, filters)}`);
  return counted?.count ?? 0;
}

export type SortedTask = TaskRow & { sortKey: string };
export type TaskSlice = { sort: TaskSort; after: { key: string; id: string } | null; take: number; skip: number };

/** Without a time: after all others, whichever way. */
const keys = {
  "dueAt:asc": sql`coalesce(t."dueAt", 'infinity')`,
  "dueAt:desc": sql`coalesce(t."dueAt", '-infinity')`,
  "createdAt:asc": sql`t."createdAt"`,
  "createdAt:desc": sql`t."createdAt"`,
  "doneAt:desc": sql`coalesce(t."doneAt", '-infinity')`,
} as const satisfies Record<TaskSort, Sql>;

export function tasksPage(actor: Actor, filters: TaskFilters, { sort, after, take, skip }: TaskSlice) {
  const key = keys[sort];
  const down = sort.endsWith(":desc");
  const beyond = raw(down ? "<" : ">");
  const way = raw(down ? "desc" : "asc");
  const rest = after ? sql` and (${key}, t."id") ${beyond} (${after.key}::timestamptz, ${after.id}::uuid)` : empty;
  return rows<SortedTask>(sql`
    select t.*, (${key})::text as "sortKey" from tasks t where ${conditionsOf(actor, filters)}${rest}
    order by ${key} ${way}, t."id" ${way} limit ${take} offset ${skip}`);
}

/** Marks what is due as told, in the order it fell due; another process that tells at the same time takes the rest. */
export function takeDue(companyId: string, now: Date, limit: number): Promise<TaskRow[]> {
  return rows<TaskRow>(sql`
    with due as (
      select "id" from tasks where "companyId" = ${companyId} and "toldAt" is null and "doneAt" is null
        and "dueAt" is not null and "dueAt" <= ${now} order by "dueAt", "id" limit ${limit} for update skip locked
    ), told as (
      update tasks t set "toldAt" = ${now} from due
      where t."companyId" = ${companyId} and t."id" = due."id" returning t.*
    )
    select * from told order by "dueAt", "id"`);
}
