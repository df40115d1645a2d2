import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { failingParts } from "#server/base/vitals.ts";
import { env } from "#server/config/env.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { startWorker, type Worker } from "#server/jobs/worker.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { app } from "#server/rest/app.ts";
import { freshCompany, type TestCompany } from "#server/testing/company.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { type Client, http } from "#server/testing/http.ts";
import { type FaultyPath, openFaultyPath } from "#server/testing/proxy.ts";
import { type SocketServer, serveSockets, signedIn } from "#server/testing/sockets.ts";
import { type Deliveries, startDeliveries } from "#server/webhooks/delivery/delivering.ts";
import { CheckedPool } from "./connections.ts";
import { closeTenantPool, openTenantPool } from "./pool.ts";
import { closeSystemPool, openSystemPool } from "./system.ts";

let company: TestCompany;
let path: FaultyPath;
let api: Client;
let relay: Relay;
let worker: Worker;
let deliveries: Deliveries;

type Answered = { at: number; status: number; ms: number };
const answers: Answered[] = [];
let asking = true;
let askers: Promise<void>[];
let cookie: string;
let strangers: string;
let sockets: SocketServer;

/** Asks again and again, as long as the test runs. */
async function ask(): Promise<void> {
  while (asking) {
    const begun = performance.now();
    const { status, headers } = await api.get("/v1/phases");
    answers.push({ at: performance.now(), status, ms: performance.now() - begun });
    if (status === 503) expect(headers.get("retry-after")).toMatch(/^\d+$/);
    await pause(100);
  }
}

const ready = async () => (await api.get<{ parts: Record<string, string> }>("/health/ready")).body.parts ?? {};

beforeAll(async () => {
  company = await freshCompany("Silence", allFurniture);
  const { secret } = await company.token(["clients_read"]);
  ({ cookie } = await signedIn(company.admin));
  ({ cookie: strangers } = await signedIn(company.agent));
  await closeTenantPool();
  await closeSystemPool();
  const url = env.databaseUrl ?? "";
  await prepareJobs(url);
  path = await openFaultyPath(url);
  openTenantPool(path.url, 4);
  openSystemPool(path.url, 4);
  sockets = await serveSockets();
  relay = await startRelay({ url: path.url, consumers: [], ticks: [] });
  worker = await startWorker({ url: path.url, tasks: [], concurrency: 2 });
  deliveries = await startDeliveries({ url: path.url });
  api = http(app, secret);
  askers = Array.from({ length: 6 }, ask);
});

afterAll(async () => {
  await sockets.close();
  await deliveries.stop();
  await worker.stop();
  await relay.stop();
  await closeTenantPool();
  await closeSystemPool();
  await path.close();
});

it("answers again within seconds after the path to the database was silent and forgot its connections [found K3]", async () => {
  await pause(500);
  expect(await ready()).toEqual({});
  const silentAt = performance.now();
  path.silence();
  await pause(15_000);
  const parts = await ready();
  expect(Object.keys(parts)).toContain("database");
  expect((await api.get("/health")).status).toBe(200);
  path.healForNewOnes();
  const healedAt = performance.now();
  await pause(10_000);
  const late = answers.filter(({ at }) => at > healedAt + 5000);
  expect(late.length).toBeGreaterThan(5);
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set([200]));
  const meanwhile = answers.filter(({ at }) => at > silentAt + 1000 && at < healedAt);
  expect(meanwhile.length).toBeGreaterThan(4);
  expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([503]));
  asking = false;
  await Promise.all(askers);
  for (const deadline = Date.now() + 20_000; Object.keys(await ready()).length > 0; await pause(100)) {
    if (Date.now() > deadline) throw new Error(JSON.stringify(failingParts()));
  }
}, 90_000);

it.each([300, 1500, 3000])(
  "answers again within five seconds after %i ms of silence, although all its connections were in use just before",
  async (silenceMs) => {
    const pool = new CheckedPool({ connectionString: path.url, max: 10 }, "lost on purpose");
    try {
      await Promise.all(Array.from({ length: 10 }, () => pool.query("select pg_sleep(0.05)")));
      path.silence();
      let well = false;
      const asking = (async () => {
        while (!well)
          well = await pool.query("select 1").then(
            () => true,
            () => false,
          );
      })();
      await pause(silenceMs);
      path.healForNewOnes();
      const healedAt = performance.now();
      await asking;
      expect(performance.now() - healedAt).toBeLessThan(5000);
    } finally {
      await pool.close();
    }
  },
  60_000,
);

it("answers 503 at once while connections to the database are refused, and 200 again afterwards [found K6]", async () => {
  await pause(200);
  path.break();
  await pause(200);
  const begun = performance.now();
  for (let tries = 0; tries < 20; tries += 1) {
    const { status, body, headers } = await api.get("/v1/phases");
    expect([status, body.error, headers.get("retry-after")]).toEqual([503, "unavailable", "2"]);
  }
  const own = { "sec-fetch-site": "same-origin" };
  const others = [
    await api.get("/api/trpc/phases.list", { headers: { cookie } }),
    await api.get("/api/trpc/phases.list", { headers: { cookie: strangers } }),
    await api.get(`/widget/v1/${company.given.channelId}/config`),
    await api.get(`/hooks/whatsapp/${newId()}?hub.mode=subscribe&hub.verify_token=x`),
    await api.post("/api/setup", {}, { headers: own }),
  ];
  for (const { status, text, headers } of others) {
    expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    expect(text).toContain("unavailable");
    expect(text).not.toMatch(/ECONN|127\.0\.0\.1|terminated/);
  }
  await expect(sockets.agent(cookie)).rejects.toThrow("unavailable");
  await expect(sockets.visitor(`vs_${"x".repeat(43)}`)).rejects.toThrow("unavailable");
  expect(performance.now() - begun).toBeLessThan(5000);
  expect((await api.get("/health")).body).toEqual({ status: "ok" });
  expect((await api.get("/health/ready")).status).toBe(503);
  await path.mend();
  for (const deadline = Date.now() + 20_000; Object.keys(await ready()).length > 0; await pause(100)) {
    if (Date.now() > deadline) throw new Error(JSON.stringify(failingParts()));
  }
  expect((await api.get("/v1/phases")).status).toBe(200);
}, 60_000);
