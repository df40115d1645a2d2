// SQL because steps are appended in one statement, and added up in one snapshot.
import { execute, json, rows, sql } from "#server/db/sql.ts";

/** Appended like the lists' totals, so that no turn waits for another. */
export async function appendCounts(companyId: string, list: string, keys: readonly string[]): Promise<void> {
  await execute(sql`
    insert into list_counter_deltas ("companyId", "list", "key", "count")
    select ${companyId}::uuid, ${list}, k, count(*)::int
    from jsonb_array_elements_text(${json(keys)}::jsonb) k group by k`);
}

export type Counted = { event: string; node: string; count: number };

/** Of keys `day|event|node`, days from `from` to `to`, both included. */
export function countsOf(companyId: string, list: string, from: string, to: string): Promise<Counted[]> {
  const within = sql`"companyId" = ${companyId} and "list" = ${list}
    and "key" collate "C" >= ${from} and "key" collate "C" < ${`${to}~`}`;
  return rows<Counted>(sql`
    select split_part("key", '|', 2) as "event", split_part("key", '|', 3) as "node", sum("count")::int as "count" from (
      select "key", "count" from list_counters where ${within}
      union all select "key", "count" from list_counter_deltas where ${within}) c
    group by 1, 2`);
}
