import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { clusterDirectory } from "#server/db/embedded/cluster.ts";
import { filesOf } from "#server/db/embedded/files.ts";
import { startDatabase } from "#server/db/embedded.ts";
import { applyMigrations } from "#server/db/migrate.ts";
import { ensureCompany } from "./dataset.ts";

// `node bench/scaling.ts`: what docs/scale.md says of partitions and of a replica, tried on this machine.
// Both databases are made for it in temporary folders and removed.

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-scaling-"));
const [own, copy] = [path.join(folder, "primary"), path.join(folder, "replica")];

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // A server that stops ends its connections: what was under way has said why.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The middle of several runs, in milliseconds. */
async function middle(work: () => Promise<unknown>, runs = 41): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timed(work));
  return `${(times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0).toFixed(2)} ms`;
}

/** 200,000 messages of the last 12 months, in the conversations that are there. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  await client.query(`truncate messages, message_links, message_sends`);
  await client.query(`
    insert into messages ("companyId", "id", "conversationId", "seq", "fromType", "sender", "senderType", "text", "createdAt")
    select c."companyId", (lpad(to_hex((extract(epoch from now() - interval '365 days' * (n - 0.5) / 20) * 1000)::bigint), 12, '0')
        || '7000' || substr(md5(c."id"::text || n), 1, 16))::uuid,
      c."id", n + 1000, 'visitor', c."visitorId", 'visitor', 'Message ' || n, now() - interval '365 days' * (n - 0.5) / 20
    from conversations c, generate_series(1, 20) n limit 200000`);
  await client.query(`set session_replication_role = default`);
  await client.query(`vacuum analyze messages`);
}

type Part = { name: string; definition: string };

/** Which constraints and unique indexes of a table a partitioned one can have, of those the service relies on. */
async function tryPartitions(client: pg.Client, table: string): Promise<void> {
  const parts = `${table}_parts`;
  await client.query(`create table ${parts} (like ${table} including defaults) partition by range ("id")`);
  const { rows } = await client.query<Part>(
    `select conname as "name", pg_get_constraintdef(oid) as "definition" from pg_constraint
       where conrelid = $1::regclass and contype in ('p', 'u', 'f', 'c')
     union all select c.relname, regexp_replace(pg_get_indexdef(i.indexrelid), ' ON (public\\.)?${table} ', ' ON ${parts} ')
       from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = $1::regclass and i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name, definition } of rows) {
    const statement = definition.startsWith("CREATE")
      ? definition.replace(/INDEX "?\w+"?/, `INDEX "${name}_parts"`)
      : `alter table ${parts} add constraint "${name}_parts" ${definition}`;
    try {
      await client.query(statement);
      say(`  ${table}: ${name} holds`);
    } catch (error) {
      say(`  ${table}: ${name} is refused: ${error instanceof Error ? error.message : "?"}`);
    }
  }
  const pointing = await client.query<{ from: string }>(
    `select conrelid::regclass::text as "from" from pg_constraint where confrelid = $1::regclass and contype = 'f'`,
    [table],
  );
  say(`  ${table}: foreign keys of others to it: ${pointing.rows.map(({ from }) => from).join(", ") || "none"}`);
}

async function measurePartitions(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ declare month date; bound text; following text; begin
      for n in 0..13 loop
        month := date_trunc('month', now() - interval '12 months' + n * interval '1 month');
        bound := lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20);
        following := lpad(to_hex((extract(epoch from month + interval '1 month') * 1000)::bigint), 12, '0') || repeat('0', 20);
        execute format('create table messages_m%s partition of messages_parts for values from (%L) to (%L)', n, bound, following);
      end loop; end $$`);
  await client.query(`insert into messages_parts select * from messages`);
  await client.query(`create index on messages_parts ("companyId", "conversationId", "seq")`);
  await client.query(`vacuum analyze messages_parts`);
  const { rows } = await client.query<{ companyId: string; conversationId: string }>(
    `select "companyId", "conversationId" from messages offset 100 limit 1`,
  );
  const one = rows[0];
  for (const table of ["messages", "messages_parts"]) {
    const thread = `select * from ${table} where "companyId" = $1 and "conversationId" = $2 order by "seq" desc limit 50`;
    const read = () => client.query(thread, [one?.companyId, one?.conversationId]);
    say(`  ${table}: a thread of 20 messages read in ${await middle(read)} (middle of 41)`);
  }
  const old = `"createdAt" < date_trunc('month', now() - interval '9 months')`;
  const deleted = await timed(() => client.query(`delete from messages where ${old}`));
  const dropped = await timed(() => client.query(`drop table messages_m0, messages_m1, messages_m2`));
  say(
    `  three months of messages gone: deleted in ${deleted.toFixed(0)} ms, dropped with their partitions in ${dropped.toFixed(0)} ms`,
  );
}

/** A second server from a copy of the first one's files, which then follows its log. */
async function tryReplica(client: pg.Client, port: number): Promise<void> {
  const [from, to] = [filesOf(own), filesOf(copy)];
  const source = clusterDirectory(from);
  const target = source.startsWith(from.elsewhere) ? path.join(to.elsewhere, "cluster") : to.cluster;
  fs.mkdirSync(to.folder, { recursive: true, mode: 0o700 });
  fs.copyFileSync(path.join(from.folder, "password"), path.join(to.folder, "password"));
  await client.query(`select pg_create_physical_replication_slot('replica', true)`);
  await client.query(`select pg_backup_start('replica', true)`);
  fs.cpSync(source, target, {
    recursive: true,
    filter: (file) => !/postmaster\.(pid|opts)$|\.s\.PGSQL\.|pg_replslot\/./.test(file),
  });
  const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(false)`);
  fs.writeFileSync(path.join(target, "backup_label"), rows[0]?.labelfile ?? "");
  fs.writeFileSync(path.join(target, "standby.signal"), "");
  const password = fs.readFileSync(path.join(to.folder, "password"), "utf8").trim();
  const conninfo = `host=127.0.0.1 port=${port} user=parley password=${password}`;
  fs.appendFileSync(
    path.join(target, "postgresql.auto.conf"),
    `\nprimary_conninfo = '${conninfo}'\nprimary_slot_name = 'replica'\n`,
  );
  fs.chmodSync(target, 0o700);
  const replica = await startDatabase({ dataDir: copy });
  try {
    const reader = await open(replica.url);
    const lags: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      await client.query(`insert into login_attempts values ($1, 1, now())`, [`trial-${n}`]);
      const begun = performance.now();
      for (;;) {
        const seen = await reader.query(`select 1 from login_attempts where "key" = $1`, [`trial-${n}`]);
        if (seen.rowCount === 1) break;
        await pause(1);
      }
      lags.push(performance.now() - begun);
    }
    lags.sort((a, b) => a - b);
    say(
      `  a row is there after ${lags[25]?.toFixed(1)} ms (middle of 50), ${lags[49]?.toFixed(1)} ms at most, other work running`,
    );
    const count = `select count(*)::int as "n" from conversations`;
    const [here, there] = [await client.query<{ n: number }>(count), await reader.query<{ n: number }>(count)];
    say(`  conversations: ${here.rows[0]?.n} and ${there.rows[0]?.n} on the replica`);
    await reader.query(`begin read only`);
    await reader.query(`set local role parley_app`);
    await reader.query(`select set_config('app.company_id', gen_random_uuid()::text, true)`);
    const locked = await reader.query<{ n: number }>(count);
    await reader.query(`rollback`);
    say(`  row level security holds there: ${locked.rows[0]?.n} conversations without a company`);
    const refused = await reader.query(`select pg_advisory_lock(1)`).then(
      () => "taken",
      (error: Error) => error.message,
    );
    const written = await reader.query(`create temp table t (n int)`).then(
      () => "made",
      (error: Error) => error.message,
    );
    say(`  advisory lock on the replica: ${refused}; temporary table: ${written}`);
    await reader.end();
  } finally {
    await replica.stop();
  }
}

const primary = await startDatabase({ dataDir: own });
try {
  await applyMigrations(primary.url);
  await ensureCompany(primary.url, "minnow", 10_000, () => undefined);
  const client = await open(primary.url);
  await fill(client);
  say("Partitions by time (ranges of the id, which begins with it)");
  for (const table of ["messages", "events"]) await tryPartitions(client, table);
  await measurePartitions(client);
  say("A streaming replica");
  await tryReplica(client, Number(new URL(primary.url).port));
  await client.end();
} catch (error) {
  process.exitCode = 1;
  say(error instanceof Error ? (error.stack ?? error.message) : "?");
} finally {
  await primary.stop();
  for (const dataDir of [own, copy]) fs.rmSync(filesOf(dataDir).elsewhere, { recursive: true, force: true });
  fs.rmSync(folder, { recursive: true, force: true });
}
