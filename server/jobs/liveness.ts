import type pg from "pg";
import { systemPool } from "#server/db/system.ts";

/** Connections of a worker carry this name, so that others see whether its process still has any. */
export function workerConnectionName(instance: string): string {
  return `parley worker ${instance}`;
}

/** Records that the pool is alive. */
export async function beat(poolId: string, instance: string): Promise<void> {
  await systemPool().query({
    name: "worker_beat",
    text: `insert into worker_heartbeats ("id", "role", "seenAt") values ($1, $2, now())
      on conflict ("id") do update set "seenAt" = excluded."seenAt"`,
    values: [poolId, instance],
  });
}

export async function leave(poolId: string): Promise<void> {
  await systemPool().query(`delete from worker_heartbeats where "id" = $1`, [poolId]);
}

/**
 * Pools that will not come back: silent for 5 s and without any connection (a killed process loses its connections at
 * once), or silent for a minute (a machine that vanished keeps them for a while).
 */
export async function deadPools(): Promise<string[]> {
  const { rows } = await systemPool().query<{ id: string }>(`
    select h."id" from worker_heartbeats h
    where h."seenAt" < now() - interval '60 seconds'
      or (h."seenAt" < now() - interval '5 seconds' and not exists (
        select 1 from pg_stat_activity a where a.application_name = 'parley worker ' || h."role"))`);
  return rows.map(({ id }) => id);
}

/** Pools that hold jobs but never sent a heartbeat: killed right after their start. `pool` may see the job tables. */
export async function unknownPools(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`
    select distinct j."locked_by" as id from graphile_worker._private_jobs j
    where j."locked_at" < now() - interval '30 seconds'
      and not exists (select 1 from worker_heartbeats h where h."id" = j."locked_by")`);
  return rows.map(({ id }) => id);
}
