// SQL because one statement reads events and where the company stands, so that both are of one moment.
import type { Event } from "#server/db/generated/client.ts";
import { columns, empty, type Joined, type Read, row, rows, sql } from "#server/db/sql.ts";

const read = [
  "id",
  "type",
  "data",
  "createdAt",
  "conversationId",
  "contactId",
  "messageId",
  "actorType",
  "via",
] as const;

/** What the feed tells of an event; `seq` is null until it has its place. */
export type FeedEvent = Pick<Read<Event>, (typeof read)[number] | "seq">;
export type FeedRow = FeedEvent & { seq: number };

type Asked = {
  companyId: string;
  /** The last seq that the reader has seen. */
  after: number;
  types: readonly string[];
  channelId?: string | undefined;
  limit: number;
};

/** So many of the company's events are looked through at once, whatever is asked for. */
export const longestLook = 20_000;

/**
 * Events after `after` in their order, and where the reader stands afterwards: at the last one given, or, when that was
 * all, at the end of what was looked through. The relay gives seq in the order of commits, without gaps.
 */
export async function readFeed({ companyId, after, types, channelId, limit }: Asked) {
  const found = await rows<{ newest: number } & Joined<FeedRow>>(sql`
    select n."newest", e."seq", ${columns(read, "e")}
    from (select coalesce(max("seq"), 0)::int8 as "newest" from events
      where "companyId" = ${companyId} and "seq" is not null) n
    left join lateral (
      select * from events e
      where e."companyId" = ${companyId} and e."seq" > ${after} and e."seq" <= least(n."newest", ${after + longestLook})
        and e."type" = any(${[...types]}) ${channelId === undefined ? empty : sql`and e."channelId" = ${channelId}`}
      order by e."seq" limit ${limit}) e on true
    order by e."seq"`);
  const newest = found[0]?.newest ?? 0;
  const events = found.filter((one) => one.id !== null);
  const looked = Math.max(after, Math.min(newest, after + longestLook));
  const position = events.length === limit ? (events.at(-1)?.seq ?? looked) : looked;
  return { events, position, newest, more: position < newest };
}

/** One event of the company, whether it has its place yet or not. */
export function findFeedRow(companyId: string, id: string): Promise<FeedEvent | undefined> {
  return row<FeedEvent>(sql`
    select e."seq", ${columns(read, "e")} from events e where e."companyId" = ${companyId} and e."id" = ${id}`);
}

/** On behalf of what a message was written; empty: by hand. Its event was made after it, by the same process. */
export async function viaOfMessage(companyId: string, conversationId: string, messageId: string): Promise<string> {
  const found = await row<Pick<Event, "via">>(sql`
    select e."via" from events e
    where e."companyId" = ${companyId} and e."conversationId" = ${conversationId} and e."id" > ${messageId}::uuid
      and e."messageId" = ${messageId}::uuid and e."type" = 'conversation/message' order by e."id" limit 1`);
  return found?.via ?? "";
}

/** When the visitor last said something that no program wrote for them, since then. */
export async function lastHeard(companyId: string, conversationId: string, since: Date): Promise<Date | undefined> {
  const found = await row<Pick<Event, "createdAt">>(sql`
    select e."createdAt" from events e
    where e."companyId" = ${companyId} and e."conversationId" = ${conversationId} and e."type" = 'conversation/message'
      and e."createdAt" > ${since} and e."actorType" <> 'token'
      and e."data"->'message'->'sender'->>'type' = 'visitor' order by e."id" desc limit 1`);
  return found?.createdAt;
}

/** The seq of the company's newest event; 0 when there is none. */
export async function newestSeq(companyId: string): Promise<number> {
  const found = await row<{ seq: number }>(sql`
    select coalesce(max("seq"), 0)::int8 as "seq" from events where "companyId" = ${companyId} and "seq" is not null`);
  return found?.seq ?? 0;
}

/** The seq before the first event that was stored at or after `time`; the newest one's when there is none. */
export async function seqBefore(companyId: string, time: Date): Promise<number> {
  // Ids begin with their time, and the key orders by them.
  const lowest = `${time
    .getTime()
    .toString(16)
    .padStart(12, "0")
    .replace(/^(.{8})/, "$1-")}-7000-8000-000000000000`;
  const found = await row<{ seq: number }>(sql`
    select e."seq" - 1 as "seq" from events e
    where e."companyId" = ${companyId} and e."id" >= ${lowest}::uuid and e."seq" is not null order by e."id" limit 1`);
  return found ? found.seq : newestSeq(companyId);
}
