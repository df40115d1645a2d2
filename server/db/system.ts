import type pg from "pg";
import { CheckedPool } from "./connections.ts";
import { isLost } from "./errors.ts";
import { inScope, poolConfig, systemRole } from "./pool.ts";

let pool: CheckedPool | undefined;
let address: string | undefined;

/**
 * The door past row level security. It finds the company from a token, session or channel id and serves the relay,
 * migrations and seeds; system-importers.json lists who may import it.
 */
export function openSystemPool(url: string, max = 6): void {
  address = url;
  pool = new CheckedPool(poolConfig(url, systemRole, max), "a database connection failed");
}

export function systemPool(): pg.Pool {
  if (!pool) throw new Error("the system pool is not open");
  return pool;
}

/** The database that it leads to. */
export function systemUrl(): string {
  if (!pool || !address) throw new Error("the system pool is not open");
  return address;
}

/**
 * Runs `work` in one transaction of one company past row level security: for what row level security cannot begin, a
 * company itself. Every statement names its company.
 */
export async function inSystemTransaction<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  const client = await systemPool().connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await inScope({ companyId, client }, work);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    if (isLost(error)) broken = error;
    else
      await client.query("ROLLBACK").catch((cause: Error) => {
        broken = cause;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

export async function closeSystemPool(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}
