import { statfs } from "node:fs/promises";
import { env } from "#server/config/env.ts";
import { readMigrations } from "#server/db/migrate.ts";
import { systemPool } from "#server/db/system.ts";

/** The whole installation, all companies together: ages and counts only. */

async function one<Row extends object>(text: string): Promise<Row | undefined> {
  return (await systemPool().query<Row>(text)).rows[0];
}

const ms = (interval: string) => `(extract(epoch from ${interval}) * 1000)::float8`;

/** When a worker of any instance last sent a heartbeat, and how many are alive. */
export async function workers(): Promise<{ ageMs: number | null; alive: number }> {
  const found = await one<{ ageMs: number | null; alive: number }>(`
    select ${ms(`now() - max("seenAt")`)} as "ageMs",
      (count(*) filter (where "seenAt" > now() - interval '10 seconds'))::int as "alive"
    from worker_heartbeats`);
  return found ?? { ageMs: null, alive: 0 };
}

/** Events that wait for their place; counted up to a thousand. */
export async function unrelayed(): Promise<{ ageMs: number | null; count: number }> {
  const found = await one<{ ageMs: number | null; count: number }>(`
    select ${ms(`clock_timestamp() - min(e."createdAt")`)} as "ageMs", count(*)::int as "count"
    from (select "createdAt" from events where "position" is null order by "ordinal" limit 1000) e`);
  return found ?? { ageMs: null, count: 0 };
}

type Jobs = { ageMs: number | null; waiting: number; dead: number };

/** Jobs that could run now and do not, and those that were given up. */
export async function jobs(): Promise<Jobs> {
  const prepared = await one<{ found: boolean }>(`
    select coalesce(has_schema_privilege(to_regnamespace('graphile_worker')::oid, 'usage')
      and has_table_privilege(to_regclass('graphile_worker.jobs')::oid, 'select'), false) as "found"`);
  if (!prepared?.found) return { ageMs: null, waiting: 0, dead: 0 };
  const found = await one<Jobs>(`
    select ${ms(`now() - min("run_at") filter (where "run_at" <= now() and "attempts" < "max_attempts" and "locked_at" is null)`)} as "ageMs",
      (count(*) filter (where "run_at" <= now() and "attempts" < "max_attempts" and "locked_at" is null))::int as "waiting",
      (count(*) filter (where "attempts" >= "max_attempts" and "locked_at" is null))::int as "dead"
    from graphile_worker.jobs`);
  return found ?? { ageMs: null, waiting: 0, dead: 0 };
}

/** Kinds of jobs that were given up after their last attempt, the most frequent first. */
export async function givenUp(): Promise<{ task: string; count: number }[]> {
  if ((await jobs()).dead === 0) return [];
  const { rows } = await systemPool().query<{ task: string; count: number }>(`
    select "task_identifier" as "task", count(*)::int as "count" from graphile_worker.jobs
    where "attempts" >= "max_attempts" and "locked_at" is null group by 1 order by 2 desc, 1`);
  return rows;
}

/** Migrations of this version that the database does not have, or that failed half-way. */
export async function pendingMigrations(): Promise<number> {
  const { rows } = await systemPool().query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const applied = new Set(rows.map(({ name }) => name));
  return readMigrations().migrationDirectories.filter(({ path }) => !applied.has(path)).length;
}

/** How long the database takes to answer an empty query, and how large it is. */
export async function database(): Promise<{ latencyMs: number; bytes: number }> {
  const begun = performance.now();
  await one("select 1");
  const latencyMs = performance.now() - begun;
  const size = await one<{ bytes: number }>(`select pg_database_size(current_database()) as "bytes"`);
  return { latencyMs, bytes: size?.bytes ?? 0 };
}

/**
 * How many connections people and programs have open at the server, of all databases, and how many there may be. Who
 * may not read all statistics is told of others' only whose they are and where: the server's own workers lack either.
 */
export async function connections(): Promise<{ used: number; most: number }> {
  const found = await one<{ used: number; most: number }>(`
    select count(*)::int as "used", current_setting('max_connections')::int as "most" from pg_stat_activity
    where "datid" is not null and "usesysid" is not null
      and coalesce("backend_type", 'client backend') = 'client backend'`);
  return found ?? { used: 0, most: 1 };
}

/** Room left where uploads and the embedded database live; null where the system does not say. */
export async function disk(): Promise<{ free: number; share: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(env.dataDir);
    return { free: bavail * bsize, share: blocks > 0 ? bavail / blocks : 0 };
  } catch {
    return null;
  }
}
