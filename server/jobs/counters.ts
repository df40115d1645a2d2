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
      returning "companyId", "list", "key", "count" = 0 and "amount" = 0 as "empty"
    )
    select (select count(*)::int from taken) as "taken",
      (select json_agg(json_build_object('companyId', "companyId", 'list', "list", 'key', "key")) from folded where "empty")
        as "empty"`,
};

/** Counters that have come to nothing go, unless they count again meanwhile: readers add up all keys of a company. */
const clear = `
  delete from list_counters c using json_to_recordset($1::json) as e("companyId" uuid, "list" text, "key" text)
  where c."companyId" = e."companyId" and c."list" = e."list" and c."key" = e."key" and c."count" = 0 and c."amount" = 0`;

/** Folds until nothing is left; returns how many changes it folded. */
export async function foldCounters(): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await systemPool().query<{ taken: number; empty: object[] | null }>(fold);
    const { taken = 0, empty } = rows[0] ?? {};
    if (empty) await systemPool().query(clear, [JSON.stringify(empty)]);
    total += taken;
    if (taken < batch) return total;
  }
}
