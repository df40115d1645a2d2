import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { withFileLock } from "../../scripts/file-lock.mjs";
import { isAlive, processMark } from "../../scripts/processes.mjs";
import { clusterDirectory, openCluster } from "./embedded/cluster.ts";
import { type Files, filesOf } from "./embedded/files.ts";
import { type Address, becomesReady, launch, reachable, runningServer, shutDown, urlOf } from "./embedded/server.ts";

export type EmbeddedDatabase = {
  url: string;
  startedHere: boolean;
  isRunning(): boolean;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** Adopts a server that a killed process left behind: the last user stops it too. */
  adopt?: boolean;
  /** For data that may be lost at a power cut (tests): no fsync, and nothing tidies up behind them. */
  throwaway?: boolean;
};

const database = "parley";
const throwawaySettings = [
  ...["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=128MB", "autovacuum=off"],
  ...["wal_level=minimal", "max_wal_senders=0", "wal_compression=off"],
];

/**
 * Starts the PostgreSQL of a data folder, or joins the one that runs there. Several processes may use one folder:
 * each leaves a mark, and the server is stopped by the last one to leave.
 */
export async function startDatabase({ dataDir, adopt = false, throwaway = false }: Options): Promise<EmbeddedDatabase> {
  const files = filesOf(dataDir);
  fs.mkdirSync(path.dirname(files.folder), { recursive: true, mode: 0o700 });
  fs.mkdirSync(files.users, { recursive: true, mode: 0o700 });
  return withFileLock(files.lock, async () => {
    const { directory, address, startedHere } = await serve(files, throwaway ? throwawaySettings : []);
    const othersStarted = !startedHere && otherUsers(files).length > 0;
    const mark = path.join(files.users, processMark());
    fs.writeFileSync(mark, "");
    await createDatabase(urlOf(files, address, "postgres"));
    const mayStop = startedHere || adopt || othersStarted;
    return {
      url: urlOf(files, address, database),
      startedHere,
      isRunning: () => runningServer(directory) !== undefined,
      stop: () => leave(files, directory, mark, mayStop),
    };
  });
}

/** Whether a first start has made a database in this data folder. */
export function hasDatabase(dataDir: string): boolean {
  return fs.statSync(clusterDirectory(filesOf(dataDir)), { throwIfNoEntry: false }) !== undefined;
}

type Served = { directory: string; address: Address; startedHere: boolean };

async function serve(files: Files, settings: string[]): Promise<Served> {
  const directory = clusterDirectory(files);
  const found = runningServer(directory);
  if (found && (await becomesReady(files, directory, found))) {
    const address = await reachable(files, runningServer(directory) ?? found);
    return { directory, address, startedHere: false };
  }
  if (found) await shutDown(directory);
  const cluster = await openCluster(files);
  const address = await reachable(files, await launch(files, cluster, settings));
  return { directory: cluster.directory, address, startedHere: true };
}

/** Living processes that use this server besides us; marks of dead ones are swept away. */
function otherUsers(files: Files): string[] {
  return fs.readdirSync(files.users).filter((mark) => {
    if (mark === processMark()) return false;
    if (isAlive(mark)) return true;
    fs.rmSync(path.join(files.users, mark), { force: true });
    return false;
  });
}

async function leave(files: Files, directory: string, mark: string, mayStop: boolean): Promise<void> {
  await withFileLock(files.lock, async () => {
    fs.rmSync(mark, { force: true });
    if (mayStop && otherUsers(files).length === 0) await shutDown(directory);
  });
}

/** Stops a server that no living process uses. Returns false where one does. */
export async function stopAbandoned(dataDir: string): Promise<boolean> {
  const files = filesOf(dataDir);
  if (!fs.existsSync(files.users)) return true;
  return withFileLock(files.lock, async () => {
    if (otherUsers(files).length > 0) return false;
    await shutDown(clusterDirectory(files));
    return true;
  });
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (!rowCount) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
