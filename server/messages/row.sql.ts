// SQL because all messages of a change are written in one statement, which also tells who serves the channel, and a thread is read in stretches.
import type { Actor } from "#server/core/actor.ts";
import type { User } from "#server/db/generated/client.ts";
import { empty, execute, json, raw, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { withSizes } from "#server/uploads/access.ts";
import type { MessageRow } from "./row.ts";

/** Which chatbot serves the channel, and whether it answers. */
export type Served = { chatbotId: string | null; robot: boolean };

const unserved: Served = { chatbotId: null, robot: false };

/**
 * Only for `ConversationChange`, which holds the row lock that orders `seq`. Pictures get their size here,
 * whoever sends them. Answers who serves the channel in this moment, for the events of the messages.
 */
export async function insertMessages(messages: readonly MessageRow[], channelId: string): Promise<Served> {
  if (messages.length === 0) return unserved;
  for (const message of messages) message.attachments = await withSizes(message.companyId, message.attachments);
  const inserted = await row<{ served: Served | null }>(sql`
    insert into messages ("companyId", "id", "conversationId", "seq", "fromType", "sender", "senderName", "senderType",
      "type", "text", "attachments", "responseOptions", "command", "status", "failureReason", "clientMessageId",
      "externalId", "template", "edited", "extra",
      "createdAt")
    select m."companyId", m."id", m."conversationId", m."seq", m."fromType", m."sender", m."senderName", m."senderType",
      m."type", m."text", m."attachments", m."responseOptions", m."command", m."status", m."failureReason",
      m."clientMessageId", m."externalId", m."template", m."edited", coalesce(m."extra", '{}'),
      m."createdAt"
    from jsonb_populate_recordset(null::messages, ${json(messages)}::jsonb) m
    returning (select jsonb_build_object('chatbotId', h."chatbotId",
        'robot', coalesce(b."enabled" and not b."muted", false))
      from channels h left join chatbots b on b."companyId" = h."companyId" and b."id" = h."chatbotId"
      where h."companyId" = ${messages[0]?.companyId} and h."id" = ${channelId}) as "served"`);
  return inserted?.served ?? unserved;
}

type Thread = { companyId: string; id: string };

/** The message with this id in a conversation. */
export function messageOf({ companyId, id }: Thread, messageId: string): Promise<MessageRow | undefined> {
  return row<MessageRow>(sql`select * from messages where "companyId" = ${companyId}
    and "conversationId" = ${id} and "id" = ${messageId}`);
}

/** The message that a client wrote under its own id. */
export function messageOfClient({ companyId, id }: Thread, clientMessageId: string): Promise<MessageRow | undefined> {
  return row<MessageRow>(sql`
    select * from messages where "companyId" = ${companyId}
      and "conversationId" = ${id} and "clientMessageId" = ${clientMessageId}`);
}

/** A place in a thread: a seq, or a time. */
export type Bound = { seq: number } | { at: Date };
export type Stretch = {
  conversation: Thread;
  includeCommands: boolean;
  before: Bound | undefined;
  after: Bound | undefined;
};

function beyond(compare: "<" | ">", bound: Bound | undefined): Sql {
  if (!bound) return empty;
  return "seq" in bound
    ? sql` and "seq" ${raw(compare)} ${bound.seq}`
    : sql` and "createdAt" ${raw(compare)} ${bound.at}`;
}

function within({ conversation: { companyId, id }, includeCommands, before, after }: Stretch): Sql {
  return sql`"companyId" = ${companyId} and "conversationId" = ${id}
      ${includeCommands ? empty : sql` and "type" <> 'command'`}
      ${beyond("<", before)}
      ${beyond(">", after)}`;
}

type Page = { order: "asc" | "desc"; from: number | undefined; limit: number; offset: number };

/** Messages of a stretch by seq, from the seq `from` (which is left out) on. */
export function pageOfMessages(stretch: Stretch, { order, from, limit, offset }: Page): Promise<MessageRow[]> {
  const rest = beyond(order === "asc" ? ">" : "<", from === undefined ? undefined : { seq: from });
  return rows<MessageRow>(sql`
    select * from messages where ${within(stretch)}${rest} order by "seq" ${raw(order)}
    limit ${limit} offset ${offset}`);
}

export async function countOfMessages(stretch: Stretch): Promise<number> {
  const total = await row<{ count: number }>(sql`select count(*) as "count" from messages where ${within(stretch)}`);
  return total?.count ?? 0;
}

type Edited = Pick<MessageRow, "companyId" | "id" | "conversationId" | "seq">;

/** Writes what its author made of a message. */
export async function saveEdit({ companyId, id }: Edited, text: string, at: Date): Promise<void> {
  await execute(sql`update messages set "text" = ${text}, "edited" = true, "editedAt" = ${at}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

/** Whether it is the last of its conversation that people see. */
export async function isLast({ companyId, conversationId, seq }: Edited): Promise<boolean> {
  const later = await row(sql`
    select 1 from messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "seq" > ${seq} and "type" <> 'command' limit 1`);
  return later === undefined;
}

/** The team's messages up to `seq` whose status is one of `lower` get this one. Returns those that changed. */
export function raiseStatus({ companyId, id }: Thread, seq: number, status: string, lower: readonly string[]) {
  return rows<Pick<MessageRow, "id" | "seq">>(sql`
    update messages set "status" = ${status} where "companyId" = ${companyId}
      and "conversationId" = ${id} and "seq" <= ${seq} and "fromType" in ('user', 'robot')
      and "status" = any(${lower}::text[]) returning "id", "seq"`);
}

/** A message that has not been delivered fails; undefined where it has. */
export function failUndelivered({ companyId }: Actor, id: string, reason: string, extra: object) {
  return row<Pick<MessageRow, "conversationId" | "seq">>(sql`
    update messages set "status" = 'failed', "failureReason" = ${reason}, "extra" = "extra" || ${json(extra)}::jsonb
    where "companyId" = ${companyId} and "id" = ${id} and "status" in ('queued', 'sent')
    returning "conversationId", "seq"`);
}

/** Whether the channel's setting lets people answer after the window has closed. */
export async function allowsHumanAgent(conversation: { companyId: string; channelId: string }): Promise<boolean> {
  const channel = await row<{ allowed: boolean }>(sql`
    select coalesce("settings"->>'humanAgent', 'false') = 'true' as "allowed" from channels
    where "companyId" = ${conversation.companyId} and "id" = ${conversation.channelId}`);
  return channel?.allowed ?? false;
}

/** Who sends, of the company's people. */
export function userWho({ companyId }: Actor, id: string) {
  return row<Pick<User, "id" | "name" | "active">>(sql`
    select "id", "name", "active" from users where "companyId" = ${companyId} and "id" = ${id}`);
}
