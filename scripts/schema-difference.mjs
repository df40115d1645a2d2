// What `npm run migration` runs with the pinned Node, which reads TypeScript.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startDatabase } from "../server/db/embedded.ts";
import { prismaFolder, readMigrations } from "../server/db/migrate.ts";
import { noFilter, withEngine } from "../server/db/schema-engine.ts";

const name = process.argv[2] ?? "";
const checking = name === "--check";
if (!checking && !/^[a-z][a-z0-9_]{2,60}$/.test(name)) {
  console.error("usage: npm run migration -- NAME (lower case, digits and underscores)");
  process.exit(2);
}

/**
 * Indexes and constraints that Prisma cannot express are written in migrations by hand; the engine would drop them. What
 * Prisma made stands in the migrations in quotes.
 * @param {string} sql
 * @param {string} history
 */
function withoutHandMade(sql, history) {
  const isHandMade = (/** @type {string} */ name) => !new RegExp(`(?:INDEX|CONSTRAINT) "${name}"`).test(history);
  const drop = /-- Drop(?:Index|ForeignKey)\n(?:DROP INDEX|ALTER TABLE "\w+" DROP CONSTRAINT) "(\w+)";\n\n?/g;
  return sql.replaceAll(drop, (statement, /** @type {string} */ name) => (isHandMade(name) ? "" : statement));
}

/** @param {import("@prisma/schema-engine-wasm").MigrationList} migrations */
function textOf(migrations) {
  return migrations.migrationDirectories.map((one) => one.migrationFile.content.value).join("\n");
}

const schemaFolder = path.join(prismaFolder, "schema");
const migrationsFolder = path.join(prismaFolder, "migrations");
const files = fs
  .readdirSync(schemaFolder)
  .filter((file) => file.endsWith(".prisma"))
  .sort()
  .map((file) => ({
    path: path.join(schemaFolder, file),
    content: fs.readFileSync(path.join(schemaFolder, file), "utf8"),
  }));

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-migration-"));
const database = await startDatabase({ dataDir, throwaway: true });
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
try {
  const migrations = readMigrations(migrationsFolder);
  /** @type {import("@prisma/schema-engine-wasm").DiffTarget} */
  const from = migrations.migrationDirectories.length ? { tag: "migrations", ...migrations } : { tag: "empty" };
  /** @type {import("@prisma/schema-engine-wasm").DiffTarget} */
  const to = { tag: "schemaDatamodel", files };
  const { stdout } = await withEngine(pool, database.url, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters: noFilter }),
  );
  const sql = withoutHandMade(stdout ?? "", textOf(migrations));
  if (!/^(?!--)\S/m.test(sql)) {
    console.log("The migrations make this schema.");
  } else if (checking) {
    console.log(`The migrations do not make the schema:\n${sql}`);
    process.exitCode = 1;
  } else {
    const stamp = new Date()
      .toISOString()
      .replaceAll(/[^0-9]/g, "")
      .slice(0, 14);
    const folder = path.join(migrationsFolder, `${stamp}_${name}`);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "migration.sql"), sql);
    const lock = path.join(migrationsFolder, "migration_lock.toml");
    if (!fs.existsSync(lock)) fs.writeFileSync(lock, 'provider = "postgresql"\n');
    console.log(path.relative(process.cwd(), path.join(folder, "migration.sql")));
  }
} finally {
  await pool.end();
  await database.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}

// The engine leaves timers behind.
process.exit();
