import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { openFaultyPath } from "#server/testing/proxy.ts";
import { Presence, placesOfFiles } from "./presence.ts";
import { reap } from "./reaping.ts";

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
      "select from pg_stat_activity where application_name = 'parley presence' and datname = current_database()",
    )
  ).rowCount ?? 0;

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await check()); await pause(20)) {
    if (Date.now() > deadline) throw new Error("it did not happen in time");
  }
}

const cut = () =>
  owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley presence' and datname = current_database()",
  );

it("keeps no connection of a try to begin anew that failed [found K10]", async () => {
  const lock = new Presence(url);
  await lock.hold();
  const first = lock.id;
  await owner.query("alter table processes rename to processes_away");
  await cut();
  // Three tries or so, each of which gets its connection and its lock, but not its row.
  await pause(3500);
  await owner.query("alter table processes_away rename to processes");
  await until(async () => lock.id !== first && (await lockConnections()) === 1);
  const { rows } = await systemPool().query(`select "id" from processes where "id" = $1`, [lock.id]);
  expect(rows).toHaveLength(1);
  await lock.letGo();
  await until(async () => (await lockConnections()) === 0);
});

it("begins anew under another number when it loses its connection, and only one of them lives [found K10]", async () => {
  const lock = new Presence(url);
  await lock.hold();
  for (let cuts = 0; cuts < 5; cuts += 1) {
    const before = lock.id;
    await cut();
    await until(async () => lock.id !== before && (await lockConnections()) === 1);
  }
  await lock.letGo();
});

it("knows within seconds that the network went silent, claims nothing then, and gives its old number up for good [H7]", async () => {
  const path = await openFaultyPath(url);
  const presence = new Presence(path.url);
  await presence.hold();
  const lost = presence.current;
  const dead: number[] = [];
  const look = () => reap([{ name: "test", free: async (numbers) => dead.push(...numbers) }]);
  let losses = 0;
  presence.onLoss(() => {
    losses += 1;
  });
  path.silence();
  await until(async () => presence.current === 0);
  await expect(presence.number()).rejects.toMatchObject({ code: "unavailable" });
  path.healForNewOnes();
  await until(async () => presence.current !== 0);
  expect(presence.current).not.toBe(lost);
  await look();
  expect([dead.includes(lost), dead.includes(presence.current), losses]).toEqual([true, false, 1]);
  await presence.letGo();
  await path.close();
}, 90_000);

async function isDead(number: number): Promise<boolean> {
  const dead: number[] = [];
  await reap([{ name: "test", free: async (numbers) => dead.push(...numbers) }]);
  return dead.includes(number);
}

it("frees what bears a number until all of it is free, also that of a process that ended in peace [H7]", async () => {
  const presence = new Presence(url);
  await presence.hold();
  const number = presence.current;
  await presence.letGo();
  expect([await isDead(number), presence.current]).toEqual([true, 0]);
  await owner.query(`update processes set "deadSince" = now() - interval '1 minute' where "id" = $1`, [number]);
  await reap([{ name: "test", free: () => Promise.reject(new Error("not now")) }]);
  expect(await isDead(number)).toBe(true);
  expect(await isDead(number)).toBe(false);
});

it("counts a number that its process has given up as dead, although its lock lives on [H7]", async () => {
  const presence = new Presence(url);
  await presence.hold();
  const number = presence.current;
  expect(await isDead(number)).toBe(false);
  await owner.query(`update processes set "deadSince" = now() where "id" = $1`, [presence.current]);
  expect(await isDead(number)).toBe(true);
  await presence.letGo();
});

it("knows in how many places the living keep their files [P4]", async () => {
  const [one, same, other] = [new Presence(url, 7), new Presence(url, 7), new Presence(url, 8)];
  await one.hold();
  await same.hold();
  expect(await placesOfFiles()).toBe(1);
  await other.hold();
  expect(await placesOfFiles()).toBe(2);
  await other.letGo();
  await until(async () => (await placesOfFiles()) === 1);
  for (const presence of [one, same]) await presence.letGo();
});
