import { beforeAll, describe, expect, it } from "vitest";
import { shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { mapDatabaseError } from "#server/db/errors.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { forgetGivenUp } from "#server/jobs/pruning.ts";
import { Limiter } from "#server/kit/rest/limits.ts";
import { shareLimits } from "#server/kit/rest/shared-limits.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { serveSockets, signedIn } from "#server/testing/sockets.ts";
import { diagnose } from "./doctor.ts";
import { reportHealth } from "./reporting.ts";
import type { HealthCheck } from "./schema.ts";
import { diskState, limits, stateOf } from "./thresholds.ts";

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);

beforeAll(async () => {
  await prepareJobs(env.databaseUrl ?? "");
});

const report = (actor = company.admin) => reportHealth.execute(actor, {});
const checked = async (id: HealthCheck["id"], actor = company.admin) => {
  const found = (await report(actor)).checks.find((one) => one.id === id);
  if (!found) throw new Error(`no check ${id}`);
  return found;
};
const query = (text: string, values: unknown[] = []) => systemPool().query(text, values);

async function webhook(companyId: string): Promise<string> {
  const id = newId();
  await query(
    `insert into webhooks ("companyId", "id", "url", "eventTypes", "secret", "secretLast4")
     values ($1, $2, 'https://receiver.example', '{contact/created}', '', '')`,
    [companyId, id],
  );
  return id;
}

const deliver = (companyId: string, webhookId: string, status: string, ago: string) =>
  query(
    `insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "event", "body", "status", "dueAt", "createdAt")
     values ($1, $2, $3, $4, 'contact/created', '{}', $5, now() - $6::interval, now() - $6::interval)`,
    [companyId, newId(), webhookId, newId(), status, ago],
  );

describe("the health report", () => {
  it("is for administrators", async () => {
    for (const actor of [company.supervisor, company.agent, company.viewer])
      await expect(report(actor)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("follows the worker's heartbeat", async () => {
    await query("delete from worker_heartbeats");
    expect(await checked("worker")).toMatchObject({ state: "failed", ageMs: null, count: 0 });
    await query(`insert into worker_heartbeats ("id", "role", "seenAt") values ('health', 'x', now())`);
    expect(await checked("worker")).toMatchObject({ state: "ok", count: 1 });
    await query(`update worker_heartbeats set "seenAt" = now() - interval '8 seconds'`);
    expect(await checked("worker")).toMatchObject({ state: "warning" });
    await query(`update worker_heartbeats set "seenAt" = now() - interval '1 minute'`);
    const silent = await checked("worker");
    expect([silent.state, silent.count]).toEqual(["failed", 0]);
    expect(silent.ageMs).toBeGreaterThan(59_000);
    await query("delete from worker_heartbeats");
  });

  it("tells for how long events wait to be relayed", async () => {
    await query(`update events set "position" = -"ordinal", "seq" = -"ordinal" where "position" is null`);
    expect(await checked("relay")).toMatchObject({ state: "ok", count: 0, ageMs: null });
    await query(
      `insert into events ("companyId", "id", "type", "actorType", "actorId", "data", "createdAt")
       values ($1, $2, 'tag/changed', 'system', 'system', '{"id": "none"}', now() - interval '1 minute')`,
      [other.companyId, newId()],
    );
    const late = await checked("relay");
    expect([late.state, late.count]).toEqual(["failed", 1]);
    expect(late.ageMs).toBeGreaterThan(59_000);
    await query(`update events set "position" = -"ordinal", "seq" = -"ordinal" where "position" is null`);
  });

  it("counts jobs that wait and jobs that were given up, of all companies", async () => {
    const before = { waiting: await checked("jobs"), dead: await checked("deadJobs") };
    const owner = await import("pg").then(({ default: pg }) => new pg.Client({ connectionString: env.databaseUrl }));
    await owner.connect();
    const add = (name: string, runAt: string) =>
      owner.query(
        `select graphile_worker.add_job('health.nothing', '{}', job_key => $1, run_at => now() - $2::interval)`,
        [name, runAt],
      );
    await add("health-late", "2 minutes");
    await add("health-later", "-1 hour");
    await add("health-dead", "1 hour");
    await owner.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x' where key = 'health-dead'`,
    );
    const waiting = await checked("jobs");
    expect([waiting.state, (waiting.count ?? 0) - (before.waiting.count ?? 0)]).toEqual(["failed", 1]);
    expect(waiting.ageMs).toBeGreaterThan(119_000);
    const dead = await checked("deadJobs");
    expect([dead.state, (dead.count ?? 0) - (before.dead.count ?? 0)]).toEqual(["warning", 1]);
    const told = async () => (await diagnose()).findings.find(({ check }) => check === "jobs");
    expect(await told()).toMatchObject({ state: "warning", says: expect.stringMatching(/health\.nothing: 1/) });
    await owner.query(`update graphile_worker._private_jobs set updated_at = now() - interval '31 days'`);
    await forgetGivenUp();
    const { rows } = await owner.query(`select "key" from graphile_worker.jobs where "key" like 'health-%' order by 1`);
    expect(rows).toEqual([{ key: "health-late" }, { key: "health-later" }]);
    await owner.query(`delete from graphile_worker._private_jobs where key like 'health-%'`);
    await owner.end();
  });

  it("speaks of the company's own webhooks only", async () => {
    const theirs = await webhook(other.companyId);
    await deliver(other.companyId, theirs, "pending", "10 minutes");
    await deliver(other.companyId, theirs, "failed", "1 hour");
    expect(await checked("webhookQueue")).toMatchObject({ state: "ok", count: 0, ageMs: null });
    expect(await checked("webhookFailures")).toMatchObject({ state: "ok", count: 0 });
    const own = await webhook(company.companyId);
    await deliver(company.companyId, own, "failed", "2 days");
    expect(await checked("webhookFailures")).toMatchObject({ state: "ok", count: 0 });
    await deliver(company.companyId, own, "failed", "1 hour");
    await deliver(company.companyId, own, "pending", "-1 hour");
    await deliver(company.companyId, own, "pending", "20 seconds");
    expect(await checked("webhookFailures")).toMatchObject({ state: "warning", count: 1 });
    expect(await checked("webhookQueue")).toMatchObject({ state: "warning", count: 1 });
  });

  it("shows the last word of a visitor on each of the company's channels, and nothing of another's", async () => {
    const { channels } = await report();
    const website = channels.find(({ id }) => id === company.given.channelId);
    expect(Date.now() - Date.parse(website?.lastInboundAt ?? "")).toBeLessThan(60_000);
    expect(website).toMatchObject({ connected: true, type: "WEBSITE" });
    expect(channels.map(({ id }) => id)).not.toContain(other.given.channelId);
    const text = JSON.stringify(await report());
    for (const id of Object.values(other.given)) expect(text).not.toContain(id);
  });

  it("knows migrations, database and disk", async () => {
    expect(await checked("migrations")).toMatchObject({ state: "ok", count: 0 });
    const database = await checked("database");
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.ageMs).toBeGreaterThan(0);
    const disk = await checked("disk");
    expect(disk.bytes).toBeGreaterThan(0);
    expect(disk.share).toBeLessThanOrEqual(1);
  });

  it("says that Redis is away, only where it is used, without waiting for it [found K8]", async () => {
    const checks = async () => (await report()).checks.filter(({ id }) => id === "redis");
    expect(await checks()).toEqual([]);
    // Nothing listens there.
    const limits = shareLimits(new Limiter(), "redis://127.0.0.1:1");
    expect(await checks()).toMatchObject([{ state: "warning", count: 1 }]);
    await limits.stop();
    expect(await checks()).toEqual([]);
  });

  it("judges by limits", () => {
    expect([null, 0, 2000, 9999, 10_000].map((value) => stateOf(value, limits.relayLagMs))).toEqual([
      "ok",
      "ok",
      "warning",
      "warning",
      "failed",
    ]);
    const gigabytes = (free: number, share: number) => diskState({ free: free * 1024 ** 3, share });
    expect([
      gigabytes(50, 0.5),
      gigabytes(4, 0.5),
      gigabytes(50, 0.05),
      gigabytes(0.5, 0.5),
      gigabytes(50, 0.01),
    ]).toEqual(["ok", "warning", "warning", "failed", "failed"]);
    expect(diskState(null)).toBe("warning");
  });
});

describe("GET /health/ready", () => {
  const ready = async () => {
    const answer = await app.request("/health/ready");
    return [answer.status, await answer.json()];
  };

  it("sends a balancer elsewhere while the database is only to be read, as after a failover", async () => {
    const all = async (text: string) => {
      const clients = await Promise.all(Array.from({ length: systemPool().options.max }, () => systemPool().connect()));
      for (const client of clients) await client.query(text).finally(() => client.release());
    };
    await all("set default_transaction_read_only = on");
    try {
      expect(await ready()).toEqual([
        503,
        expect.objectContaining({ parts: { database: expect.stringContaining("only to be read") } }),
      ]);
    } finally {
      await all("set default_transaction_read_only = off");
    }
    await expect.poll(async () => (await ready())[0]).toBe(200);
  });

  it("says so while the database's disk is full, and is ready again once it has not said that for a while", async () => {
    shiftClock(-20_000);
    const full = Object.assign(new Error("could not extend file"), { code: "53100" });
    expect(mapDatabaseError(full)).toMatchObject({ code: "unavailable" });
    const parts = { database: expect.stringContaining("its disk is full") };
    await expect.poll(ready).toEqual([503, expect.objectContaining({ parts })]);
    shiftClock(0);
    await expect.poll(async () => (await ready())[0]).toBe(200);
  });
});

describe("the socket", () => {
  it("answers an echo of the signed-in person, within the limits of everything else it is sent", async () => {
    const server = await serveSockets();
    const { socket } = await server.agent((await signedIn(company.viewer)).cookie);
    expect(await socket.timeout(3000).emitWithAck("echo", {})).toEqual({ ok: true });
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => socket.timeout(3000).emitWithAck("echo", {}) as Promise<{ ok: boolean }>),
    );
    expect(answers.some(({ ok }) => !ok)).toBe(true);
    await server.close();
  });
});
