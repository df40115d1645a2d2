import { EventEmitter, once } from "node:events";
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { jobSeconds, timed } from "#server/base/measures.ts";
import { CheckedPool, patientWaitMs } from "#server/db/connections.ts";
import { systemRole } from "#server/db/pool.ts";
import type { Task } from "#server/kit/jobs/task.ts";
import type { DetachedJobs } from "./detached.ts";
import { beat, workerConnectionName } from "./liveness.ts";

export type RunnerOptions = { url: string; tasks: readonly Task[]; concurrency: number; detached: DetachedJobs };

/** One life of the library's runner, on connections of its own. One lost answer of the database may end it. */
export type JobRunner = {
  /** The library's names of it, under which jobs are locked. */
  pools: ReadonlySet<string>;
  /** Records a heartbeat. */
  beat(): Promise<void>;
  /** Resolves when it takes no more jobs, whether it was stopped or failed. */
  closing: Promise<void>;
  /** Resolves when none of its jobs runs any more and its connections are closed. */
  settled: Promise<void>;
  stop(): void;
};

/** Longer than a statement may take: a job that still runs then hangs, and its place is given back. */
const patienceMs = 40_000;

/**
 * A runner whose first look for jobs has failed never looks again: the library keeps that failure (its table of tasks).
 * After this long without one that worked it is ended, and another one begins.
 */
const firstLookMs = 10_000;

/** A failure, with what lies under it: a job's last one is its end. */
const failed = z.object({
  failure: z.literal(true),
  error: z.unknown(),
  duration: z.number(),
  job: z.object({ id: z.coerce.string(), task_identifier: z.string(), attempts: z.number(), max_attempts: z.number() }),
});

/** The jobs library speaks through our log; its info lines (one per job) are only for debugging. */
const logger = new Logger(() => (level, message, meta) => {
  const { data } = failed.safeParse(meta);
  if (data) {
    const { id, task_identifier: task, attempts: attempt, max_attempts: of } = data.job;
    const about = { error: data.error, task, job: id, attempt, of, ms: Math.round(data.duration) };
    log.error(about, attempt < of ? "a job failed and will be tried again" : "a job was given up");
  } else if (level === "error") log.error(message);
  else if (level === "warning") log.warn(message);
  else log.trace(message);
});

const ofCompany = z.looseObject({ companyId: z.string() });

function taskList(tasks: readonly Task[], detached: DetachedJobs): TaskList {
  return Object.fromEntries(
    tasks.map(({ name, callsOut = false, perform: work }) => {
      const perform = (payload: unknown) => timed(jobSeconds.startTimer({ task: name }), () => work(payload));
      if (!callsOut) return [name, perform];
      const task = { name, perform };
      return [name, (payload: unknown, { job }) => detached.perform(task, ofCompany.parse(payload), job)];
    }),
  );
}

export async function startRunner(options: RunnerOptions): Promise<JobRunner> {
  const instance = newId();
  const pool = openConnections(options.url, instance, options.concurrency);
  const events: WorkerEvents = new EventEmitter();
  const pools = new Set<string>();
  const joining: Promise<void>[] = [];
  const closing = Promise.withResolvers<void>();
  // Registered before its first job is locked: otherwise a kill right after the start would leave jobs that are never
  // freed.
  events.on("pool:create", ({ workerPool }) => {
    pools.add(workerPool.id);
    joining.push(beat(workerPool.id, instance));
  });
  for (const end of ["pool:gracefulShutdown", "pool:forcefulShutdown", "pool:release", "stop"] as const) {
    events.on(end, () => closing.resolve());
  }
  const looked = once(events, "localQueue:getJobs:complete");
  const runner = await begin(options, pool, events);
  // If the first heartbeat fails, the next ones make up for it.
  await Promise.allSettled(joining);
  const ended = runner.promise.then(
    () => undefined,
    (error: unknown) => log.error({ error }, "the job runner ended with an error"),
  );
  void ended.then(() => closing.resolve());
  const stop = () => {
    clearTimeout(looking);
    // It rejects when the runner has ended by itself meanwhile; `settled` reports either case.
    runner.stop().catch((error: unknown) => log.debug({ error }, "the job runner had ended already"));
  };
  const looking = setTimeout(() => {
    log.warn("the job runner has not been able to look for jobs since it began");
    stop();
  }, firstLookMs);
  looking.unref();
  void looked.then(() => clearTimeout(looking));
  return {
    pools,
    beat: async () => {
      for (const id of pools) await beat(id, instance);
    },
    closing: closing.promise,
    settled: closing.promise.then(() => patient(ended)).then(() => endConnections(pool)),
    stop,
  };
}

async function begin(options: RunnerOptions, pool: CheckedPool, events: WorkerEvents): Promise<Runner> {
  const { tasks, concurrency, detached } = options;
  try {
    return await run({
      pgPool: pool,
      taskList: taskList(tasks, detached),
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
  } catch (error) {
    await pool.close();
    throw error;
  }
}

function openConnections(url: string, instance: string, concurrency: number): CheckedPool {
  const config = {
    connectionString: url,
    max: concurrency + 2,
    connectionTimeoutMillis: patientWaitMs,
    application_name: workerConnectionName(instance),
    // The jobs' own bookkeeping: what a power cut takes back runs again, as after any kill.
    options: `-c role=${systemRole} -c synchronous_commit=off -c statement_timeout=30000 -c timezone=UTC`,
  };
  return new CheckedPool(config, "a connection of the worker failed");
}

async function patient(ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
    timer.unref();
  });
  await Promise.race([ended, late]);
  clearTimeout(timer);
}

/** A connection that a hung job still holds closes with the job; we do not wait for it. */
async function endConnections(pool: CheckedPool): Promise<void> {
  const ended = pool.close();
  if (pool.totalCount === pool.idleCount) await ended;
}
