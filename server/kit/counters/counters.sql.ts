// SQL because changes are appended without a lock, and added up with what is folded in one snapshot.
import { execute, json, rows, type Sql, sql } from "#server/db/sql.ts";

/**
 * Folded counts (`key`, `count`, `amount`) and the changes not folded yet, of one list of a company, where `on` holds for
 * "key": read in one statement they are exact. Triggers write the large lists; `server/jobs/counters.ts` folds.
 */
export function countersOf(companyId: string, list: string, on: Sql): Sql {
  const where = sql`"companyId" = ${companyId} and "list" = ${list} and ${on}`;
  return sql`(select "key", "count", "amount" from list_counters where ${where}
    union all select "key", "count", "amount" from list_counter_deltas where ${where})`;
}

/** The same of all lists at once, by one key. */
export function countersOfKey(companyId: string, key: string): Sql {
  const where = sql`"companyId" = ${companyId} and "key" = ${key}`;
  return sql`(select "list", "count", "amount" from list_counters where ${where}
    union all select "list", "count", "amount" from list_counter_deltas where ${where})`;
}

/** One more of each key, so that nobody waits for another. */
export async function appendCounts(companyId: string, list: string, keys: readonly string[]): Promise<void> {
  await execute(sql`
    insert into list_counter_deltas ("companyId", "list", "key", "count")
    select ${companyId}::uuid, ${list}, k, count(*)::int
    from jsonb_array_elements_text(${json(keys)}::jsonb) k group by k`);
}

export type Counted = { event: string; node: string; count: number };

/** Of keys `day|event|node`, days from `from` to `to`, both included. */
export function countedBetween(companyId: string, list: string, from: string, to: string): Promise<Counted[]> {
  const within = sql`"key" collate "C" >= ${from} and "key" collate "C" < ${`${to}~`}`;
  return rows<Counted>(sql`
    select split_part("key", '|', 2) as "event", split_part("key", '|', 3) as "node", sum("count")::int as "count"
    from ${countersOf(companyId, list, within)} c group by 1, 2`);
}
