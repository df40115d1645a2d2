import { isLost } from "./errors.ts";
import { currentClient } from "./pool.ts";

/** Runs `work` inside the open transaction so that its failure takes back only what it did. */
export async function inSavepoint<T>(work: () => Promise<T>): Promise<T> {
  const client = currentClient();
  if (!client) throw new Error("a savepoint needs an open transaction");
  await client.query("SAVEPOINT part");
  try {
    const result = await work();
    await client.query("RELEASE SAVEPOINT part");
    return result;
  } catch (error) {
    if (!isLost(error)) await client.query("ROLLBACK TO SAVEPOINT part");
    throw error;
  }
}
