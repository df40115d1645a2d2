import fs from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import pg from "pg";

export const prismaFolder = path.join(import.meta.dirname, "../../prisma");

const migrationsFolder = path.join(prismaFolder, "migrations");

/**
 * Applies the missing migrations and returns their names. The engine runs in a thread of its own: it is large, rarely
 * needed, and leaves timers behind.
 */
export async function applyMigrations(url: string, folder = migrationsFolder): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    if (await isCurrent(pool, readMigrations(folder))) return [];
  } finally {
    await pool.end();
  }
  return inThread(url, folder);
}

function inThread(url: string, folder: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./migration-thread.ts", import.meta.url), {
      workerData: { url, folder },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    // Under --watch Node sends messages of its own first.
    worker.on("message", (names: unknown) => {
      if (!Array.isArray(names)) return;
      resolve(names);
      worker.terminate().catch(reject);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the migration thread ended with ${code}`)));
  });
}

/** Every migration of the folder is recorded as finished. */
export async function isCurrent(pool: pg.Pool, list: MigrationList): Promise<boolean> {
  const { rows } = await pool.query<{ found: string | null }>(
    "select to_regclass('_prisma_migrations')::text as found",
  );
  if (!rows[0]?.found) return false;
  const recorded = await pool.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const names = new Set(recorded.rows.map((row) => row.name));
  return list.migrationDirectories.every((one) => names.has(one.path));
}

export function readMigrations(folder = migrationsFolder): MigrationList {
  const scriptOf = (name: string) => path.join(folder, name, "migration.sql");
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => fs.existsSync(scriptOf(name))) : [];
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: names.sort().map((name) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: fs.readFileSync(scriptOf(name), "utf8") } },
    })),
  };
}
