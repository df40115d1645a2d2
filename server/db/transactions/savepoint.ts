import { AppError } from "#server/base/errors.ts";
import { isLost, mapDatabaseError } from "../errors.ts";
import { currentClient, discardingOnFailure } from "../pool.ts";

/** Runs `work` inside the open transaction so that its failure takes back only what it did. */
export async function inSavepoint<T>(work: () => Promise<T>): Promise<T> {
  const client = currentClient();
  if (!client) throw new Error("a savepoint needs an open transaction");
  await client.query("SAVEPOINT part");
  try {
    const result = await discardingOnFailure(work);
    await client.query("RELEASE SAVEPOINT part");
    return result;
  } catch (error) {
    if (!isLost(error)) await client.query("ROLLBACK TO SAVEPOINT part");
    throw error;
  }
}

/** The same where a refusal is an answer: it is answered instead of thrown. Faults of ours are thrown. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await inSavepoint(work);
  } catch (error) {
    const known = mapDatabaseError(error);
    if (!(known instanceof AppError) || known.status >= 500) throw error;
    return known;
  }
}
