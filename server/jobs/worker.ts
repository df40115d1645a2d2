import { EventEmitter } from "node:events";
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import { newId } from "#server/core/ids.ts";
import { log } from "#server/core/log.ts";
import { surviveLosses } from "#server/db/surviving.ts";
import { beat, deadPools, leave, unknownPools, workerConnectionName } from "./liveness.ts";
import type { Task } from "./task.ts";

const beatMs = 2000;
const strangersMs = 60_000;

export type Worker = { stop(): Promise<void> };

type Options = { url: string; tasks: readonly Task[]; concurrency?: number };

/** The jobs library speaks through our log; its info lines (one per job) are only for debugging. */
const logger = new Logger(() => (level, message) => {
  if (level === "error") log.error(message);
  else if (level === "warning") log.warn(message);
  else log.trace(message);
});

function taskList(tasks: readonly Task[]): TaskList {
  return Object.fromEntries(tasks.map((task) => [task.name, (payload: unknown) => task.perform(payload)]));
}

/** Runs jobs in this process until stopped. `prepareJobs` comes first. */
export async function startWorker({ url, tasks, concurrency = 8 }: Options): Promise<Worker> {
  const instance = newId();
  const pool = new pg.Pool({
    connectionString: url,
    max: concurrency + 2,
    connectionTimeoutMillis: 10_000,
    application_name: workerConnectionName(instance),
    // The jobs' own bookkeeping: what a power cut takes back runs again, as after any kill.
    options: "-c synchronous_commit=off -c statement_timeout=30000 -c timezone=UTC",
  });
  surviveLosses(pool, "a connection of the worker failed");
  await free(pool, [...(await deadPools()), ...(await unknownPools(pool))]);
  const events: WorkerEvents = new EventEmitter();
  const pools = new Set<string>();
  const joining: Promise<void>[] = [];
  // Known before its first job is locked: otherwise a kill right after the start would leave jobs nobody frees.
  events.on("pool:create", ({ workerPool }) => {
    pools.add(workerPool.id);
    joining.push(beat(workerPool.id, instance));
  });
  const runner = await run({
    pgPool: pool,
    taskList: taskList(tasks),
    noHandleSignals: true,
    events,
    logger,
    preset: {
      worker: {
        // As many as the pool holds: the library warns when it believes there are fewer.
        maxPoolSize: concurrency + 2,
        concurrentJobs: concurrency,
        pollInterval: 500,
        localQueue: { size: 4 * concurrency },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  await Promise.all(joining);
  const timers = [
    setInterval(() => void watching(() => watch(pool, pools, instance)), beatMs),
    setInterval(() => void watching(async () => free(pool, await unknownPools(pool))), strangersMs),
  ];
  return { stop: () => stop(runner, timers, pool, pools) };
}

async function watching(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => log.warn({ error }, "the worker could not watch over the others"));
}

async function watch(pool: pg.Pool, pools: ReadonlySet<string>, instance: string): Promise<void> {
  for (const id of pools) await beat(id, instance);
  await free(pool, await deadPools());
}

/** Gives back the jobs that dead pools hold: the library itself would wait four hours. */
async function free(pool: pg.Pool, dead: readonly string[]): Promise<void> {
  if (dead.length === 0) return;
  // One whose key was given to a newer job while it ran counts as tried for the last time: it would never run again.
  await pool.query(
    `delete from graphile_worker._private_jobs where locked_by = any($1::text[])
       and key is null and attempts >= max_attempts and last_error is null`,
    [dead],
  );
  await pool.query("select graphile_worker.force_unlock_workers($1::text[])", [dead]);
  for (const id of dead) await leave(id);
  log.info({ pools: dead.length }, "freed the jobs of workers that died");
}

async function stop(
  runner: Runner,
  timers: NodeJS.Timeout[],
  pool: pg.Pool,
  pools: ReadonlySet<string>,
): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  await runner.stop();
  await Promise.all([...pools].map(leave));
  await pool.end();
}
