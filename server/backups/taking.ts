import { once } from "node:events";
import fs from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { ifPresent } from "#server/base/missing-files.ts";
import { env } from "#server/config/env.ts";
import { systemRole } from "#server/db/pool.ts";
import { readFileKeys } from "#server/uploads/naming.ts";
import { readFile } from "#server/uploads/storage.ts";
import { filesLock } from "#server/uploads/sweeping.ts";
import { ArchiveWriter } from "./archive.ts";
import { fileName, type Manifest, manifestName, partName, secretName } from "./manifest.ts";
import { Progress } from "./progress.ts";
import { knownSecret, markOfSecret } from "./secrets.ts";
import {
  columnsOf,
  listTables,
  readJobsVersion,
  readMigrationNames,
  readSequences,
  settings,
  tableOf,
} from "./tables.ts";

const compressed = promisify(gzip);
/** Bytes of a table in memory at a time. */
const partBytes = 4 * 1024 * 1024;

type Taken = {
  file: string;
  bytes: number;
  tables: number;
  rows: number;
  files: number;
  missing: number;
  says: string[];
};

/**
 * One whole of a living installation: all tables from one snapshot, and after them the files that their rows name, which
 * were written before those rows were. No file is removed meanwhile.
 */
export async function takeBackup(url: string, file: string): Promise<Taken> {
  const { content: manifest, bytes } = await writeArchive(url, file, async (client, archive) => {
    const content = await fill(client, archive);
    await archive.add(manifestName, Buffer.from(JSON.stringify(content, null, 2)));
    return content;
  });
  const { tables, files } = manifest;
  const rows = tables.reduce((total, table) => total + table.rows, 0);
  const { count, missing } = files;
  const lost = `${missing} of ${missing + count} files that rows name are not in the store, and so not in the backup: is STORAGE_URL or DATA_DIR another than the server's?`;
  return { file, bytes, tables: tables.length, rows, files: count, missing, says: missing > 0 ? [lost] : [] };
}

type Filling<Content> = (client: pg.Client, archive: ArchiveWriter) => Promise<Content>;

/** A file that is whole or not there, filled over a connection that reads all companies and keeps all files. */
export async function writeArchive<Content>(
  url: string,
  file: string,
  filling: Filling<Content>,
): Promise<{ content: Content; bytes: number }> {
  if (await ifPresent(() => fs.stat(file)))
    throw new AppError("already_exists", { message: `${file} exists already: name another file.` });
  const client = new pg.Client({
    connectionString: url,
    application_name: "parley backup",
    options: `-c role=${systemRole} ${settings}`,
  });
  // A lost connection fails the statement that is under way.
  client.on("error", (error) => log.warn({ error }, "the connection of the backup failed"));
  await client.connect();
  try {
    await holdFiles(client);
    return await write(client, file, filling);
  } finally {
    await client.end();
  }
}

/** From here to the end of the connection no file of a deleted row goes (server/uploads/sweeping.ts). */
async function holdFiles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock($1) as "got"`, [filesLock]);
  if (rows[0]?.got) return;
  // Either a sweep of a moment or another backup.
  await client.query("set lock_timeout = '35s'");
  try {
    await client.query("select pg_advisory_lock($1)", [filesLock]);
  } catch (cause) {
    throw new AppError("conflict", { message: "Another backup of this installation is being taken.", cause });
  }
}

async function write<Content>(client: pg.Client, file: string, filling: Filling<Content>) {
  const archive = await ArchiveWriter.open(file).catch((cause: unknown) => {
    throw new AppError("validation_error", { message: `${file} cannot be written.`, cause });
  });
  try {
    const content = await filling(client, archive);
    await archive.finish();
    return { content, bytes: archive.bytes };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

type Moment = { takenAt: string; postgres: string; migrations: string[] };

/** From here on the connection reads one moment. */
export async function beginSnapshot(client: pg.Client): Promise<Moment> {
  await client.query("begin transaction isolation level repeatable read read only");
  const { rows } = await client.query<{ at: Date; version: string }>(
    `select now() as "at", current_setting('server_version') as "version"`,
  );
  const migrations = await readMigrationNames(client);
  if (migrations.length === 0)
    throw new AppError("validation_error", { message: "There is no installation in this database yet." });
  const takenAt = (rows[0]?.at ?? new Date()).toISOString();
  return { takenAt, postgres: rows[0]?.version ?? "", migrations };
}

async function fill(client: pg.Client, archive: ArchiveWriter): Promise<Manifest> {
  const progress = new Progress("taking the backup");
  const { takenAt, postgres, migrations } = await beginSnapshot(client);
  const jobs = await readJobsVersion(client);
  const tables: Manifest["tables"] = [];
  const listed = await listTables(client);
  for (const table of listed) {
    const text = `copy (select ${columnsOf(table)} from ${tableOf(table)}) to stdout`;
    tables.push({ ...table, ...(await copyOut(client, archive, text, (part) => partName(table, part))) });
    progress.tell({ tables: `${tables.length}/${listed.length}` });
  }
  // After the rows: a sequence knows no snapshot, and may be ahead of them but not behind.
  const sequences = await readSequences(client);
  const keys = await readFileKeys(client);
  await client.query("commit");
  const files = await copyFiles(keys, archive, progress);
  const secret = await knownSecret();
  if (!env.nextAuthSecret && secret) await archive.add(secretName, Buffer.from(secret));
  const secretMark = markOfSecret(secret);
  return { format: 1, takenAt, postgres, migrations, jobs, tables, sequences, files, secretMark };
}

/** The rows that a statement copies, in packed parts of a few megabytes; answers how many rows and parts. */
export async function copyOut(
  client: pg.Client,
  archive: ArchiveWriter,
  text: string,
  nameOf: (part: number) => string,
): Promise<{ rows: number; parts: number }> {
  const stream = client.query(copyTo(text));
  const ended = once(stream, "end");
  let parts = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    parts += 1;
    const packed = await compressed(Buffer.concat(waiting), { level: 1 });
    waiting = [];
    size = 0;
    await archive.add(nameOf(parts), packed);
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size >= partBytes) await flush();
  }
  await ended;
  if (size > 0) await flush();
  return { rows: stream.rowCount, parts };
}

export async function copyFiles(
  keys: readonly string[],
  archive: ArchiveWriter,
  progress: Progress,
): Promise<Manifest["files"]> {
  const files = { count: 0, bytes: 0, missing: 0 };
  for (const [index, key] of keys.entries()) {
    const bytes = await readFile(key);
    if (bytes) {
      await archive.add(fileName(key), bytes);
      files.count += 1;
      files.bytes += bytes.byteLength;
    } else {
      files.missing += 1;
      log.warn({ key }, "a file that a row names is not in the store");
    }
    progress.tell({ files: `${index + 1}/${keys.length}` });
  }
  return files;
}
