import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { anyCompany } from "#server/companies/first-run.ts";
import { env } from "#server/config/env.ts";
import { applyMigrations, prismaFolder, readMigrations } from "#server/db/migrate.ts";
import { prepareRoles } from "#server/db/opening.ts";
import { ArchiveReader } from "./archive.ts";
import { loadTables } from "./loading.ts";
import { type Manifest, manifestName, manifestSchema, secretName } from "./manifest.ts";
import { Progress } from "./progress.ts";
import { layFiles, readKeysHere } from "./replacing.ts";
import { type LaidSecret, laySecret, opensHere } from "./secrets.ts";
import { readJobsVersion, readMigrationNames, settings } from "./tables.ts";

type Way = {
  file: string;
  /** Replaces what is there. */
  force: boolean;
  /** Starts or joins the database; the address is its owner's. Asked once the file has been found whole. */
  open: () => Promise<{ url: string; close: () => Promise<void> }>;
  /** Makes the job runner's tables. */
  prepareJobs: (url: string) => Promise<void>;
};

export type Restored = { takenAt: string; tables: number; rows: number; files: number; says: string[] };

/**
 * Puts a backup into an empty database and store. All that can be wrong with the file is found before anything is
 * written; all rows come in one transaction, and what else the installation had, its secret and its files, is replaced
 * after it, so that a restore that fails has restored and taken away nothing. Only a schema of a later version has to go
 * before.
 */
export async function restoreBackup({ file, force, open, prepareJobs }: Way): Promise<Restored> {
  const checking = new Progress("checking the backup");
  const archive = await ArchiveReader.open(file, (share) => checking.tell({ percent: Math.round(share * 100) }));
  try {
    const manifest = await readManifest(archive);
    const database = await open();
    try {
      const former = await makeRoom(database.url, manifest, force);
      await applyAsOf(database.url, manifest.migrations);
      if (manifest.jobs !== null) await prepareJobs(database.url);
      const { rows, says } = await inOwnersHands(database.url, (client) => replace(client, archive, manifest, former));
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

/** The rows, and after them what else the installation has. */
async function replace(client: pg.Client, archive: ArchiveReader, manifest: Manifest, former: readonly string[]) {
  await checkJobs(client, manifest);
  const secret = await broughtSecret(archive);
  try {
    const files = await layFiles(archive, former);
    const rows = await loadTables(client, archive, manifest).catch(async (error: unknown) => {
      await files.discard();
      throw error;
    });
    const says = secret ? await placed(secret) : await differences(manifest);
    await files.place(await readKeysHere(client));
    await client.query("analyze");
    return { rows, says };
  } finally {
    await secret?.discard();
  }
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

async function inOwnersHands<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "parley restore", options: settings });
  client.on("error", (error) => log.warn({ error }, "the connection of the restore failed"));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Nobody works here, nothing is lost unasked, and no later migration stands in the way. Answers the keys of the files
 * that the rows name which go.
 */
async function makeRoom(url: string, manifest: Manifest, force: boolean): Promise<string[]> {
  await prepareRoles(url);
  return inOwnersHands(url, async (client) => {
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
    const former = applied.length > 0 ? await readKeysHere(client) : [];
    const known = new Set(manifest.migrations);
    if (applied.every((name) => known.has(name))) return former;
    log.warn("the database is of a later version: its schema is made anew");
    await client.query("drop schema if exists graphile_worker cascade");
    await client.query("drop schema public cascade");
    await client.query("create schema public");
    await client.query("grant usage on schema public to public");
    return former;
  });
}

async function isEmpty(client: pg.Client, ours: boolean): Promise<boolean> {
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
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "parley-migrations-"));
  try {
    for (const name of names)
      await fs.cp(path.join(prismaFolder, "migrations", name), path.join(folder, name), { recursive: true });
    await applyMigrations(url, folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function checkJobs(client: pg.Client, { jobs }: Manifest): Promise<void> {
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
