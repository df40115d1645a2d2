import { setTimeout as sleep } from "node:timers/promises";
import { shifted } from "#server/base/clock.ts";
import { rows, sql } from "./sql.ts";

type Open = { at: number; xid: string | null; since: number | null };

const patienceMs = 1000;
/** Longer than any transaction may take (pool.ts); used where the server does not say when a transaction began. */
const longestMs = 60_000;

/** Reads the clock, then the writers: a transaction that is not among them will write times later than `at`. */
function look(): Promise<Open[]> {
  return rows<Open>(sql`
    select extract(epoch from statement_timestamp()) * 1000 as "at", w."xid",
      extract(epoch from w."since") * 1000 as "since"
    from (select 1) one left join parley_open_writes() w on true`);
}

/**
 * The latest time up to which all writes are visible, so that a client that continues from the latest time it has seen
 * misses no late commit. Waits at most a second for the present writers; one that takes longer holds back only what is
 * newer than itself.
 */
export async function settledUntil(): Promise<Date> {
  const first = await look();
  const at = first[0]?.at ?? 0;
  const waited = new Set(first.flatMap(({ xid }) => (xid === null ? [] : [xid])));
  let open = first.filter(({ xid }) => xid !== null);
  for (let waitedMs = 0, pause = 2; open.length > 0 && waitedMs < patienceMs; pause = Math.min(pause * 2, 50)) {
    await sleep(pause);
    waitedMs += pause;
    open = (await look()).filter(({ xid }) => xid !== null && waited.has(xid));
  }
  const earliest = open.map(({ since }) => since ?? at - longestMs);
  return shifted(Math.floor(Math.min(at, ...earliest)));
}

/** A list by `updatedSince` ends where all is settled; other lists show what there is. */
export async function settledFilters<Filters extends { updatedSince?: Date | undefined }>(
  filters: Filters,
): Promise<Filters & { settledUntil?: Date }> {
  return filters.updatedSince ? { ...filters, settledUntil: await settledUntil() } : filters;
}
