// SQL because it is read at each turn of a bot and on the way of each call, by an order that names the whole index.
import { row, rows, sql } from "#server/db/sql.ts";
import type { MessageRow } from "./row.ts";

type Key = { companyId: string; id: string };

/** A message of the visitor that no turn has dealt with. */
export type Said = Pick<MessageRow, "seq" | "type" | "text" | "attachments" | "createdAt">;

/** Messages with a seq above `after` and up to `upTo`. */
type Span = { after: number; upTo: number };

const outside = (spans: readonly Span[]) => sql`not exists (
  select from unnest(${spans.map(({ after }) => after)}::int[], ${spans.map(({ upTo }) => upTo)}::int[]) s(after, up_to)
  where m."seq" > s.after and m."seq" <= s.up_to)`;

type Pending = { handledSeq: number; brought: readonly Span[]; since: Date | null };
type Named = { id: string | null; seq: number };

/** The visitor's messages after `handledSeq` and since `since`, none `brought`; those that are named whenever they came. */
export function findPending(
  { companyId, id }: Key,
  { handledSeq, brought, since, named }: Pending & { named: Named },
): Promise<Said[]> {
  return rows<Said>(sql`
    select m."seq", m."type", m."text", m."attachments", m."createdAt" from messages m
    where m."companyId" = ${companyId} and m."conversationId" = ${id}
      and m."fromType" = 'visitor' and m."seq" > ${handledSeq} and ${outside(brought)}
      and (${since}::timestamptz is null or m."createdAt" >= ${since}::timestamptz
        or m."id" = ${named.id}::uuid or m."seq" = ${named.seq})
    order by m."seq"`);
}

/**
 * When the last message before `seq` came, among those `brought` too, and whether the conversation was reopened between
 * `handledSeq` and `seq`.
 */
export function findBefore({ companyId, id }: Key, seq: number, { handledSeq, brought }: Omit<Pending, "since">) {
  const own = sql`m."companyId" = ${companyId} and m."conversationId" = ${id}`;
  // What was brought stands behind what may have been said later: the last message before each seam counts.
  const seams = [seq, ...brought.map(({ after }) => after + 1)];
  return row<{ before: MessageRow["createdAt"] | null; reopened: boolean }>(sql`
    select (select max(l."createdAt") from unnest(${seams}::int[]) as t(seam) cross join lateral (
        select m."createdAt" from messages m where ${own} and m."seq" < t.seam and m."type" <> 'command'
        order by m."seq" desc limit 1) l) as "before",
      exists (select 1 from messages m where ${own} and m."seq" > ${handledSeq} and m."seq" < ${seq}
        and m."command"->>'name' = 'opened' and ${outside(brought)}) as "reopened"`);
}

type Side = { companyId: string; id: string; fromType: "visitor" | "robot" };
export type Logged = Pick<MessageRow, "text" | "attachments">;

/** What one side said up to a seq, the newest first. */
export function saidBy({ companyId, id, fromType }: Side, upTo: number, limit: number): Promise<Logged[]> {
  return rows<Logged>(sql`
    select "text", "attachments" from messages
    where "companyId" = ${companyId} and "conversationId" = ${id} and "fromType" = ${fromType} and "seq" <= ${upTo}
    order by "companyId", "conversationId", "seq" desc limit ${limit}`);
}

type Talk = { id: string; lastVisitorSeq: number };

/** The text of the visitor's last message, by conversation. */
export async function lastWordsOf(companyId: string, talks: readonly Talk[]): Promise<Map<string, string>> {
  if (talks.length === 0) return new Map();
  const ids = talks.map(({ id }) => id);
  const seqs = talks.map(({ lastVisitorSeq }) => lastVisitorSeq);
  const found = await rows<{ id: string; text: string }>(sql`
    select t.id::text, m."text" from unnest(${ids}::uuid[], ${seqs}::int[]) t(id, seq)
    join messages m on m."companyId" = ${companyId} and m."conversationId" = t.id and m."seq" = t.seq`);
  return new Map(found.map(({ id, text }) => [id, text]));
}

/** Whether the conversation was opened again after this moment. */
export async function wasOpenedSince({ companyId, id }: Key, since: Date): Promise<boolean> {
  const line = await row(sql`
    select 1 from messages where "companyId" = ${companyId} and "conversationId" = ${id}
      and "type" = 'command' and "createdAt" > ${since} and "command"->>'name' = 'opened' limit 1`);
  return line !== undefined;
}

type Line = { companyId: string; conversationId: string; name: string; at: string };

/** Whether a line of this name and time stands in the thread. */
export async function hasLine({ companyId, conversationId, name, at }: Line): Promise<boolean> {
  const line = await row(sql`
    select 1 from messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "type" = 'command' and "command"->>'name' = ${name} and "command"->'data'->>'at' = ${at} limit 1`);
  return line !== undefined;
}
