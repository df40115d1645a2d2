import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { announceCommit, storeEvents } from "#server/core/events/storing.ts";
import { clusterDirectory } from "#server/db/embedded/cluster.ts";
import { filesOf } from "#server/db/embedded/files.ts";
import { runningServer } from "#server/db/embedded/server.ts";
import { startDatabase } from "#server/db/embedded.ts";
import { applyMigrations } from "#server/db/migrate.ts";
import { closeTenantPool, inTransaction, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { until } from "#server/testing/sockets.ts";
import { startRelay } from "./relay.ts";

let database: { url: string; stop(): Promise<void> } | undefined;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-durable-"));

async function openPools(url: string): Promise<void> {
  await closeTenantPool();
  await closeSystemPool();
  openTenantPool(url, 2);
  openSystemPool(url, 2);
}

afterAll(async () => {
  await openPools(env.databaseUrl ?? "");
  await database?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

it("a place that was seen outlives PostgreSQL: readers stand at it, and webhooks have told it", {
  timeout: 120_000,
}, async () => {
  database = await startDatabase({ dataDir: folder });
  const { url } = database;
  await applyMigrations(url);
  // What does not wait for the disk is written there late, so that the kill undoes it.
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query("alter system set wal_writer_delay = '10s'");
  await owner.query("select pg_reload_conf()");
  await owner.end();
  await openPools(url);
  const companyId = newId();
  await systemPool().query(`
    insert into plans ("id", "name", "description", "tier", "leadLimit", "conversationLimit", "channelLimit", "userLimit", "priceUSD", "priceARS")
    values ('durable', 'Test', '', 'TIER_0', 1, 1, 1, 1, 0, 0)`);
  await systemPool().query(`insert into companies ("id", "name", "planId") values ($1, 'Durable', 'durable')`, [
    companyId,
  ]);
  const places = async () => {
    const { rows } = await systemPool().query<{ seq: number | null }>(
      `select "seq" from events where "companyId" = $1 order by "ordinal"`,
      [companyId],
    );
    return rows.map(({ seq }) => seq);
  };
  const relay = await startRelay({ url, consumers: [], ticks: [] });
  await inTransaction(companyId, () =>
    storeEvents(systemActor(companyId), [{ type: "phase/changed", data: { id: companyId } }], new Date()),
  );
  announceCommit();
  await until(async () => (await places())[0] === 1);

  const server = runningServer(clusterDirectory(filesOf(folder)));
  if (server) process.kill(server.pid, "SIGKILL");
  await relay.stop();
  database = await startDatabase({ dataDir: folder });
  await openPools(database.url);
  expect(await places()).toEqual([1]);
});
