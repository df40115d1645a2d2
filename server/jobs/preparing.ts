import { runMigrations } from "graphile-worker";
import pg from "pg";

/** Instances that boot together take turns. */
const migrationLock = 7_275_393;

/** Brings the job tables to the version of the library. Before the relay and the worker start. */
export async function prepareJobs(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "parley jobs" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await runMigrations({ connectionString: url, maxPoolSize: 2 });
    // For the health report: the view holds no payloads.
    await client.query("grant usage on schema graphile_worker to parley_system");
    await client.query("grant select on graphile_worker.jobs to parley_system");
  } finally {
    await client.end();
  }
}
