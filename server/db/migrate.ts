import fs from "node:fs";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import { type MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";

export const prismaFolder = path.join(import.meta.dirname, "../../prisma");

/** One key for everybody who migrates: instances that start together take turns. */
const advisoryLock = 7_275_391;

export const noFilter = { externalTables: [], externalEnums: [] };

/**
 * Applies what is missing of prisma/migrations and answers the names. All of it happens in one transaction, so a process
 * killed half-way leaves no half-applied migration behind.
 */
export async function applyMigrations(url: string, folder = path.join(prismaFolder, "migrations")): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, application_name: "parley migrations" });
  try {
    await pool.query("begin");
    await pool.query("select pg_advisory_xact_lock($1)", [advisoryLock]);
    const migrationsList = readMigrations(folder);
    if (await isCurrent(pool, migrationsList)) return [];
    const applied = await withEngine(pool, url, (engine) => engine.applyMigrations({ migrationsList, filters: noFilter }));
    await pool.query("commit");
    return applied.appliedMigrationNames;
  } catch (error) {
    await pool.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    await pool.end();
  }
}

/** Spares a warm start the engine: every migration of the folder is recorded as finished, and no other. */
async function isCurrent(pool: pg.Pool, list: MigrationList): Promise<boolean> {
  const { rows } = await pool.query<{ found: string | null }>("select to_regclass('_prisma_migrations')::text as found");
  if (!rows[0]?.found) return false;
  const recorded = await pool.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const names = recorded.rows.map((row) => row.name);
  return names.length === list.migrationDirectories.length && list.migrationDirectories.every((one) => names.includes(one.path));
}

export function readMigrations(folder: string): MigrationList {
  const names = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((name) => fs.existsSync(path.join(folder, name, "migration.sql"))).sort()
    : [];
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: fs.readFileSync(path.join(folder, name, "migration.sql"), "utf8") } },
    })),
  };
}

/** Prisma's own migration engine, compiled to WebAssembly, over this pool. */
export async function withEngine<T>(pool: pg.Pool, url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  let failure: unknown;
  const adapter = adapterFor(pool, url, (error) => {
    failure ??= error;
  });
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, bindMigrationAwareSqlAdapterFactory(adapter));
  try {
    return await work(engine);
  } catch (error) {
    throw failure ? new Error(`The migration failed: ${String(failure)}`, { cause: failure }) : error;
  } finally {
    engine.free();
  }
}

/** The official adapter, repaired where the engine needs it. */
function adapterFor(pool: pg.Pool, url: string, onFailure: (error: unknown) => void): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => repaired(await factory.connect(), pool, onFailure),
    connectToShadowDb: async () => shadow(pool, url, onFailure),
  };
}

/** An empty database beside the real one, to replay the migrations in; dropped when the engine is done with it. */
async function shadow(pool: pg.Pool, url: string, onFailure: (error: unknown) => void): Promise<SqlDriverAdapter> {
  const name = `parley_shadow_${process.pid}_${Date.now()}`;
  await pool.query(`create database "${name}"`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  const own = new pg.Pool({ connectionString: address.href, max: 1 });
  const adapter = repaired(await new PrismaPg(own).connect(), own, onFailure);
  adapter.dispose = async () => {
    await own.end();
    await pool.query(`drop database "${name}" with (force)`);
  };
  return adapter;
}

/**
 * Two repairs: scripts go to the server whole (the adapter cuts them at every semicolon, which breaks functions and DO
 * blocks), and the catalogue's one-byte "char" is understood (the adapter refuses it).
 */
function repaired(adapter: SqlDriverAdapter, pool: pg.Pool, onFailure: (error: unknown) => void): SqlDriverAdapter {
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      onFailure(error);
      throw new DriverAdapterError({ kind: "postgres", code: codeOf(error), severity: "ERROR", message: String(error), detail: undefined, column: undefined, hint: undefined });
    }
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    try {
      return await queryRaw(query);
    } catch (error) {
      if (!(error instanceof DriverAdapterError) || error.cause.kind !== "UnsupportedNativeDataType") throw error;
      return withCharacters(pool, query, queryRaw);
    }
  };
  return adapter;
}

const characterType = 18;

/** Runs the query with its "char" columns as text, then tells the engine what they were. */
async function withCharacters(pool: pg.Pool, query: SqlQuery, queryRaw: SqlDriverAdapter["queryRaw"]): Promise<SqlResultSet> {
  const { fields } = await pool.query({ text: query.sql, values: query.args, rowMode: "array" });
  const columns = fields.map((field, index) => `c${index}${field.dataTypeID === characterType ? "::text" : ""}`);
  const names = fields.map((_, index) => `c${index}`);
  const result = await queryRaw({ ...query, sql: `select ${columns.join(", ")} from (${query.sql.trim().replace(/;$/, "")}) as q(${names.join(", ")})` });
  return {
    ...result,
    columnNames: fields.map((field) => field.name),
    columnTypes: result.columnTypes.map((type, index) => (fields[index]?.dataTypeID === characterType ? ColumnTypeEnum.Character : type)),
  };
}

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? "XX000") : "08000";
}
