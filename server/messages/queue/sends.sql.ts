// SQL because what is to leave is asked for in one statement with how far it has come, and a fate is learnt from what is stored in that moment.
import { execute, json, raw, row, rows, sql } from "#server/db/sql.ts";
import type { MessageRow } from "../row.ts";
import type { MessageExtra } from "../schema.ts";
import { Claims } from "./claims.sql.ts";

type Own = { companyId: string; id: string };

export const claims = new Claims({
  table: raw("message_sends"),
  id: raw(`"messageId"`),
  state: raw(`"state"`),
  error: raw(`"error"`),
  dueAt: raw(`"dueAt"`),
});
/** A message that waits to leave, with its claim. */
export type Queued = MessageRow & {
  state: string | null;
  /** How many of its parts have left. */
  parts: number;
  /** When it was claimed, or last told that it lives; null: never claimed. */
  heardAt: Date | null;
  dueAt: Date | null;
  /** It is a bot's, and what a person has said after it has left already: elsewhere, or while its fate was unknown. */
  overtaken: boolean;
};

/** The next message of the conversation that is to leave: one at a time, in the order of seq. */
export function nextQueued(thread: Own): Promise<Queued | undefined> {
  return row<Queued>(sql`
    select m.*, s."state", coalesce(s."parts", 0) as "parts",
      coalesce(s."aliveAt", s."claimedAt") as "heardAt", s."dueAt",
      m."fromType" = 'robot' and not (coalesce(m."extra", '{}') ?| array['rule', 'survey']) and exists (
        select 1 from messages p where p."companyId" = m."companyId" and p."conversationId" = m."conversationId"
          and p."seq" > m."seq" and p."fromType" = 'user' and p."sender" <> 'system'
          and p."status" in ('sent', 'delivered', 'read')) as "overtaken"
    from messages m left join message_sends s on s."companyId" = m."companyId" and s."messageId" = m."id"
    where m."companyId" = ${thread.companyId} and m."conversationId" = ${thread.id}
      and m."status" = 'queued' and m."fromType" in ('user', 'robot') and m."template" is null
      and coalesce(s."state", 'new') in ('new', 'claimed', 'sending', 'waiting')
    order by m."seq" limit 1`);
}

/** The row on which a message's claims stand; nothing where there is one. */
export async function insertSend(message: MessageRow, channelId: string, now: Date): Promise<void> {
  await execute(sql`
    insert into message_sends ("companyId", "messageId", "conversationId", "channelId", "state", "claimedAt")
    values (${message.companyId}, ${message.id}, ${message.conversationId}, ${channelId}, 'claimed', ${now})
    on conflict ("companyId", "messageId") do nothing`);
}

/** A status of the part under way, before its answer or in place of it: the part was accepted. */
export async function learnFate({ companyId, id }: Own, now: Date): Promise<void> {
  await execute(sql`
    update message_sends s set "state" = 'waiting', "parts" = l."part" + 1, "dueAt" = ${now}
    from (select max("part") as "part" from message_links
      where "companyId" = ${companyId} and "messageId" = ${id}) l
    where s."companyId" = ${companyId} and s."messageId" = ${id} and s."state" = 'unknown' and l."part" >= s."parts"`);
}

export async function savePartsLeft({ companyId, id }: Own, parts: number, isLast: boolean): Promise<void> {
  await execute(sql`
    update message_sends set "parts" = ${parts}, "state" = ${isLast ? "done" : "claimed"}, "error" = null
    where "companyId" = ${companyId} and "messageId" = ${id}`);
}

/** Its options went out as numbers. */
export async function noteNumbered({ companyId, id }: Own): Promise<void> {
  await execute(sql`
    update messages set "extra" = "extra" || ${json({ numbered: true })}::jsonb
    where "companyId" = ${companyId} and "id" = ${id}`);
}

/** What of it the platform has, while parts are left: they alone are sent should it fail. Null: it has all. */
export async function noteArrived({ companyId, id }: Own, arrived: MessageExtra["arrived"] | null): Promise<void> {
  const extra = arrived ? sql`"extra" || ${json({ arrived })}::jsonb` : sql`"extra" - 'arrived'`;
  await execute(sql`
    update messages set "extra" = ${extra}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

type Until = { companyId: string; before: Date; limit: number };

/** Sends without a known outcome that were claimed before a moment. */
export function unheardSends({ companyId, before, limit }: Until) {
  return rows<{ messageId: string; conversationId: string }>(sql`
    select "messageId", "conversationId" from message_sends where "companyId" = ${companyId} and "state" = 'unknown'
      and "claimedAt" < ${before} limit ${limit}`);
}

/** Whether its outcome still is unknown, to be asked under its conversation's lock. */
export async function isUnheard({ companyId, id }: Own): Promise<boolean> {
  const found = await row(sql`
    select 1 from message_sends where "companyId" = ${companyId} and "messageId" = ${id} and "state" = 'unknown'`);
  return found !== undefined;
}

type Due = { companyId: string; now: Date; doubtful: readonly string[]; limit: number };

/** Conversations in which a retry is due, or in which these messages hold nothing up any more. */
export async function dueConversations({ companyId, now, doubtful, limit }: Due): Promise<string[]> {
  const found = await rows<{ conversationId: string }>(sql`
    select distinct s."conversationId" from message_sends s where s."companyId" = ${companyId}
      and ((s."state" = 'waiting' and s."dueAt" <= ${now}) or s."messageId" = any(${doubtful}::uuid[]))
    limit ${limit}`);
  return found.map(({ conversationId }) => conversationId);
}

/** Conversations with a message that no process ever claimed and that was written before a moment. */
export async function forgottenConversations({ companyId, before, limit }: Until): Promise<string[]> {
  const found = await rows<{ conversationId: string }>(sql`
    select distinct m."conversationId" from messages m
    join conversations c on c."companyId" = m."companyId" and c."id" = m."conversationId"
    join channels h on h."companyId" = c."companyId" and h."id" = c."channelId"
    where m."companyId" = ${companyId} and m."status" = 'queued' and m."fromType" in ('user', 'robot')
      and m."template" is null and m."createdAt" < ${before}
      and h."type" in ('WHATSAPP_API', 'FACEBOOK', 'INSTAGRAM') and not exists (select 1 from message_sends s
        where s."companyId" = m."companyId" and s."messageId" = m."id")
    limit ${limit}`);
  return found.map(({ conversationId }) => conversationId);
}
