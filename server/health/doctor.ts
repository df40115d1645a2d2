import fs from "node:fs/promises";
import { countEarlier, findUnopened } from "#server/backups/sealed/columns.ts";
import { env, secrets as knownSecrets } from "#server/config/env.ts";
import { readMigrations } from "#server/db/migrate.ts";
import { systemPool } from "#server/db/system.ts";
import { pingClamd } from "#server/uploads/scanning/clamd.ts";
import { files, newKey } from "#server/uploads/storage.ts";
import { connections, database, disk, givenUp, workers } from "./installation.ts";
import { readQueues } from "./queues.ts";
import type { HealthState } from "./schema.ts";
import { connectionsState, diskState, limits, stateOf } from "./thresholds.ts";

/** One thing that was looked at: how it is, and what to do where it is not well. */
type Finding = { check: string; state: HealthState; says: string };
type Said = Omit<Finding, "check">;

const ok = (says: string): Said => ({ state: "ok", says });
const warning = (says: string): Said => ({ state: "warning", says });
const fault = (says: string): Said => ({ state: "failed", says });

async function one<Row extends object>(text: string): Promise<Row | undefined> {
  return (await systemPool().query<Row>(text)).rows[0];
}

function node(): Said {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const current = major > 24 || (major === 24 && minor >= 8);
  return current ? ok(`Node ${process.versions.node}`) : fault(`Node ${process.versions.node}: install 24.8 or newer.`);
}

async function postgres(): Promise<Said> {
  const found = await one<{ version: number; words: string }>(
    `select current_setting('server_version_num')::int as "version", current_setting('server_version') as "words"`,
  );
  const { version = 0, words = "" } = found ?? {};
  return version >= 150_000 ? ok(`PostgreSQL ${words}`) : fault(`PostgreSQL ${words}: upgrade it to 15 or newer.`);
}

type Upgrade = { current: boolean; pending: string[]; unknown: string[]; says: string };

/** What a start of this version would do to the database: nothing is changed. */
export async function checkUpgrade(): Promise<Upgrade> {
  const there = await one<{ found: boolean }>(`select to_regclass('_prisma_migrations') is not null as "found"`);
  const { rows } = there?.found
    ? await systemPool().query<{ name: string; finished: boolean }>(
        `select "migration_name" as "name", "finished_at" is not null as "finished" from _prisma_migrations
         where "rolled_back_at" is null order by 1`,
      )
    : { rows: [] };
  const own = readMigrations().migrationDirectories.map(({ path }) => path);
  const applied = new Set(rows.filter(({ finished }) => finished).map(({ name }) => name));
  const pending = own.filter((name) => !applied.has(name));
  const unknown = rows.map(({ name }) => name).filter((name) => !own.includes(name));
  const broken = rows.filter(({ finished }) => !finished).map(({ name }) => name);
  const current = pending.length === 0 && unknown.length === 0;
  if (broken.length > 0)
    return { current, pending, unknown, says: `Half applied: ${broken.join(", ")}. Restore a backup.` };
  if (unknown.length > 0)
    return {
      current,
      pending,
      unknown,
      says: "The database is of a newer version: start that one, or restore a backup.",
    };
  if (current) return { current, pending, unknown, says: "The database is up to date." };
  return {
    current,
    pending,
    unknown,
    says: `The next start applies ${pending.length} migrations. Take a backup first.`,
  };
}

async function migrations(): Promise<Said> {
  const { current, unknown, says } = await checkUpgrade();
  if (current) return ok(says);
  return unknown.length > 0 ? fault(says) : warning(says);
}

async function room(): Promise<Said> {
  const found = await disk();
  const state = diskState(found);
  if (!found) return warning(`The system does not say how much room ${env.dataDir} has.`);
  return { state, says: `${(found.free / 1024 ** 3).toFixed(1)} GB free at ${env.dataDir}.` };
}

async function dataFolder(): Promise<Said> {
  try {
    await fs.access(env.dataDir, fs.constants.R_OK | fs.constants.W_OK);
    return ok(`${env.dataDir} can be written.`);
  } catch {
    return fault(`${env.dataDir} cannot be written: uploads are lost. Set DATA_DIR, or give this user the right.`);
  }
}

/** A small file there and back again. */
async function fileStorage(): Promise<Said> {
  if (!env.storage) return ok(`Files are kept in ${env.dataDir}; several machines need STORAGE_URL.`);
  const { origin, bucket } = env.storage;
  const key = newKey("bin");
  try {
    await files().put(key, Buffer.from("doctor"));
    const found = String(await files().get(key));
    await files().remove(key);
    if ((await files().size(key)) === undefined && found === "doctor") return ok(`${origin}/${bucket} keeps files.`);
    return fault(`${origin}/${bucket} does not give back what it was given.`);
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return fault(`${origin}/${bucket} cannot be used (${why}): it must let us put, get, list and delete.`);
  }
}

async function scanner(): Promise<Said> {
  if (!env.scanner) return ok("No virus scanner is set (CLAMD_URL): files are taken as they are.");
  try {
    await pingClamd(env.scanner);
    return ok(`${env.scanner.host} looks for viruses in files.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fault(`The virus scanner at ${env.scanner.host} does not answer (${why}): no file is taken until it does.`);
  }
}

async function connectionsOf(): Promise<Said> {
  const found = await connections();
  const says = `${found.used} of ${found.most} connections are used.`;
  if (connectionsState(found) === "ok") return ok(says);
  return warning(`${says} Raise max_connections, or run fewer processes.`);
}

async function latency(): Promise<Said> {
  const { latencyMs } = await database();
  return { state: stateOf(latencyMs, limits.databaseMs), says: `The database answers in ${latencyMs.toFixed(1)} ms.` };
}

async function clocks(): Promise<Said> {
  const before = Date.now();
  const found = await one<{ at: Date }>(`select clock_timestamp() as "at"`);
  const apart = Math.abs((found?.at.getTime() ?? 0) - (before + Date.now()) / 2);
  const says = `The clocks of this machine and of the database are ${Math.round(apart)} ms apart.`;
  if (apart > 30_000) return fault(`${says} Set them by NTP.`);
  return apart > 1000 ? warning(`${says} Set them by NTP.`) : ok(says);
}

async function queuesOf(): Promise<Said> {
  const late = (await readQueues()).filter(({ ageSeconds }) => stateOf(ageSeconds * 1000, limits.jobWaitMs) !== "ok");
  if (late.length === 0) return ok("Nothing waits that is due.");
  const words = late.map(({ queue, depth, ageSeconds }) => `${queue}: ${depth}, for ${Math.round(ageSeconds)} s`);
  return warning(`${words.join("; ")}. Is a worker running?`);
}

async function jobsOf(): Promise<Said> {
  const found = await givenUp();
  if (found.length === 0) return ok("No job of the last 30 days was given up.");
  const words = found.map(({ task, count }) => `${task}: ${count}`).join(", ");
  return warning(`Given up in the last 30 days, after their last attempt: ${words}. The workers' log says why.`);
}

async function workersOf(): Promise<Said> {
  const { ageMs, alive } = await workers();
  if (alive > 0) return ok(`${alive} workers are alive.`);
  const silence = ageMs === null ? "none has ever run" : `silent for ${Math.round(ageMs / 1000)} s`;
  return warning(
    `No worker is alive (${silence}). Fine while nothing is started; else start one (ROLE=worker or all).`,
  );
}

/** Whether what is stored sealed can be opened: another secret than it was sealed with loses all of it. */
async function secrets(): Promise<Said> {
  const unopened = await findUnopened();
  if (unopened.length > 0)
    return fault(
      `NEXTAUTH_SECRET is not the one that the stored secrets were sealed with (${unopened.join(", ")}): set that one again, or name it in NEXTAUTH_SECRET_PREVIOUS.`,
    );
  if (knownSecrets().length > 1) {
    const earlier = await countEarlier();
    if (earlier > 0)
      return warning(`${earlier} rows are sealed with a previous secret: run \`npm run admin -- secrets rotate\`.`);
    return ok("Nothing is sealed with a previous secret any more: NEXTAUTH_SECRET_PREVIOUS may go.");
  }
  if (env.nextAuthSecret) return ok("NEXTAUTH_SECRET is set.");
  const alone = ok(`The secret is kept in ${env.dataDir}.`);
  return env.embedded ? alone : warning("NEXTAUTH_SECRET is not set: processes on other machines would each have one.");
}

function address(): Said {
  const url = new URL(env.publicUrl);
  if (!env.isExposed) return ok(`Only this machine reaches ${env.publicUrl}.`);
  if (/^(?:localhost|127\.|\[::1\])/.test(url.hostname))
    return fault(`PUBLIC_URL is ${env.publicUrl}, but HOST lets others in: set it to the address as users see it.`);
  if (url.protocol !== "https:") return warning(`${env.publicUrl} is not https: passwords can be read on the way.`);
  if (env.trustedProxies.hops === 0 && env.trustedProxies.ranges.length === 0)
    return warning("TRUSTED_PROXIES is not set: behind a proxy all visitors count as one.");
  return ok(env.publicUrl);
}

const checks: readonly [string, () => Said | Promise<Said>][] = [
  ["node", node],
  ["postgresql", postgres],
  ["migrations", migrations],
  ["database", latency],
  ["connections", connectionsOf],
  ["clocks", clocks],
  ["workers", workersOf],
  ["queues", queuesOf],
  ["jobs", jobsOf],
  ["disk", room],
  ["dataFolder", dataFolder],
  ["fileStorage", fileStorage],
  ["scanner", scanner],
  ["secrets", secrets],
  ["publicUrl", address],
];

/** Looks at everything that an installation needs and changes nothing; a check that fails itself is a finding. */
export async function diagnose(): Promise<{ state: HealthState; findings: Finding[] }> {
  const findings: Finding[] = [];
  for (const [check, look] of checks) {
    try {
      findings.push({ check, ...(await look()) });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      findings.push({ check, ...fault(`It could not be looked at: ${why}`) });
    }
  }
  const has = (state: HealthState) => findings.some((finding) => finding.state === state);
  return { state: has("failed") ? "failed" : has("warning") ? "warning" : "ok", findings };
}
