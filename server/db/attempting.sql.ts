// SQL because Prisma has no word for savepoints.
import { AppError } from "#server/base/errors.ts";
import { mapDatabaseError } from "./errors.ts";
import { execute, sql } from "./sql.ts";

/**
 * Runs part of a transaction so that a refusal takes back only that part, and is answered instead of thrown. Faults of
 * ours are thrown: the transaction ends with them.
 */
export async function attempt<T>(work: () => Promise<T>): Promise<T | AppError> {
  await execute(sql`savepoint attempt`);
  try {
    const done = await work();
    await execute(sql`release savepoint attempt`);
    return done;
  } catch (error) {
    const known = mapDatabaseError(error);
    if (!(known instanceof AppError) || known.status >= 500) throw error;
    await execute(sql`rollback to savepoint attempt`);
    return known;
  }
}
