import { fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import pg from "pg";

export const prismaFolder = path.join(import.meta.dirname, "../../prisma");

const migrationsFolder = path.join(prismaFolder, "migrations");

/**
 * Applies the missing migrations and returns their names. The engine runs in a program of its own: it is large, rarely
 * needed, and leaves timers and memory behind.
 */
export async function applyMigrations(url: string, folder = migrationsFolder): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    if (await isCurrent(pool, readMigrations(folder))) return [];
  } finally {
    await pool.end();
  }
  return inProgram(url, folder);
}

type Told = { names: string[] } | { fault: string; state?: string };

/** A migration that failed, with the SQLSTATE of what the database answered. */
export class MigrationFault extends Error {
  readonly state: string | undefined;

  constructor(message: string, state?: string) {
    super(message);
    this.state = state;
  }
}

function inProgram(url: string, folder: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, "migration-program.ts"), {
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    let told: Told | undefined;
    child.once("message", (message) => {
      told = message as Told;
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (told && "names" in told) resolve(told.names);
      else if (told) reject(new MigrationFault(told.fault, told.state));
      else reject(new Error(`the migration's program ended with ${signal ?? code}`));
    });
    child.send({ url, folder });
  });
}

/** The database holds what this version does not know: it could write what the newer one cannot read. */
export class NewerDatabase extends Error {}

/** Every migration of the folder is recorded as finished, and no other one. */
export async function isCurrent(pool: pg.Pool, list: MigrationList): Promise<boolean> {
  const { rows } = await pool.query<{ found: string | null }>(
    "select to_regclass('_prisma_migrations')::text as found",
  );
  if (!rows[0]?.found) return false;
  const recorded = await pool.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const names = new Set(recorded.rows.map((row) => row.name));
  const own = new Set(list.migrationDirectories.map((one) => one.path));
  const unknown = [...names].filter((name) => !own.has(name)).sort();
  if (unknown.length > 0)
    throw new NewerDatabase(
      `The database is of a newer version of Parley (${unknown.at(-1)}), and nothing was changed: start that one, or restore a backup of this version.`,
    );
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
