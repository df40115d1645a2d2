// SQL because pages follow a time that may be missing, and who sees a task follows from sets of conversations and contacts.
import { isId } from "#server/base/ids.ts";
import { ofSeen as ofSeenContacts } from "#server/contacts/list/seen.sql.ts";
import { ofContact, onlyOwn } from "#server/conversations/access.sql.ts";
import { ofSeen } from "#server/conversations/list/seen/seen.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Task as TaskRow } from "#server/db/generated/client.ts";
import { empty, join, likeLiteral, plannedAnew, raw, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { ownTask, seesWhatItReads, visibleTo } from "./access.sql.ts";
import type { TaskSort } from "./choices.ts";
import type { TaskFilters } from "./schema.ts";

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
  const found: Sql[] = [sql`t."companyId" = ${actor.companyId}`];
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

/** What the filters find of what `visibleTo` says, by its place in an order: the conversations and contacts as sets, not one by one. */
function foundFor(actor: Actor, filters: TaskFilters, key: Sql): Sql {
  const conditions = conditionsOf(actor, filters);
  if (!onlyOwn(actor, "chat_talk") || !seesWhatItReads(actor))
    return sql`select t."id", ${key} as "sortKey" from tasks t where ${conditions}${visibleTo(actor)}`;
  const others = (column: Sql) => sql`select a.* from asked a where not a."own" and ${column} is not null`;
  return sql`
    with asked as materialized (
      select t."id", ${key} as "sortKey", t."conversationId", t."contactId", ${ownTask(actor)} is true as "own"
      from tasks t where ${conditions})
    select a."id", a."sortKey" from asked a where a."own"
    union
    select c."id", c."sortKey" from (${ofSeen(actor, others(sql`a."conversationId"`))}) c
    union
    select k."id", k."sortKey" from (${ofSeenContacts(actor, others(sql`a."contactId"`))}) k`;
}

export async function countTasks(actor: Actor, filters: TaskFilters): Promise<number> {
  const counted = await row<{ count: number }>(
    plannedAnew(sql`select count(*) as "count" from (${foundFor(actor, filters, sql`null::timestamptz`)}) t`),
  );
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
  const rest = after
    ? sql`where (f."sortKey", f."id") ${beyond} (${after.key}::timestamptz, ${after.id}::uuid)`
    : empty;
  return rows<SortedTask>(
    plannedAnew(sql`
      with page as materialized (
        select f."id", f."sortKey" from (${foundFor(actor, filters, key)}) f ${rest}
        order by f."sortKey" ${way}, f."id" ${way} limit ${take} offset ${skip})
      select t.*, p."sortKey"::text as "sortKey" from page p
      join tasks t on t."companyId" = ${actor.companyId} and t."id" = p."id"
      order by p."sortKey" ${way}, p."id" ${way}`),
  );
}
