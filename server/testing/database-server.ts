import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startDatabase, stopAbandoned } from "#server/db/embedded.ts";
import { applyMigrations } from "#server/db/migrate.ts";

/** What a test worker needs to know to make its own database. */
export type TestServer = { url: string; template: string; prefix: string; dataDir: string };

const folderPrefix = path.join(os.tmpdir(), "parley-test-");

/**
 * A PostgreSQL for one run of the tests, with a migrated template database: the server of TEST_DATABASE_URL or
 * DATABASE_URL in scratch databases of our own, else an embedded one in a temporary folder.
 */
export async function openTestServer(external: string | undefined): Promise<TestServer & { close(): Promise<void> }> {
  const dataDir = fs.mkdtempSync(folderPrefix);
  const prefix = `parley_test_${process.pid}_${Date.now().toString(36)}`;
  const embedded = external ? undefined : await startEmbedded(dataDir);
  const url = external ?? embedded?.url ?? "";
  const template = `${prefix}_template`;
  await run(url, `create database "${template}"`);
  await applyMigrations(addressOf(url, template));
  return {
    url,
    template,
    prefix,
    dataDir,
    close: async () => {
      await dropDatabases(url, prefix);
      await embedded?.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startEmbedded(dataDir: string) {
  await sweep();
  return startDatabase({ dataDir, throwaway: true });
}

/** Runs that were killed left a server and a folder behind. */
async function sweep(): Promise<void> {
  const [parent, name] = [path.dirname(folderPrefix), path.basename(folderPrefix)];
  for (const entry of fs.readdirSync(parent).filter((one) => one.startsWith(name))) {
    const folder = path.join(parent, entry);
    if (await stopAbandoned(folder).catch(() => false)) fs.rmSync(folder, { recursive: true, force: true });
  }
}

export function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** The worker's own copy of the template, made the first time it is asked for. */
export async function workerDatabase(server: TestServer, worker: string): Promise<string> {
  const name = `${server.prefix}_${worker}`;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    // Copies take turns: a template must not be in use.
    await client.query("select pg_advisory_lock(1)");
    if (!rowCount) await client.query(`create database "${name}" template "${server.template}"`);
  } finally {
    await client.end();
  }
  return addressOf(server.url, name);
}

/** An empty database for a test of the database itself; dropped with the others at the end of the run. */
export async function scratchDatabase(server: TestServer, name: string): Promise<string> {
  const database = `${server.prefix}_scratch_${name}`;
  await run(server.url, `create database "${database}"`);
  return addressOf(server.url, database);
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    for (const { name } of rows) await client.query(`drop database "${name}" with (force)`);
  } finally {
    await client.end();
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
