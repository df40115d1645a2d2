import { runMigrations } from "graphile-worker";
import pg from "pg";

/** Instances that boot together take turns. */
const migrationLock = 7_275_393;

/** The library's tables are the owner's; the relay, the worker and the health report use them as the system. */
const rights = `
  grant usage on schema graphile_worker to parley_system;
  grant select, insert, update, delete on all tables in schema graphile_worker to parley_system;
  grant usage, select on all sequences in schema graphile_worker to parley_system;
  do $$
  declare target regclass;
  begin
    for target in
      select c.oid from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p')
        and c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'system')
    loop
      execute format('create policy system on %s to parley_system using (true) with check (true)', target);
    end loop;
  end $$`;

/** Brings the job tables to the version of the library. Before the relay and the worker start. */
export async function prepareJobs(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "parley jobs" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await runMigrations({ connectionString: url, maxPoolSize: 2 });
    await client.query(rights);
  } finally {
    await client.end();
  }
}
