import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { log } from "#server/base/log.ts";
import { env, secrets } from "#server/config/env.ts";
import { StartFault } from "#server/config/start-fault.ts";
import { endClient, openClient } from "./connections.ts";
import { hasDatabase, startDatabase } from "./embedded.ts";
import { isLost, stateOf } from "./errors.ts";
import { applyMigrations, MigrationFault, NewerDatabase } from "./migrate.ts";
import { closeTenantPool, openTenantPool, poolConfig, systemRole } from "./pool.ts";
import { DatabaseFault, ensureLogin, ensureRoles } from "./roles.ts";
import { closeSystemPool, openSystemPool } from "./system.ts";

type OpenDatabase = {
  /** For the application. */
  url: string;
  /** For migrations and administration only. */
  ownerUrl: string;
  embedded: boolean;
  close(): Promise<void>;
};

const watchMs = 1000;
const goodbyesMs = 50;

type Opening = {
  /** Look after a server left behind. */
  adopt: boolean;
  /** Open it as it is: for who only looks. */
  asItIs?: boolean;
  /** Hears of a server of our own before it is brought up to date, which may take long; then the caller stops it. */
  started?: (stop: () => Promise<void>) => void;
};

/** Starts or joins the database, brings it up to date and opens both doors. */
export async function openDatabase({ adopt, asItIs = false, started }: Opening): Promise<OpenDatabase> {
  // The first that is read of the data folder, or made there.
  if (!asItIs) await inDataDir(async () => secrets());
  const external = env.databaseUrl;
  if (external) {
    await (asItIs ? requireInstallation(external) : migrate(external));
    open(external);
    return { url: external, ownerUrl: external, embedded: false, close };
  }
  if (asItIs && !(await inDataDir(async () => hasDatabase(env.dataDir)))) throw nothingIn(`the folder ${env.dataDir}`);
  const embedded = await inDataDir(() => startDatabase({ dataDir: env.dataDir, adopt }));
  started?.(embedded.stop);
  const url = await bringUpToDate(embedded.url, asItIs).catch(async (error: unknown) => {
    if (!started) await embedded.stop();
    throw error;
  });
  open(url);
  const watch = watchOver(embedded.isRunning);
  return {
    url,
    ownerUrl: embedded.url,
    embedded: true,
    close: async () => {
      await watch.stop();
      await close();
      if (!started) await embedded.stop();
    },
  };
}

/** The address for the application. */
async function bringUpToDate(ownerUrl: string, asItIs: boolean): Promise<string> {
  if (asItIs) return ownerUrl;
  await migrate(ownerUrl);
  return ensureLogin(ownerUrl);
}

/** Who only looks makes nothing. Most often it looks elsewhere than the server does. */
function nothingIn(place: string): StartFault {
  return new StartFault(
    `There is no installation in ${place}. Set DATA_DIR and DATABASE_URL as the server has them; a first start makes one.`,
  );
}

export async function requireInstallation(url: string): Promise<void> {
  const client = openClient({ connectionString: url, application_name: "parley roles" });
  try {
    await client.connect();
    const { rows } = await client.query<{ found: boolean; roles: boolean }>(
      `select to_regclass('public._prisma_migrations') is not null as "found",
         exists (select from pg_roles where rolname = $1) as "roles"`,
      [systemRole],
    );
    const { host, pathname } = new URL(url);
    const place = `the database ${pathname.slice(1)} at ${host}`;
    if (!rows[0]?.found) throw nothingIn(place);
    if (!rows[0].roles)
      throw new StartFault(`The server of ${place} lacks Parley's roles: a start makes them, or says what to run.`);
  } catch (error) {
    throw faultOfDatabase(error, url);
  } finally {
    await endClient(client);
  }
}

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "EEXIST", "ENOTDIR"]);
const full = new Set(["ENOSPC", "EDQUOT"]);

/** Where the system lets nobody write into the data folder, the operator hears which folder that is. */
export function faultOfDataDir(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && "code" in error)) return error;
  // What is written into an open file names none.
  if (full.has(String(error.code)) && String("path" in error ? error.path : dataDir).startsWith(dataDir))
    return new StartFault(
      `The disk of the folder ${dataDir} is full (${String(error.code)}): free space there and start again.`,
      {
        cause: error,
      },
    );
  if (!("path" in error)) return error;
  if (!unwritable.has(String(error.code)) || !String(error.path).startsWith(dataDir)) return error;
  const why = `The folder ${dataDir} cannot be written (${String(error.code)})`;
  return new StartFault(`${why}: give this user the right, or set DATA_DIR to another.`, { cause: error });
}

/** Refused before any statement of ours: wrong user, password or database. */
const refused = /^(?:28...|3D000)$/;

/** The same of the database that the operator named. Its address is told without the user and the password. */
export function faultOfDatabase(error: unknown, url: string): unknown {
  const { host, pathname } = new URL(url);
  if (refused.test(stateOf(error) ?? "")) {
    const said = error instanceof Error ? error.message : "";
    return new StartFault(`The database server at ${host} refuses the address in DATABASE_URL: ${said}.`, {
      cause: error,
    });
  }
  if (!isLost(error)) return error;
  const code = "code" in error ? ` (${String(error.code)})` : "";
  const name = pathname.replace("/", " ").trimEnd();
  const place = host ? ` at ${host}` : "";
  const fault = `The database${name}${place} cannot be reached${code}: start it, or correct DATABASE_URL.`;
  return new StartFault(fault, { cause: error });
}

function inDataDir<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw faultOfDataDir(error, env.dataDir);
  });
}

/** The database as its owner sees it, whatever is in it, and no door of ours open. */
export async function locateDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  if (env.databaseUrl) return { url: env.databaseUrl, close: () => Promise.resolve() };
  const embedded = await inDataDir(() => startDatabase({ dataDir: env.dataDir, adopt: false }));
  return { url: embedded.url, close: () => embedded.stop() };
}

const manyMigrations = 20;

/** The two roles, or what the operator has to do before there can be any. */
export async function prepareRoles(url: string): Promise<void> {
  await ensureRoles(url).catch((error: unknown) => {
    if (error instanceof DatabaseFault) throw new StartFault(error.message, { cause: error });
    throw url === env.databaseUrl ? faultOfDatabase(error, url) : error;
  });
  if (url === env.databaseUrl) await requireOwnConnections(url);
}

/** A role, a company and locks belong to a connection: behind a pooler that lends it to others, companies would mix. */
export async function requireOwnConnections(url: string): Promise<void> {
  const why = await findPooler(url).catch((error: unknown) => {
    if (/startup parameter/.test(String(error))) return String(error);
    throw faultOfDatabase(error, url);
  });
  if (why === undefined) return;
  throw new StartFault(
    `DATABASE_URL leads to a pooler at ${new URL(url).host} that does not keep connections apart (${why}). ` +
      "Parley pools them itself: name the PostgreSQL server, or a pooler in session mode that passes options on.",
  );
}

async function findPooler(url: string): Promise<string | undefined> {
  const open = () => openClient({ ...poolConfig(url, systemRole, 1), application_name: "parley roles" });
  const [one, other] = [open(), open()];
  const ask = async (client: pg.Client) => {
    const { rows } = await client.query<{ role: string; pid: number }>(
      `select current_user as "role", pg_backend_pid() as "pid"`,
    );
    return rows[0];
  };
  try {
    await Promise.all([one.connect(), other.connect()]);
    const first = await ask(one);
    if (first?.role !== systemRole) return "it leaves their options out";
    await other.query("begin");
    const taken = await ask(other);
    const again = first.pid === taken?.pid ? undefined : await ask(one);
    return again?.pid === first.pid ? undefined : "two had the same process of the server";
  } finally {
    await Promise.all([endClient(one), endClient(other)]);
  }
}

/** Packages of PostgreSQL for Linux often bring its extensions apart from it. */
function faultOfMaking(error: MigrationFault): StartFault {
  const help = /extension "\w+" is not available/.test(error.message)
    ? " Install PostgreSQL's own extensions (contrib) on the database server, then start again."
    : "";
  const sentence = `The database could not be brought up to date, and nothing in it was changed: ${error.message}.`;
  return new StartFault(`${sentence}${help}`, { cause: error });
}

/** Refused for want of a right (42501): from PostgreSQL 15 on only the owner of a database makes tables in it. */
function faultOfMigration(error: unknown, url: string): unknown {
  if (error instanceof NewerDatabase) return new StartFault(error.message, { cause: error });
  if (!(error instanceof MigrationFault)) return error;
  if (error.state !== "42501") return faultOfMaking(error);
  const { username, pathname } = new URL(url);
  const [user, database] = [username, pathname.slice(1)].map((name) => `"${decodeURIComponent(name)}"`);
  return new StartFault(
    `The user of DATABASE_URL may not make Parley's tables: ${error.message}\n` +
      `Make it the owner, as the server's administrator, then start again:\n  alter database ${database} owner to ${user};`,
    { cause: error },
  );
}

/** All migrations that are missing, by who may make tables. */
export async function migrate(ownerUrl: string): Promise<void> {
  await prepareRoles(ownerUrl);
  const applied = await applyMigrations(ownerUrl).catch((error: unknown) => {
    throw faultOfMigration(error, ownerUrl);
  });
  // An empty database gets all of them: their names would fill the first screen that anyone sees.
  const told = applied.length > manyMigrations ? `${applied.length}, up to ${applied.at(-1)}` : applied;
  if (applied.length > 0) log.info({ migrations: told }, "the database is up to date");
}

function open(url: string): void {
  openTenantPool(url);
  openSystemPool(url);
}

/** The pools answer before their goodbyes are through; a server stopped at once would call each of them cut off. */
async function close(): Promise<void> {
  await Promise.all([closeTenantPool(), closeSystemPool()]);
  await pause(goodbyesMs);
}

/** Starts the embedded server again when it dies under us (killed, out of memory); it keeps its port, so pools recover. */
function watchOver(isRunning: () => boolean): { stop(): Promise<void> } {
  let restart: Promise<void> | undefined;
  const revive = async () => {
    log.error("the embedded database is gone: starting it again");
    await startDatabase({ dataDir: env.dataDir, adopt: true });
  };
  const timer = setInterval(() => {
    if (restart || isRunning()) return;
    restart = revive()
      .catch((error: unknown) => log.error({ error }, "the embedded database could not be started again"))
      .finally(() => {
        restart = undefined;
      });
  }, watchMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await restart;
    },
  };
}
