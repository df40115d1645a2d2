import pg from "pg";
import { log } from "#server/core/log.ts";
import { poolConfig, systemRole } from "./pool.ts";

let pool: pg.Pool | undefined;

/**
 * The door past row level security. It finds the company from a token, session or channel id and serves the relay,
 * migrations and seeds; architecture.test.ts lists who may import it.
 */
export function openSystemPool(url: string, max = 6): void {
  pool = new pg.Pool(poolConfig(url, systemRole, max));
  pool.on("error", (error) => log.warn({ error }, "an idle database connection failed"));
}

export function systemPool(): pg.Pool {
  if (!pool) throw new Error("the system pool is not open");
  return pool;
}

export async function closeSystemPool(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.end();
}
