import type pg from "pg";
import { second } from "#server/base/clock.ts";
import { relayedEvents } from "#server/base/measures.ts";
import { isTracing, noteSpan } from "#server/base/tracing.ts";
import { type Consumer, globalPosition, payloadOf, type RelayedEvent } from "#server/kit/relay/consumer.ts";

export const batchSize = 500;

/**
 * Takes the events not relayed yet, in the order they were inserted, and gives each its place in its company and among
 * all. Selects by status, never by "id greater than the last": late commits are taken in a later round.
 */
const assign = {
  name: "relay_assign",
  text: `
    with fresh as materialized (
      select "companyId", "id", "ordinal" from events
      where "position" is null and "ordinal" > $1 order by "ordinal" limit ${batchSize}
    ), placed as (
      select "companyId", "id",
        row_number() over (order by "ordinal") as n, count(*) over () as total,
        row_number() over (partition by "companyId" order by "ordinal") as k,
        count(*) over (partition by "companyId") as of_company
      from fresh
    ), advanced as (
      insert into event_positions as p ("companyId", "position")
      select "companyId", count(*) from fresh group by "companyId"
      union all select '${globalPosition}'::uuid, count(*) from fresh having count(*) > 0
      order by 1
      on conflict ("companyId") do update set "position" = p."position" + excluded."position"
      returning "companyId", "position"
    )
    update events e set "seq" = c."position" - p.of_company + p.k, "position" = g."position" - p.total + p.n
    from placed p
    join advanced c on c."companyId" = p."companyId"
    join advanced g on g."companyId" = '${globalPosition}'::uuid
    where e."companyId" = p."companyId" and e."id" = p."id"
    returning e.*, (select m."fromType" from messages m
      where m."companyId" = e."companyId" and m."id" = e."messageId") as "messageFrom",
      exists (select 1 from messages m where m."companyId" = e."companyId" and m."id" = e."messageId"
        and m."status" = 'queued' and m."template" is null) as "toSend",
      e."type" = 'conversation/message' and coalesce(parley_bot_hears(e."companyId", e."conversationId"), false) as "botHears"`,
};

const addJobs = {
  name: "relay_jobs",
  text: `
    select count(*) from graphile_worker.add_jobs((
      select array_agg((j."task", j."payload", null, null, j."maxAttempts", null, j."priority", null)::graphile_worker.job_spec
        order by j."n")
      from jsonb_to_recordset($1::jsonb) as j("n" int, "task" text, "payload" json, "maxAttempts" smallint, "priority" smallint)
    ))`,
};

type OrdinalEvent = RelayedEvent & { ordinal: number };

/**
 * Live jobs of one company that go first, and how many more with each second: those beyond stand behind what the others
 * wait for, because jobs of a priority run in the order in which they came, whatever company they are of.
 */
const share = { atOnce: 100, perSecond: 25 };
/** A surge is forgotten a minute after its end. */
const mostOwed = share.atOnce + 60 * share.perSecond;
const keptMost = 10_000;
const taken = new Map<string, { jobs: number; at: number }>();

/** Whether this job is beyond its company's share; it counts. */
function isBeyondShare(companyId: string, at: number): boolean {
  const before = taken.get(companyId) ?? { jobs: 0, at };
  const left = Math.max(0, before.jobs - ((at - before.at) * share.perSecond) / second);
  const jobs = Math.min(mostOwed, left + 1);
  if (taken.size >= keptMost) taken.clear();
  taken.set(companyId, { jobs, at });
  return jobs > share.atOnce;
}

/** The jobs that these events mean. Lower priorities run first; those below 0 are live answers. */
export function jobsOf(events: readonly RelayedEvent[], consumers: readonly Consumer[], at = Date.now()) {
  return events.flatMap((event) =>
    consumers
      .filter((consumer) => consumer.wants(event))
      .map(({ task, maxAttempts = 10, priority: own = 0 }) => {
        const priority = own < 0 && isBeyondShare(event.companyId, at) ? own + 1 : own;
        return { task, maxAttempts, priority, payload: payloadOf(event) };
      }),
  );
}

/** Each event's part of the round, in its own trace. */
function noteRelayed(events: readonly OrdinalEvent[], startedAt: number): void {
  for (const { id, type, trace: parent, seq } of events) {
    const attributes = { "parley.event.id": id, "parley.event.seq": seq };
    if (parent) noteSpan({ name: `relay ${type}`, kind: "CONSUMER", parent, attributes, startedAt });
  }
}

/**
 * One round, in one transaction: places and jobs are committed together or not at all.
 * `client` holds the leader's lock, so whoever loses the lock loses the transaction with it.
 */
export async function runRound(
  client: pg.Client,
  consumers: readonly Consumer[],
  floor: number,
): Promise<OrdinalEvent[]> {
  const startedAt = Date.now();
  await client.query("begin");
  try {
    const { rows } = await client.query<OrdinalEvent>({ ...assign, values: [floor] });
    rows.sort((a, b) => a.position - b.position);
    const jobs = jobsOf(rows, consumers);
    if (jobs.length > 0) {
      await client.query({ ...addJobs, values: [JSON.stringify(jobs.map((job, n) => ({ n, ...job })))] });
    }
    await client.query("commit");
    relayedEvents.inc(rows.length);
    if (isTracing()) noteRelayed(rows, startedAt);
    return rows;
  } catch (error) {
    // Where the connection is gone, so is its transaction; the fault that led here is told.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
