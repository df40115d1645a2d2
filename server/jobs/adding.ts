import { systemPool } from "#server/db/system.ts";

type Options = {
  /** One job of a key waits at a time; adding it again changes its time. */
  key?: string;
  /** Jobs of a queue run one after the other. */
  queue?: string;
  runAt?: Date;
  priority?: number;
  maxAttempts?: number;
};

/** Adds a job outside of the relay: for what is no event, such as trying again later. */
export async function addJob(
  task: string,
  payload: { companyId: string; [key: string]: string },
  options: Options = {},
): Promise<void> {
  const { key = null, queue = null, runAt = null, priority = 0, maxAttempts = 5 } = options;
  await systemPool().query({
    name: "add_job",
    text: `select graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, max_attempts => $5,
      job_key => $6, priority => $7)`,
    values: [task, JSON.stringify(payload), queue, runAt, maxAttempts, key, priority],
  });
}
