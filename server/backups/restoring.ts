import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { anyCompany } from "#server/companies/first-run.ts";
import { env } from "#server/config/env.ts";
import { stateOf } from "#server/db/errors.ts";
import { applyMigrations, readMigrations } from "#server/db/migrate.ts";
import { prepareRoles } from "#server/db/opening.ts";
import { ArchiveReader } from "./archive.ts";
import { loadTables } from "./loading.ts";
import { type Manifest, manifestName, manifestSchema, secretName } from "./manifest.ts";
import { Progress } from "./progress.ts";
import { remakeSchema, withMigrations } from "./remaking.ts";
import { layFiles, readKeysHere } from "./replacing.ts";
import { type LaidSecret, laySecret, opensHere } from "./secrets.ts";
import { readJobsVersion, readMigrationNames, settings } from "./tables.ts";

type Way = {
  file: string;
  /** Replaces what is there. */
  force: boolean;
  /** Starts or joins the database; the address is its owner's. Asked once the file has been found whole. */
  open: () => Promise<{ url: string; close: () => Promise<void> }>;
  /** Makes the job runner's tables, in the transaction of this connection. */
  prepareJobs: (client: pg.ClientBase) => Promise<void>;
};

type Restored = { takenAt: string; tables: number; rows: number; files: number; says: string[] };

/**
 * Puts a backup into an empty database and store. All that can be wrong with the file is found before anything is
 * written; all rows come in one transaction, with the schema where that has to be made anew, and what else the
 * installation had, its secret and its files, is replaced after it, so that a restore that fails has restored and taken
 * away nothing.
 */
export async function restoreBackup({ file, force, open, prepareJobs }: Way): Promise<Restored> {
  const checking = new Progress("checking the backup");
  const archive = await ArchiveReader.open(file, (share) => checking.tell({ percent: Math.round(share * 100) }));
  try {
    const manifest = await readManifest(archive);
    const database = await open();
    try {
      const room = await findRoom(database.url, manifest, force);
      if (!room.later) await applyAsOf(database.url, manifest.migrations);
      const { rows, says } = await inOwnersHands(database.url, (pool) =>
        replace({ pool, url: database.url, archive, manifest, room, prepareJobs }),
      );
      const { takenAt, tables, files } = manifest;
      if (manifest.migrations.length < readMigrations().migrationDirectories.length)
        says.push("The next start brings the database up to this version.");
      if (files.missing > 0) says.push(`${files.missing} files were missing when the backup was taken.`);
      return { takenAt, tables: tables.length, rows, files: files.count, says };
    } finally {
      await database.close();
    }
  } finally {
    await archive.close();
  }
}

type Room = {
  /** The keys of the files that the rows name which go. */
  former: readonly string[];
  /** The schema here is of a later version than the backup's. */
  later: boolean;
};
type Replacing = { pool: pg.Pool; url: string; archive: ArchiveReader; manifest: Manifest; room: Room } & Pick<
  Way,
  "prepareJobs"
>;

/** The rows, and after them what else the installation has. */
async function replace(way: Replacing) {
  const { pool, archive, manifest, room } = way;
  const secret = await broughtSecret(archive);
  try {
    const files = await layFiles(archive, room.former);
    const rows = await load(way).catch(async (error: unknown) => {
      await files.discard();
      throw error;
    });
    const says = secret ? await placed(secret) : await differences(manifest);
    await withClient(pool, async (client) => files.place(await readKeysHere(client)));
    await pool.query("analyze");
    return { rows, says };
  } finally {
    await secret?.discard();
  }
}

/** Each table that goes and each that comes is locked until the commit. */
function needsLocks(error: unknown): never {
  if (stateOf(error) !== "53200") throw error;
  const message =
    "The database server has too few locks to replace a schema at once. Nothing was changed: restore into an empty database, or set max_locks_per_transaction to 256 there and start it again.";
  throw new AppError("conflict", { message, cause: error });
}

/** One transaction: what is not committed at its end is as it was. */
async function load({ pool, url, archive, manifest, room, prepareJobs }: Replacing): Promise<number> {
  if (room.later) await remakeSchema(pool, url, manifest.migrations).catch(needsLocks);
  else await pool.query("begin");
  return withClient(pool, async (client) => {
    if (manifest.jobs !== null) await prepareJobs(client);
    await checkJobs(client, manifest);
    return loadTables(client, archive, manifest);
  });
}

async function readManifest(archive: ArchiveReader): Promise<Manifest> {
  const entry = archive.entries.find(({ name }) => name === manifestName);
  const parsed = entry ? manifestSchema.safeParse(JSON.parse((await archive.read(entry)).toString("utf8"))) : undefined;
  if (!parsed?.success)
    throw new AppError("validation_error", { message: "This backup is of a format that this version does not know." });
  const own = new Set(readMigrations().migrationDirectories.map((one) => one.path));
  const unknown = parsed.data.migrations.filter((name) => !own.has(name));
  if (unknown.length === 0) return parsed.data;
  throw new AppError("conflict", {
    message: `The backup is of a newer version (${unknown.join(", ")}): restore it with that one.`,
  });
}

/** The owner's one connection. It is gone when this ends, so that nobody takes it for somebody at work. */
async function inOwnersHands<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    application_name: "parley restore",
    options: settings,
  });
  pool.on("error", (error) => log.warn({ error }, "the connection of the restore failed"));
  const gone: Promise<void>[] = [];
  pool.on("connect", (client) => gone.push(new Promise((resolve) => client.once("end", resolve))));
  try {
    return await work(pool);
  } finally {
    await pool.end();
    // The pool's own end waits for none of its connections: one may still be taking back all that it wrote.
    await Promise.race([Promise.all(gone), pause(30_000, undefined, { ref: false })]);
  }
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const failed = (error: Error) => log.warn({ error }, "the connection of the restore failed");
  client.on("error", failed);
  try {
    return await work(client);
  } finally {
    client.off("error", failed);
    client.release();
  }
}

/** Nobody works here, and nothing is lost unasked. */
async function findRoom(url: string, manifest: Manifest, force: boolean): Promise<Room> {
  await prepareRoles(url);
  const look = async (client: pg.PoolClient) => {
    const { rows: others } = await client.query(
      `select from pg_stat_activity where "datname" = current_database() and "pid" <> pg_backend_pid()
         and "application_name" like 'parley%' and "application_name" <> 'parley roles'`,
    );
    if (others.length > 0)
      throw new AppError("conflict", { message: "Parley is running on this database: stop all its processes first." });
    const applied = await readMigrationNames(client);
    if (!force && !(await isEmpty(client, applied.length > 0)))
      throw new AppError("conflict", {
        message: "The database is not empty. Restore into another one, or replace all that is there with --force.",
      });
    const known = new Set(manifest.migrations);
    return {
      former: applied.length > 0 ? await readKeysHere(client) : [],
      later: !applied.every((name) => known.has(name)),
    };
  };
  return inOwnersHands(url, (pool) => withClient(pool, look));
}

async function isEmpty(client: pg.ClientBase, ours: boolean): Promise<boolean> {
  if (!ours) {
    const { rows } = await client.query<{ foreign: boolean }>(
      `select exists (select from pg_tables where "schemaname" = 'public' and "tablename" <> '_prisma_migrations') as "foreign"`,
    );
    return rows[0]?.foreign === false;
  }
  // The owner himself is held by row level security.
  await client.query("begin; set local role parley_system");
  const found = await anyCompany(client);
  await client.query("rollback");
  return !found;
}

/** The schema as it was when the backup was taken: later migrations may change rows, and are for the next start. */
async function applyAsOf(url: string, names: readonly string[]): Promise<void> {
  await withMigrations(names, (folder) => applyMigrations(url, folder));
}

async function checkJobs(client: pg.ClientBase, { jobs }: Manifest): Promise<void> {
  const version = await readJobsVersion(client);
  if (jobs === null || jobs === version) return;
  throw new AppError("conflict", {
    message: `The job tables of the backup are of version ${jobs}, those of this version of ${version}: restore it with the version it was taken with, then upgrade.`,
  });
}

/** The secret that the backup holds, laid beside the one here; where the operator sets one, there is nothing to do. */
async function broughtSecret(archive: ArchiveReader): Promise<LaidSecret | undefined> {
  const entry = archive.entries.find(({ name }) => name === secretName);
  if (!entry || env.nextAuthSecret) return undefined;
  return laySecret((await archive.read(entry)).toString("utf8"));
}

async function placed(secret: LaidSecret): Promise<string[]> {
  const kept = await secret.place();
  return kept ? [`The secret that was here is kept as ${kept}: what it has sealed opens with no other.`] : [];
}

/** What is stored sealed opens only with the secret it was sealed with. */
async function differences({ secretMark }: Manifest): Promise<string[]> {
  if (await opensHere(secretMark)) return [];
  return [
    "NEXTAUTH_SECRET is not the one of the backup: set that one, or stored secrets cannot be opened and everybody signs in again.",
  ];
}
