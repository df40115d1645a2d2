// SQL because of locks, of the next one in order of time, and of what makes a message superfluous.
import { isId } from "#server/base/ids.ts";
import type { ScheduledMessage as ScheduledRow } from "#server/db/generated/client.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";
import { takenBack } from "./choices.ts";

/** Those of a conversation, by when they leave. */
export function scheduledOf(companyId: string, conversationId: string): Promise<ScheduledRow[]> {
  return rows<ScheduledRow>(sql`
    select * from scheduled_messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "error" <> ${takenBack} order by "sendAt", "id"`);
}

/** One of a conversation whose row is held, itself held. */
export async function lockScheduled(companyId: string, conversationId: string, id: string) {
  if (!isId(id)) return undefined;
  return row<ScheduledRow>(sql`
    select * from scheduled_messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "id" = ${id} and "error" <> ${takenBack} for update`);
}

/** Those kept back for an undo, in the order in which they were written; the conversation is held. */
export function heldOf(companyId: string, conversationId: string): Promise<ScheduledRow[]> {
  return rows<ScheduledRow>(sql`
    select * from scheduled_messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "held" and "error" = '' order by "sendAt", "id" for update`);
}

/** Whether what somebody of the team has just sent can still be undone; the conversation is held. */
export async function isUndoable(companyId: string, conversationId: string): Promise<boolean> {
  const found = await row(sql`
    select 1 from scheduled_messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "held" and "error" = '' limit 1`);
  return found !== undefined;
}

/** Where something is due, the longest due first. */
export function conversationsDue(companyId: string, now: Date, limit: number) {
  return rows<{ conversationId: string }>(sql`
    select "conversationId" from scheduled_messages where "companyId" = ${companyId} and "error" = ''
      and "sendAt" <= ${now} group by "conversationId" order by min("sendAt"), "conversationId" limit ${limit}`);
}

/** The first of a held conversation that is due. */
export function firstDue(companyId: string, conversationId: string, now: Date) {
  return row<ScheduledRow>(sql`
    select * from scheduled_messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "error" = '' and "sendAt" <= ${now} order by "sendAt", "id" limit 1 for update`);
}

/** One that was sent is no reply of the team to those that wait behind it. */
export async function passOver(companyId: string, ids: readonly string[], seq: number): Promise<void> {
  await execute(sql`
    update scheduled_messages set "afterSeq" = ${seq}
    where "companyId" = ${companyId} and "id" = any(${ids}::uuid[])`);
}
