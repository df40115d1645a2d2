import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { SenderLock } from "./senders.ts";

const url = env.databaseUrl ?? "";
let owner: pg.Client;

beforeAll(async () => {
  openSystemPool(url, 4);
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await closeSystemPool();
});

const lockConnections = async () =>
  (
    await owner.query(
      "select from pg_stat_activity where application_name = 'parley webhooks' and datname = current_database()",
    )
  ).rowCount ?? 0;

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await check()); await pause(20)) {
    if (Date.now() > deadline) throw new Error("it did not happen in time");
  }
}

const cut = () =>
  owner.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley webhooks'");

it("keeps no connection of a try to begin anew that failed [found K10]", async () => {
  const lock = new SenderLock(url);
  await lock.hold();
  const first = lock.id;
  await owner.query("alter table webhook_senders rename to webhook_senders_away");
  await cut();
  // Three tries or so, each of which gets its connection and its lock, but not its row.
  await pause(3500);
  await owner.query("alter table webhook_senders_away rename to webhook_senders");
  await until(async () => lock.id !== first && (await lockConnections()) === 1);
  const { rows } = await systemPool().query(`select "id" from webhook_senders where "id" = $1`, [lock.id]);
  expect(rows).toHaveLength(1);
  await lock.letGo();
  await until(async () => (await lockConnections()) === 0);
});

it("begins anew under another number when it loses its connection, and only one of them lives [found K10]", async () => {
  const lock = new SenderLock(url);
  await lock.hold();
  for (let cuts = 0; cuts < 5; cuts += 1) {
    const before = lock.id;
    await cut();
    await until(async () => lock.id !== before && (await lockConnections()) === 1);
  }
  await lock.letGo();
});
