import { systemPool } from "#server/db/system.ts";

const batch = 5000;

/**
 * Adds the noted changes of the lists' totals to the counters. One statement: a reader that sums both tables in one
 * statement of its own sees each change either noted or folded, never twice and never not at all.
 */
const fold = {
  name: "fold_counters",
  text: `
    with taken as (
      delete from list_counter_deltas where "id" in (
        select "id" from list_counter_deltas order by "id" limit ${batch} for update skip locked)
      returning "companyId", "list", "key", "count", "amount"
    ), folded as (
      insert into list_counters as c ("companyId", "list", "key", "count", "amount")
      select "companyId", "list", "key", sum("count"), sum("amount") from taken
      group by "companyId", "list", "key" order by "companyId", "list", "key"
      on conflict ("companyId", "list", "key")
        do update set "count" = c."count" + excluded."count", "amount" = c."amount" + excluded."amount"
    )
    select count(*)::int as taken from taken`,
};

/** Folds until nothing is left; returns how many changes it folded. */
export async function foldCounters(): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await systemPool().query<{ taken: number }>(fold);
    const taken = rows[0]?.taken ?? 0;
    total += taken;
    if (taken < batch) return total;
  }
}
