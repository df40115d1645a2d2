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
import { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";

export const noFilter = { externalTables: [], externalEnums: [] };

type Fail = (error: unknown) => void;

/** Prisma's own migration engine, compiled to WebAssembly, over this pool. */
export async function withEngine<T>(
  pool: pg.Pool,
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  const adapter = adapterFor(pool, url, (error) => {
    failure ??= error;
  });
  const options = { datamodels: undefined };
  const engine = await SchemaEngine.new(options, () => undefined, bindMigrationAwareSqlAdapterFactory(adapter));
  try {
    return await work(engine);
  } catch (error) {
    throw failure ? new Error(`The migration failed: ${String(failure)}`, { cause: failure }) : error;
  } finally {
    engine.free();
  }
}

/** The official adapter, repaired where the engine needs it. */
function adapterFor(pool: pg.Pool, url: string, fail: Fail): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => repaired(await factory.connect(), pool, fail),
    connectToShadowDb: async () => shadow(pool, url, fail),
  };
}

/** An empty database beside the real one, to replay the migrations in; dropped when the engine is done with it. */
async function shadow(pool: pg.Pool, url: string, fail: Fail): Promise<SqlDriverAdapter> {
  const name = `parley_shadow_${process.pid}_${Date.now()}`;
  await pool.query(`create database "${name}"`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  const own = new pg.Pool({ connectionString: address.href, max: 1 });
  const adapter = repaired(await new PrismaPg(own).connect(), own, fail);
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
function repaired(adapter: SqlDriverAdapter, pool: pg.Pool, fail: Fail): SqlDriverAdapter {
  adapter.executeScript = async (script) => {
    await pool.query(script).catch((error: unknown) => {
      fail(error);
      throw driverError(error);
    });
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
async function withCharacters(
  pool: pg.Pool,
  query: SqlQuery,
  queryRaw: SqlDriverAdapter["queryRaw"],
): Promise<SqlResultSet> {
  const { fields } = await pool.query({ text: query.sql, values: query.args, rowMode: "array" });
  const isCharacter = (index: number) => fields[index]?.dataTypeID === characterType;
  const names = fields.map((_, index) => `c${index}`);
  const columns = names.map((name, index) => (isCharacter(index) ? `${name}::text` : name));
  const body = query.sql.trim().replace(/;$/, "");
  const sql = `select ${columns.join(", ")} from (${body}) as q(${names.join(", ")})`;
  const result = await queryRaw({ ...query, sql });
  return {
    ...result,
    columnNames: fields.map((field) => field.name),
    columnTypes: result.columnTypes.map((type, index) => (isCharacter(index) ? ColumnTypeEnum.Character : type)),
  };
}

function driverError(error: unknown): DriverAdapterError {
  const code = error instanceof pg.DatabaseError ? (error.code ?? "XX000") : "08000";
  const unknown = { detail: undefined, column: undefined, hint: undefined };
  return new DriverAdapterError({ kind: "postgres", code, severity: "ERROR", message: String(error), ...unknown });
}
