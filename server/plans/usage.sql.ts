// SQL because counters and their changes are added up in one snapshot.
import { row, sql } from "#server/db/sql.ts";

export type Usage = { leads: number; conversations: number; channels: number; users: number };

/** Exact, and cheap at any size: the large ones are kept by counters. */
export async function usageOf(companyId: string): Promise<Usage> {
  const found = await row<Usage>(sql`
    with counted as (
      select n."list", coalesce(sum(n."count"), 0)::int8 as "count" from (
        select "list", "count" from list_counters where "companyId" = ${companyId} and "key" = 'all'
        union all
        select "list", "count" from list_counter_deltas where "companyId" = ${companyId} and "key" = 'all'
      ) n group by n."list")
    select coalesce((select "count" from counted where "list" = 'contacts'), 0)::int8 as "leads",
      coalesce((select "count" from counted where "list" = 'conversations'), 0)::int8 as "conversations",
      (select count(*) from channels where "companyId" = ${companyId} and "deletedAt" is null) as "channels",
      (select count(*) from users where "companyId" = ${companyId} and "active") as "users"`);
  return found ?? { leads: 0, conversations: 0, channels: 0, users: 0 };
}
