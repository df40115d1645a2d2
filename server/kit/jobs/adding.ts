import { CheckedPool, poolWaitMs } from "#server/db/connections.ts";
import { systemRole } from "#server/db/pool.ts";

type Options = {
  /** One job of a key waits at a time; adding it again changes its time. */
  key?: string;
  /** Jobs of a queue run one after the other. */
  queue?: string;
  runAt?: Date;
  priority?: number;
  maxAttempts?: number;
};

/**
 * What follows a deletion stands behind all that somebody waits for: a company may delete a hundred thousand records at
 * once, and jobs run in the order of their priorities, whatever company they are of.
 */
export const afterDeletion = 20;

let pool: CheckedPool | undefined;

/** The job tables are the system's: the tenants' door does not reach them. */
export function openJobPool(url: string): void {
  if (pool) return;
  const config = {
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    application_name: "parley adding jobs",
    options: `-c role=${systemRole} -c statement_timeout=10000 -c timezone=UTC`,
  };
  pool = new CheckedPool(config, "a connection for adding jobs failed");
}

export async function closeJobPool(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}

/** Adds a job outside of the relay: for what is no event, such as trying again later. */
export function addJob(
  task: string,
  payload: { companyId: string; [key: string]: string },
  options: Options = {},
): Promise<void> {
  return add(task, payload, options);
}

type Again = Required<Pick<Options, "runAt" | "priority" | "maxAttempts">> & {
  task: string;
  payload: object;
  key: string | null;
};

/** The same as a job that was there already, for later. */
export function addJobAgain({ task, payload, key, ...options }: Again): Promise<void> {
  return add(task, payload, { ...options, ...(key === null ? {} : { key }) });
}

async function add(task: string, payload: object, options: Options): Promise<void> {
  const { key = null, queue = null, runAt = null, priority = 0, maxAttempts = 5 } = options;
  await opened().query({
    name: "add_job",
    text: `select graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, max_attempts => $5,
      job_key => $6, priority => $7)`,
    values: [task, JSON.stringify(payload), queue, runAt, maxAttempts, key, priority],
  });
}

/** Nothing where there is none. */
export async function removeJob(key: string): Promise<void> {
  await opened().query({ name: "remove_job", text: "select graphile_worker.remove_job($1)", values: [key] });
}

function opened(): CheckedPool {
  if (!pool) throw new Error("the job pool is not open");
  return pool;
}
