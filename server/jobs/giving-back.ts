import type pg from "pg";

/** Held until all is done: a job whose key is being given to a newer one waits, and finds this one as it will stay. */
const hold = `select from graphile_worker._private_jobs where locked_by = any($1::text[]) order by id for update`;

/** A job whose key went to a newer job while it ran counts as tried for the last time, and would never run again. */
const removeReplaced = `
  delete from graphile_worker._private_jobs where locked_by = any($1::text[])
    and key is null and attempts >= max_attempts and last_error is null`;

/** The library counts a try when it begins: one that never failed and was only cut off has another one. */
const allowAnother = `
  update graphile_worker._private_jobs set attempts = max_attempts - 1 where locked_by = any($1::text[])
    and key is not null and attempts >= max_attempts and last_error is null`;

const unlock = "select graphile_worker.force_unlock_workers($1::text[])";

/** Gives back the jobs that dead pools hold: the library itself would wait four hours. `pool` may see the job tables. */
export async function giveBack(pool: pg.Pool, dead: readonly string[]): Promise<void> {
  const client = await pool.connect();
  let fault: unknown;
  try {
    await client.query("begin");
    for (const statement of [hold, removeReplaced, allowAnother, unlock]) await client.query(statement, [dead]);
    await client.query("commit");
  } catch (error) {
    fault = error;
    throw error;
  } finally {
    // A connection with a transaction half done is of no further use.
    client.release(fault !== undefined);
  }
}
