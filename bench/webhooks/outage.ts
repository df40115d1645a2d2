import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { createCompany } from "#server/companies/creating.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { failFirstHalf, OutageLog, outageType, writeOutage } from "#server/testing/outage.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { updateWebhook } from "#server/webhooks/editing.ts";
import { recoverWebhook } from "#server/webhooks/recovery/recovering.ts";
import { percentile, type Report } from "../report.ts";
import { contactData, emit, end, startWorker } from "./events.ts";

const events = 100_000;
const conversations = 2000;
const hours = 72;
/** Of the healthy, to each of the two companies. */
const perSecond = 20;
const windowSeconds = 10;
const windowsBeside = 6;

/** A receiver of two: the one that was off, and a healthy one that notes how long each event took. */
async function startReceivers(log: OutageLog) {
  const arrivals = new Map<string, number>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      if (request.url === "/off") log.hear(String(request.headers["x-webhook-event-id"]), body);
      else arrivals.set((JSON.parse(body) as { data: { id: string } }).data.id, Date.now());
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { arrivals, origin, close };
}

type Healthy = { client: pg.Client; companies: string[]; arrivals: Map<string, number> };

/** What the healthy get in one window: from the commit to the receiver, in milliseconds. */
async function windowOf({ client, companies, arrivals }: Healthy): Promise<number[]> {
  const sent: { id: string; at: number }[] = [];
  const begun = Date.now();
  for (let index = 0; index < perSecond * windowSeconds; index += 1) {
    await sleep(Math.max(0, begun + (index * 1000) / perSecond - Date.now()));
    for (const companyId of companies) {
      const at = Date.now();
      for (const id of await emit(client, companyId, 1)) sent.push({ id, at });
    }
  }
  const end = Date.now() + 30_000;
  while (sent.some(({ id }) => !arrivals.has(id)) && Date.now() < end) await sleep(20);
  return sent.map(({ id, at }) => (arrivals.get(id) ?? Number.POSITIVE_INFINITY) - at);
}

async function windows(healthy: Healthy, goesOn: (count: number) => Promise<boolean> | boolean): Promise<number[]> {
  const found: number[] = [];
  for (let count = 0; await goesOn(count); count += 1) found.push(...(await windowOf(healthy)));
  return found;
}

/** Until the queue has passed everything that has happened. */
async function passed(client: pg.Client): Promise<void> {
  for (let waited = 0; waited < 300_000; waited += 200) {
    const { rows } = await client.query<{ left: boolean }>(
      `select exists (select 1 from events where "position" is null)
         or (select max("position") from events) > (select "position" from webhook_cursor where "id" = 1) as "left"`,
    );
    if (!rows[0]?.left) return;
    await sleep(200);
  }
  throw new Error("the queue does not pass what has happened");
}

/** A company's administrator: jobs are somebody's. */
async function made(): Promise<Actor> {
  const email = `${newId()}@bench.example`;
  const admin = { name: "Bench", email, password: "correct horse 9" };
  const { companyId, userId } = await createCompany({ name: "Outage", email, admin });
  return { ...systemActor(companyId), type: "user", id: userId, userId, name: "Bench" };
}

/** What the receiver missed, and its webhook, that goes on again. */
async function missOut(client: pg.Client, companyId: string, origin: string): Promise<string> {
  const actor = systemActor(companyId);
  const { id: webhookId } = await createWebhook.execute(actor, { url: `${origin}/off`, eventTypes: [outageType] });
  await updateWebhook.execute(actor, { webhookId, isActive: false });
  await client.query(`update webhooks set "createdAt" = now() - interval '10 days' where "id" = $1`, [webhookId]);
  const sample = { ...contactData(companyId, newId()), changes: {} };
  await writeOutage(client, { companyId, events, conversations, hours, sample });
  await passed(client);
  await failFirstHalf(client, { companyId, webhookId, attempts: 5 });
  await client.query("analyze events; analyze webhook_deliveries");
  await updateWebhook.execute(actor, { webhookId, isActive: true });
  return webhookId;
}

/** How many seconds it took; null: it goes on. */
async function secondsOf(client: pg.Client, jobId: string): Promise<number | null> {
  const text = `select extract(epoch from "finishedAt" - "createdAt")::float8 as "seconds" from webhook_recoveries where "id" = $1`;
  return (await client.query<{ seconds: number | null }>(text, [jobId])).rows[0]?.seconds ?? null;
}

/** A receiver that was off for 72 hours gets all of it by one call, while others get theirs as before. */
export async function benchOutage(url: string, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  connectListeners();
  openTenantPool(url, 4);
  openSystemPool(url, 2);
  allowPrivateTargets(true);
  const log = new OutageLog();
  const receivers = await startReceivers(log);
  const [owner, other] = [await made(), await made()];
  const companies = [owner.companyId, other.companyId];
  const { companyId } = owner;
  const worker = await startWorker(url);
  try {
    const webhookId = await missOut(client, companyId, receivers.origin);
    for (const id of companies)
      await createWebhook.execute(systemActor(id), { url: receivers.origin, eventTypes: ["contact/created"] });
    await sleep(1500);
    const healthy = { client, companies, arrivals: receivers.arrivals };
    await windowOf(healthy);
    const before = await windows(healthy, (count) => count < windowsBeside);
    const since = new Date(Date.now() - (hours + 1) * 3_600_000).toISOString();
    const { jobId } = await recoverWebhook.execute(owner, { webhookId, since });
    const during = await windows(healthy, async () => (await secondsOf(client, jobId)) === null);
    const seconds = (await secondsOf(client, jobId)) ?? Number.NaN;
    const after = await windows(healthy, (count) => count < windowsBeside);
    const [calm, busy] = [percentile([...before, ...after], 99), percentile(during, 99)];
    report.line(`${events} events after ${hours} hours: ${seconds.toFixed(0)} s, ${(events / seconds).toFixed(0)}/s`);
    report.line(`healthy beside it, p99: ${busy.toFixed(1)} ms; without it: ${calm.toFixed(1)} ms`);
    report.limit("events that one call recovered", log.arrived, "at least", events);
    report.limit("of them out of their conversation's order", log.outOfOrder, "at most", 0);
    report.limit("p99 of the healthy beside a recovery : without", busy / calm, "at most", 1.5);
  } finally {
    await end(worker);
    receivers.close();
    for (const table of ["webhooks", "webhook_attempts", "events"])
      await client.query(`delete from ${table} where "companyId" = any($1)`, [companies]);
    await closeTenantPool();
    await closeSystemPool();
    await client.end();
  }
}
