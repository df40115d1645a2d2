// SQL because who sees a task follows from its conversation and contact.
import { isId } from "#server/base/ids.ts";
import { ofVisibleContact } from "#server/contacts/access.sql.ts";
import { ofVisibleConversation, onlyOwn, type Purpose } from "#server/conversations/access.sql.ts";
import { type Actor, can } from "#server/core/actor.ts";
import type { Task as TaskRow } from "#server/db/generated/client.ts";
import { empty, row, rows, type Sql, sql } from "#server/db/sql.ts";

/** Assigned to or made by the person behind the actor. */
export function ownTask(actor: Actor): Sql {
  const me = actor.userId ?? actor.id;
  return sql`(t."assignedTo"::text = ${me} or t."createdBy" = ${me})`;
}

/** A custom role may read more conversations than it writes in. */
const purposeOf = (actor: Actor): Purpose => (actor.sight && can(actor, "clients_read") ? "clients_read" : "chat_talk");

/** Whether the conversations whose tasks the actor sees are those that it reads. */
export const seesWhatItReads = (actor: Actor): boolean =>
  !actor.sight || purposeOf(actor) === "clients_read" || actor.sight.read === actor.sight.write;

/** What the actor may see: everything, or their own tasks and those about people they may see (C1). */
export function visibleTo(actor: Actor): Sql {
  if (!onlyOwn(actor, "chat_talk")) return empty;
  return sql` and (${ownTask(actor)}
    or ${ofVisibleConversation(actor, purposeOf(actor), sql`t."conversationId"`)}
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
