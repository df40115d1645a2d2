import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { log } from "#server/base/log.ts";
import { prismaFolder, readMigrations } from "#server/db/migrate.ts";
import { noFilter, withEngine } from "#server/db/schema-engine.ts";

/** Works with a folder of these migrations alone. */
export async function withMigrations<T>(names: readonly string[], work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "parley-migrations-"));
  try {
    for (const name of names)
      await fs.cp(path.join(prismaFolder, "migrations", name), path.join(folder, name), { recursive: true });
    return await work(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/**
 * A schema of a later version makes room for the one of the backup, in the transaction that the pool's only connection
 * has begun: where the restore fails after it, or is killed, all that was there is there.
 */
export async function remakeSchema(pool: pg.Pool, url: string, names: readonly string[]): Promise<void> {
  log.warn("the database is of a later version: its schema is made anew");
  // One statement with the beginning: on a connection that has been lost between, it would not be taken back.
  await pool.query(
    `begin; drop schema if exists graphile_worker cascade; drop schema public cascade;
     create schema public; grant usage on schema public to public`,
  );
  await withMigrations(names, (folder) =>
    withEngine(pool, url, (engine) =>
      engine.applyMigrations({ migrationsList: readMigrations(folder), filters: noFilter }),
    ),
  );
}
