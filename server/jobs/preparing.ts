import { EventEmitter } from "node:events";
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

/** The same within the transaction that this connection has begun: it is undone with that one. */
export async function prepareJobsWithin(client: pg.ClientBase): Promise<void> {
  await runMigrations({ pgPool: poolWithin(client) });
  await client.query(rights);
}

/** What the library begins and ends by itself is a part of the transaction that is open, and so is what it only tries. */
const parts: Readonly<Record<string, string>> = {
  begin: "savepoint part",
  commit: "release savepoint part",
  rollback: "rollback to savepoint part; release savepoint part",
};

function poolWithin(client: pg.ClientBase): pg.Pool {
  const query = async (asked: string | pg.QueryConfig, values?: unknown[]) => {
    const part = typeof asked === "string" ? parts[asked] : undefined;
    if (part) return client.query(part);
    await client.query("savepoint tried");
    try {
      const result = await client.query(asked, values);
      await client.query("release savepoint tried");
      return result;
    } catch (error) {
      await client.query("rollback to savepoint tried; release savepoint tried");
      throw error;
    }
  };
  const lent = Object.assign(new EventEmitter(), { query, release: () => undefined });
  const pool = Object.assign(new EventEmitter(), { options: { max: 1 }, connect: () => Promise.resolve(lent) });
  // The library warns of pools whose failures nobody hears; those of this connection are heard by who made it.
  for (const event of ["error", "connect"]) pool.on(event, () => undefined);
  return pool as unknown as pg.Pool;
}
