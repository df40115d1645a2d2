// SQL because messages are counted, found by what they hold and marked many at once.
import type { z } from "zod";
import type { SimulatorMessage } from "#server/db/generated/client.ts";
import { execute, json, row, rows, sql } from "#server/db/sql.ts";
import type { phoneBubbleSchema, phoneThreadSchema } from "./phone-schema.ts";

type Owner = Pick<SimulatorMessage, "companyId" | "channelId">;
type Status = "sent" | "read" | "failed";

/** Until when a customer may be answered freely; undefined where they never wrote. */
export async function windowEnd(of: Owner, peer: string): Promise<Date | undefined> {
  const found = await row<{ at: Date | null }>(sql`
    select greatest(max("createdAt") + interval '24 hours', max("createdAt") filter (
      where "body" ? 'referral' or "body"->'message' ? 'referral') + interval '72 hours') as "at"
    from simulator_messages where "companyId" = ${of.companyId}
      and "channelId" = ${of.channelId} and "peer" = ${peer} and "direction" = 'in'`);
  return found?.at ?? undefined;
}

/** How many the business sent in the last second. */
export async function countSent(of: Owner): Promise<number> {
  const sent = await row<{ n: number }>(sql`
    select count(*) as "n" from simulator_messages where "companyId" = ${of.companyId}
      and "channelId" = ${of.channelId} and "direction" = 'out' and "createdAt" > now() - interval '1 second'`);
  return sent?.n ?? 0;
}

/** How many the business sent to this customer in the time in which the platform counts them. */
export async function countSentTo(of: Owner, peer: string): Promise<number> {
  const sent = await rows<{ at: Date }>(sql`
    select "createdAt" as "at" from simulator_messages where "companyId" = ${of.companyId}
      and "channelId" = ${of.channelId} and "peer" = ${peer} and "direction" = 'out'
      and "createdAt" > now() - interval '270 seconds'`);
  return sent.length;
}

type New = Pick<SimulatorMessage, "id" | "peer" | "createdAt"> & { body: object };

/** A message that the platform accepted from the business. */
export async function insertSent(of: Owner, { id, peer, body, callback, createdAt }: New & { callback: string }) {
  await execute(sql`
    insert into simulator_messages ("companyId", "channelId", "id", "peer", "direction", "body", "callback", "createdAt")
    values (${of.companyId}, ${of.channelId}, ${id}, ${peer}, 'out', ${json(body)}, ${callback}, ${createdAt})`);
}

/** A message of the customer. */
export async function insertReceived(of: Owner, { id, peer, body, createdAt }: New): Promise<void> {
  await execute(sql`
    insert into simulator_messages ("companyId", "channelId", "id", "peer", "direction", "body", "createdAt")
    values (${of.companyId}, ${of.channelId}, ${id}, ${peer}, 'in', ${json(body)}, ${createdAt})`);
}

export async function setStatus(of: Owner, id: string, status: Status): Promise<void> {
  await execute(sql`
    update simulator_messages set "status" = ${status}, "updatedAt" = now() where "companyId" = ${of.companyId}
      and "channelId" = ${of.channelId} and "id" = ${id}`);
}

/** The business has read a message. Returns whose it is; nothing where the customer wrote none of this id. */
export async function markRead(of: Owner, id: string): Promise<Pick<SimulatorMessage, "peer"> | undefined> {
  return row<Pick<SimulatorMessage, "peer">>(sql`
    update simulator_messages set "status" = 'read', "updatedAt" = now() where "companyId" = ${of.companyId}
      and "channelId" = ${of.channelId} and "id" = ${id} and "direction" = 'in' returning "peer"`);
}

/** The business has read all that a customer wrote. */
export async function markAllRead(of: Owner, peer: string): Promise<void> {
  await execute(sql`
    update simulator_messages set "status" = 'read' where "companyId" = ${of.companyId}
      and "channelId" = ${of.channelId} and "peer" = ${peer} and "direction" = 'in'`);
}

type Read = Pick<SimulatorMessage, "id" | "callback">;

/** The customer has read all that the business wrote. */
export function markReadByCustomer(of: Owner, peer: string): Promise<Read[]> {
  return rows<Read>(sql`
    update simulator_messages set "status" = 'read', "updatedAt" = now()
    where "companyId" = ${of.companyId} and "channelId" = ${of.channelId} and "peer" = ${peer}
      and "direction" = 'out' and "status" <> 'failed' returning "id", "callback"`);
}

/** The customer has unsent a message. */
export async function markDeleted(of: Owner, id: string): Promise<void> {
  await execute(sql`
    update simulator_messages set "status" = 'deleted', "updatedAt" = now() where "companyId" = ${of.companyId}
      and "channelId" = ${of.channelId} and "id" = ${id} and "direction" = 'in'`);
}

export async function isInThread(of: Owner, peer: string, id: string): Promise<boolean> {
  const known = await row(sql`select 1 from simulator_messages where "companyId" = ${of.companyId}
    and "channelId" = ${of.channelId} and "peer" = ${peer} and "id" = ${id}`);
  return known !== undefined;
}

type SentBody = { type?: string; interactive?: { type?: string } };

/** What a message of the business says. */
export async function sentBody(of: Owner, id: string): Promise<SentBody | undefined> {
  const found = await row<{ body: SentBody }>(sql`
    select "body" from simulator_messages where "companyId" = ${of.companyId}
      and "channelId" = ${of.channelId} and "id" = ${id}`);
  return found?.body;
}

/** The customers of an account, latest first. */
export function threadsOf(of: Owner): Promise<z.input<typeof phoneThreadSchema>[]> {
  return rows<z.input<typeof phoneThreadSchema>>(sql`
    select m."peer", coalesce(max(o."data"->>'name'), m."peer") as "name", max(m."createdAt") as "lastAt",
      count(*) as "messages" from simulator_messages m
    left join simulator_objects o on o."companyId" = m."companyId" and o."channelId" = m."channelId"
      and o."kind" = 'people' and o."key" = m."peer"
    where m."companyId" = ${of.companyId} and m."channelId" = ${of.channelId}
    group by m."peer" order by max(m."createdAt") desc limit 200`);
}

/** The latest of one phone, oldest first; `media` is the key of its file. */
export function bubblesOf(of: Owner, peer: string): Promise<z.input<typeof phoneBubbleSchema>[]> {
  return rows<z.input<typeof phoneBubbleSchema>>(sql`
    select latest.*, coalesce(o."data"->>'key', '') as "media",
      coalesce(o."data"->>'name', '') as "mediaName", coalesce(r."data"->>'emoji', '') as "reaction" from (
      select "id", "direction", "body", "status", "createdAt" from simulator_messages
      where "companyId" = ${of.companyId} and "channelId" = ${of.channelId} and "peer" = ${peer}
      order by "createdAt" desc, "id" limit 200) latest
    left join simulator_objects o on o."companyId" = ${of.companyId} and o."channelId" = ${of.channelId}
      and o."kind" = 'media' and o."key" = coalesce(
        latest."body"->(latest."body"->>'type')->>'id',
        jsonb_path_query_first(latest."body", '$.**.image.id') #>> '{}',
        latest."body"#>>'{message,attachment,payload,attachment_id}',
        substring(latest."body"#>>'{message,attachments,0,payload,url}' from '/media/([0-9]+)'))
    left join simulator_objects r on r."companyId" = ${of.companyId} and r."channelId" = ${of.channelId}
      and r."kind" = 'reactions' and r."key" = latest."id"
    order by latest."createdAt", latest."id"`);
}

/** Returns how many there were. */
export function deleteThread(of: Owner, peer: string): Promise<number> {
  return execute(sql`
    delete from simulator_messages where "companyId" = ${of.companyId} and "channelId" = ${of.channelId}
      and "peer" = ${peer}`);
}
