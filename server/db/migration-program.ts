import pg from "pg";
import { z } from "zod";
import { stateOf } from "./errors.ts";
import { isCurrent, readMigrations } from "./migrate.ts";
import { noFilter, withEngine } from "./schema-engine.ts";

/** One lock key for all migrations: instances that start together take turns. */
const advisoryLock = 7_275_391;

/** All of it happens in one transaction: a process killed half-way leaves no half-applied migration behind. */
async function migrate(url: string, folder: string): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    application_name: "parley migrations",
  });
  try {
    await pool.query("begin");
    await pool.query("select pg_advisory_xact_lock($1)", [advisoryLock]);
    const migrationsList = readMigrations(folder);
    if (await isCurrent(pool, migrationsList)) return [];
    // Who may make no tables hears it from the database: the engine keeps no code of what its own statements met.
    await pool.query("savepoint tried; create table public.parley_tried (); rollback to savepoint tried");
    const applied = await withEngine(pool, url, (engine) =>
      engine.applyMigrations({ migrationsList, filters: noFilter }),
    );
    await pool.query("commit");
    return applied.appliedMigrationNames;
  } finally {
    // After the commit there is nothing to take back; where the connection is gone, so is its transaction.
    await pool.query("rollback").catch(() => undefined);
    await pool.end();
  }
}

const orderSchema = z.object({ url: z.string(), folder: z.string() });

// Whoever is told to stop is the process that waits for this; without it, what has been done is taken back.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit(1));

process.once("message", (order) => {
  const { url, folder } = orderSchema.parse(order);
  migrate(url, folder).then(
    (names) => process.send?.({ names }, () => process.exit(0)),
    (error: unknown) => {
      const fault = error instanceof Error ? error.message : String(error);
      process.send?.({ fault, state: stateOf(error) }, () => process.exit(1));
    },
  );
});
