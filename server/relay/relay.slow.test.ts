import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { announceCommit, storeEvents } from "#server/core/events/storing.ts";
import { closeTenantPool, inTransaction, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { foldCounters } from "#server/jobs/counters.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { spawnRelay } from "#server/testing/processes/relay-spawning.ts";
import { followRelay } from "../relay/tail.ts";
import { type Relay, startRelay } from "./relay.ts";

const url = env.databaseUrl ?? "";
const relays: Relay[] = [];
const children: ChildProcess[] = [];
const stops: (() => void)[] = [];

async function freshCompany(): Promise<string> {
  const id = newId();
  await systemPool().query(`
    insert into plans ("id", "name", "description", "tier", "leadLimit", "conversationLimit", "channelLimit", "userLimit", "priceUSD", "priceARS")
    values ('relay-test', 'Test', '', 'TIER_0', 1, 1, 1, 1, 0, 0) on conflict do nothing`);
  await systemPool().query(`insert into companies ("id", "name", "planId") values ($1, 'Relay', 'relay-test')`, [id]);
  return id;
}

/** One transaction with `count` events; `late` keeps it open for a while, `lost` rolls it back. */
async function store(companyId: string, count: number, options: { late?: number; lost?: boolean } = {}): Promise<void> {
  const work = inTransaction(companyId, async () => {
    const events = Array.from({ length: count }, () => ({ type: "phase/changed" as const, data: { id: companyId } }));
    await storeEvents(systemActor(companyId), events, new Date());
    if (options.late) await sleep(options.late);
    if (options.lost) throw new Error("lost on purpose");
  });
  await work.catch((error: Error) => expect(error.message).toBe("lost on purpose"));
  announceCommit();
}

/** As the owner of the database. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

type Placed = { id: string; seq: number | null; position: number | null };

async function placesOf(companyId: string): Promise<Placed[]> {
  const { rows } = await systemPool().query<Placed>(
    `select "id", "seq", "position" from events where "companyId" = $1 order by "seq" nulls last`,
    [companyId],
  );
  return rows;
}

async function waitFor(condition: () => boolean | Promise<boolean>, ms = 15_000): Promise<void> {
  const until = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error("it did not happen in time");
    await sleep(10);
  }
}

const relayed = (companyId: string) =>
  waitFor(async () => (await placesOf(companyId)).every((one) => one.seq !== null));

async function relay(): Promise<Relay> {
  const started = await startRelay({ url, consumers: [], ticks: [] });
  relays.push(started);
  return started;
}

function follow(companyId: string): RelayedEvent[] {
  const seen: RelayedEvent[] = [];
  stops.push(followRelay((events) => void seen.push(...events.filter((event) => event.companyId === companyId))));
  return seen;
}

function startChild(): ReturnType<typeof spawnRelay> {
  const child = spawnRelay(url);
  children.push(child.process);
  return child;
}

beforeAll(async () => {
  openTenantPool(url, 8);
  openSystemPool(url, 4);
  await prepareJobs(url);
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await Promise.all(relays.splice(0).map((one) => one.stop()));
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

afterAll(async () => {
  // Other files meet the schema as it is.
  await asOwner("drop table if exists relay_seen");
  await closeTenantPool();
  await closeSystemPool();
});

describe("the relay", () => {
  it("gives every committed event the next place in its company and among all, and nothing to what was rolled back", async () => {
    const [one, two] = [await freshCompany(), await freshCompany()];
    const seen = follow(one);
    await relay();
    await store(one, 3);
    await store(two, 2);
    await store(one, 1, { lost: true });
    await store(one, 700);
    await relayed(one);
    await relayed(two);
    expect((await placesOf(one)).map(({ seq }) => seq)).toEqual(Array.from({ length: 703 }, (_, index) => index + 1));
    expect((await placesOf(two)).map(({ seq }) => seq)).toEqual([1, 2]);
    await waitFor(() => seen.length === 703);
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 703 }, (_, index) => index + 1));
    expect(seen.every((event, index) => index === 0 || event.position > (seen[index - 1]?.position ?? 0))).toBe(true);
  });

  it("does not lose a transaction that took its ordinals first and committed last", async () => {
    const company = await freshCompany();
    await relay();
    const late = store(company, 2, { late: 400 });
    await sleep(50);
    for (let round = 0; round < 5; round += 1) await store(company, 4);
    await waitFor(async () => (await placesOf(company)).filter(({ seq }) => seq !== null).length >= 20);
    await late;
    await relayed(company);
    expect((await placesOf(company)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 22 }, (_, index) => index + 1),
    );
  });

  it("tells followers within milliseconds of the commit", async () => {
    const company = await freshCompany();
    const times: number[] = [];
    let committed = 0;
    stops.push(followRelay(() => void times.push(performance.now() - committed)));
    await relay();
    for (let round = 0; round < 60; round += 1) {
      const before = times.length;
      const transaction = inTransaction(company, () =>
        storeEvents(systemActor(company), [{ type: "phase/changed", data: { id: company } }], new Date()),
      );
      await transaction;
      committed = performance.now();
      announceCommit();
      await waitFor(() => times.length > before);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
    expect(median).toBeLessThan(25);
  });

  it("lets one lead while the other follows the same events, and take over when the leader stops", async () => {
    const company = await freshCompany();
    const [first, second] = [await relay(), await relay()];
    expect([first.leading, second.leading]).toEqual([true, false]);
    const seen = follow(company);
    await store(company, 5);
    // Two relays in this process: each hands the events to the followers once.
    await waitFor(() => seen.length === 10);
    await first.stop();
    await waitFor(() => second.leading);
    await store(company, 5);
    await relayed(company);
    await waitFor(() => seen.length === 15);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(10);
  });

  it("tells the followers of an instance that does not lead, without waiting for its next look", async () => {
    const company = await freshCompany();
    const leader = startChild();
    await waitFor(leader.leads);
    const here = await relay();
    expect(here.leading).toBe(false);
    const seen = follow(company);
    const delays: number[] = [];
    for (let round = 1; round <= 9; round += 1) {
      const before = performance.now();
      await store(company, 1);
      await waitFor(() => seen.length === round);
      delays.push(performance.now() - before);
    }
    // Looking every 500 ms alone would take 250 ms at the median.
    expect(delays.sort((a, b) => a - b)[4]).toBeLessThan(150);
  });

  it("comes back after its connection is cut", async () => {
    const company = await freshCompany();
    const leader = await relay();
    await asOwner(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley relay' and datname = current_database()",
    );
    await store(company, 3);
    await relayed(company);
    await waitFor(() => leader.leading);
    expect((await placesOf(company)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});

describe("under kill -9", () => {
  it("relays every committed event once and tells each consumer at least once, wherever the process was killed", async () => {
    const company = await freshCompany();
    await asOwner(`create table if not exists relay_seen ("eventId" uuid not null)`);
    let writing = true;
    const writer = (async () => {
      while (writing) {
        await Promise.all([store(company, 3), store(company, 1, { late: 20 }), store(company, 2, { lost: true })]);
        await sleep(2);
      }
    })();
    for (let round = 0; round < 4; round += 1) {
      const child = startChild();
      await waitFor(child.leads);
      await sleep(100 + Math.random() * 400);
      child.process.kill("SIGKILL");
    }
    startChild();
    writing = false;
    await writer;
    await relayed(company);
    const places = await placesOf(company);
    expect(places.length).toBeGreaterThan(50);
    expect(places.map(({ seq }) => seq)).toEqual(places.map((_, index) => index + 1));
    const missing = async () => {
      const { rows } = await systemPool().query<{ missing: number }>(
        `select count(*)::int as missing from events e where e."companyId" = $1
          and not exists (select 1 from relay_seen s where s."eventId" = e."id")`,
        [company],
      );
      return rows[0]?.missing;
    };
    await waitFor(async () => (await missing()) === 0, 30_000);
  }, 90_000);

  it("hands the lead to a living instance within seconds", async () => {
    const [one, two] = [startChild(), startChild()];
    await waitFor(() => one.leads() || two.leads());
    const [leader, follower] = one.leads() ? [one, two] : [two, one];
    await sleep(200);
    leader.process.kill("SIGKILL");
    await waitFor(follower.leads, 5000);
  }, 30_000);
});

describe("the counters", () => {
  it("are never wrong for a concurrent reader while changes are folded", async () => {
    const company = await freshCompany();
    let sum = 0;
    let writing = true;
    const writer = (async () => {
      while (writing) {
        await systemPool().query(
          `insert into list_counter_deltas ("companyId", "list", "key", "count")
            select $1, 'test', 'all', 1 from generate_series(1, 50)`,
          [company],
        );
        sum += 50;
        await sleep(1);
      }
    })();
    const folder = (async () => {
      while (writing) {
        await foldCounters();
        await sleep(3);
      }
    })();
    const until = Date.now() + 1500;
    while (Date.now() < until) {
      const before = sum;
      const { rows } = await systemPool().query<{ total: number }>(
        `select coalesce(sum(n."count"), 0)::int8 as total from (
          select "count" from list_counters where "companyId" = $1 and "key" = 'all'
          union all select "count" from list_counter_deltas where "companyId" = $1 and "key" = 'all') n`,
        [company],
      );
      const total = rows[0]?.total ?? -1;
      expect(total).toBeGreaterThanOrEqual(before);
      expect(total % 50).toBe(0);
    }
    writing = false;
    await Promise.all([writer, folder]);
    await foldCounters();
    const { rows } = await systemPool().query(`select "count" from list_counters where "companyId" = $1`, [company]);
    expect(rows).toEqual([{ count: sum }]);
  });
});
