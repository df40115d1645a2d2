// SQL because counters and their changes are added up in one snapshot.
import { row, sql } from "#server/db/sql.ts";
import { countersOfKey } from "#server/kit/counters/counters.sql.ts";

export type Usage = { leads: number; conversations: number; channels: number; users: number; storage: number };

/** Exact, and cheap at any size: the large ones are kept by counters. */
export async function usageOf(companyId: string): Promise<Usage> {
  const found = await row<Usage>(sql`
    with counted as (
      select n."list", coalesce(sum(n."count"), 0)::int8 as "count", coalesce(sum(n."amount"), 0)::float8 as "amount"
      from ${countersOfKey(companyId, "all")} n group by n."list")
    select coalesce((select "count" from counted where "list" = 'contacts'), 0)::int8 as "leads",
      coalesce((select "count" from counted where "list" = 'conversations'), 0)::int8 as "conversations",
      coalesce((select "amount" from counted where "list" = 'uploads'), 0) as "storage",
      (select count(*) from channels where "companyId" = ${companyId} and "deletedAt" is null) as "channels",
      (select count(*) from users where "companyId" = ${companyId} and "active") as "users"`);
  return found ?? { leads: 0, conversations: 0, channels: 0, users: 0, storage: 0 };
}
