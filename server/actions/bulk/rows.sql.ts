// SQL because rows come from the list's own conditions, are taken under locks, and are counted by their outcome.

import type { ListFilters } from "#server/conversations/list/filtering.sql.ts";
import { matching } from "#server/conversations/list/matching.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { BulkJob, BulkRow } from "#server/db/generated/client.ts";
import { empty, execute, json, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { RowOutcome } from "../choices.ts";

type Key = Pick<BulkJob, "companyId" | "id">;
export type Taken = Pick<BulkRow, "position" | "conversationId" | "was" | "left">;
export type Done = Pick<BulkRow, "position" | "outcome" | "status" | "actions" | "was" | "left">;
export type ShownRow = Pick<BulkRow, "position" | "conversationId" | "outcome" | "status" | "actions">;

const ofJob = ({ companyId, id }: Key) => sql`"companyId" = ${companyId} and "jobId" = ${id}`;

/** The rows of the ids, in their order. */
export async function addIds({ companyId, id }: Key, ids: readonly string[]): Promise<number> {
  return execute(sql`
    insert into bulk_rows ("companyId", "jobId", "position", "conversationId")
    select ${companyId}, ${id}, g."place", g."id" from unnest(${ids}::text[]) with ordinality g("id", "place")`);
}

/**
 * The rows of all that the filters find now, and how many these are; what comes to match later is not among them. None is
 * written where more than `most` are found.
 */
export async function addMatching({ companyId, id }: Key, actor: Actor, filters: ListFilters, most: number) {
  const counted = await row<{ total: number }>(sql`
    with found as materialized (${matching(actor, filters)}), counted as materialized (select count(*) as "total" from found),
    added as (
      insert into bulk_rows ("companyId", "jobId", "position", "conversationId")
      select ${companyId}, ${id}, m."place", m."id"::text from found m where (select "total" from counted) <= ${most})
    select "total" from counted`);
  return counted?.total ?? 0;
}

/** The rows of another job that changed something, with what they changed. */
export async function addChanged({ companyId, id }: Key, of: string): Promise<number> {
  return execute(sql`
    insert into bulk_rows ("companyId", "jobId", "position", "conversationId", "was", "left")
    select "companyId", ${id}, row_number() over (order by "position"), "conversationId", "was", "left" from bulk_rows
    where "companyId" = ${companyId} and "jobId" = ${of} and "was" is not null`);
}

/** The next rows that wait, held until the transaction ends: who else works on the job takes others. */
export function takeWaiting(key: Key, atMost: number): Promise<Taken[]> {
  return rows<Taken>(sql`
    select "position", "conversationId", "was", "left" from bulk_rows where ${ofJob(key)} and "outcome" = 'waiting'
    order by "position" limit ${atMost} for update skip locked`);
}

export async function markRow(key: Key, done: Done): Promise<void> {
  const kept = (value: unknown) => (value === null ? null : json(value));
  await execute(sql`
    update bulk_rows set "outcome" = ${done.outcome}, "status" = ${done.status}, "actions" = ${json(done.actions)}::jsonb,
      "was" = ${kept(done.was)}::jsonb, "left" = ${kept(done.left)}::jsonb
    where ${ofJob(key)} and "position" = ${done.position}`);
}

/** Waits for the row that is being done, and cancels all others. */
export async function cancelWaiting(key: Key): Promise<number> {
  return execute(sql`update bulk_rows set "outcome" = 'cancelled' where ${ofJob(key)} and "outcome" = 'waiting'`);
}

/** How many rows there are of each outcome, and how many changed something. */
export async function countRows(key: Key): Promise<Record<RowOutcome | "changed", number>> {
  const found = await rows<{ outcome: RowOutcome; count: number; changed: number }>(sql`
    select "outcome", count(*) as "count", count("was") as "changed" from bulk_rows where ${ofJob(key)} group by "outcome"`);
  const counts = { waiting: 0, done: 0, skipped: 0, failed: 0, cancelled: 0, changed: 0 };
  for (const { outcome, count, changed } of found) {
    counts[outcome] = count;
    counts.changed += changed;
  }
  return counts;
}

/** A page of the rows, in their order. */
export function pageOfRows(key: Key, after: number | null, skip: number, take: number): Promise<ShownRow[]> {
  const beyond: Sql = after === null ? empty : sql` and "position" > ${after}`;
  return rows<ShownRow>(sql`
    select "position", "conversationId", "outcome", "status", "actions" from bulk_rows
    where ${ofJob(key)}${beyond} order by "position" offset ${skip} limit ${take}`);
}
