import { type ChildProcess, fork } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { systemActor } from "#server/core/actor.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { compare } from "../comparing.ts";
import type { Company } from "../dataset.ts";
import { median, percentile, type Report } from "../report.ts";
import { contactData, emit, end, startWorker } from "./events.ts";

/** About as long as the limit is measured. */
const events = 24_000;
const concurrency = 64;
const rounds = 3;

type Bench = { client: pg.Client; url: string; company: Company; other: string };

const next = <T>(child: ChildProcess) =>
  new Promise<T>((resolve) => child.once("message", (message) => resolve(message as T)));

function ask<T>(child: ChildProcess, word: unknown): Promise<T> {
  const answer = next<T>(child);
  child.send(word as object);
  return answer;
}

async function subscribe(companyId: string, url: string): Promise<void> {
  await createWebhook.execute(systemActor(companyId), { url, eventTypes: ["contact/created"] });
}

async function forget({ client, company, other }: Bench): Promise<void> {
  await client.query(`delete from webhooks where "companyId" = any($1)`, [[company.companyId, other]]);
  for (const table of ["webhook_deliveries", "webhook_attempts", "webhook_hours"]) {
    await client.query(`delete from ${table} where "companyId" = any($1)`, [[company.companyId, other]]);
  }
}

/** Deliveries a second, from the moment the events are committed until every log row is written. */
async function deliver({ client, company }: Bench, sink: ChildProcess): Promise<number> {
  await ask(sink, "reset");
  // Written by the statement that writes the log; to count the log's rows would cost as much as many deliveries.
  const logged = async () => {
    const text = `select coalesce(sum("successes" + "failures"), 0)::int as count from webhook_hours where "companyId" = $1`;
    return (await client.query<{ count: number }>(text, [company.companyId])).rows[0]?.count ?? 0;
  };
  const before = await logged();
  await emit(client, company.companyId, events);
  const begun = performance.now();
  while ((await logged()) < before + events) {
    if (performance.now() - begun > 60_000) throw new Error("the deliveries do not come");
    await sleep(25);
  }
  return (events * 1000) / (performance.now() - begun);
}

async function throughput(bench: Bench, sink: ChildProcess, origin: string, report: Report): Promise<void> {
  const body = JSON.stringify({ event: "contact/created", timestamp: new Date(), data: contactData(newId(), newId()) });
  await compare(report, {
    name: "webhook deliveries, logged : bare undici",
    unit: "/s",
    ours: () => deliver(bench, sink),
    limit: async () => {
      const loop = fork(new URL("./loop.ts", import.meta.url));
      const { perSecond } = await ask<{ perSecond: number }>(loop, { origin, body, concurrency, seconds: 3 });
      await end(loop);
      return perSecond;
    },
    kind: "at least",
    goal: 0.33,
  });
}

/** The same events while another company has 1 and then 20 subscriptions of its own. */
async function strangers(bench: Bench, sink: ChildProcess, origin: string, report: Report): Promise<void> {
  await subscribe(bench.other, origin);
  const one: number[] = [];
  for (let round = 0; round < rounds; round += 1) one.push(await deliver(bench, sink));
  for (let count = 1; count < 20; count += 1) await subscribe(bench.other, origin);
  const twenty: number[] = [];
  for (let round = 0; round < rounds; round += 1) twenty.push(await deliver(bench, sink));
  const cost = median(one) / median(twenty);
  report.limit("cost per event with 20 subscriptions of another company : with 1", cost, "at most", 1.3);
}

/** A healthy receiver beside five that never answer. */
async function isolation(bench: Bench, report: Report): Promise<void> {
  const { client, company } = bench;
  const perSecond = 100;
  const seconds = 8;
  const arrived = new Map<string, number>();
  const server = http.createServer((request, response) => {
    if (request.url === "/hang") return;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } };
      arrived.set(data.id, Date.now());
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (let count = 0; count < 5; count += 1) await subscribe(company.companyId, `${origin}/hang`);
  await subscribe(company.companyId, `${origin}/`);
  await sleep(1000);
  const start = Date.now() + 200;
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, start + (index * 1000) / perSecond - Date.now()));
    await emit(client, company.companyId, 1);
  }
  while (arrived.size < perSecond * seconds && Date.now() < start + 60_000) await sleep(50);
  const { rows } = await client.query<{ id: string; at: Date }>(
    `select "id", "createdAt" as at from events where "companyId" = $1 and "createdAt" >= $2`,
    [company.companyId, new Date(start - 100)],
  );
  const waits = rows.map(({ id, at }) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at.getTime());
  report.limit("commit to delivery beside five hung receivers, p99", percentile(waits, 99), "at most", 1000, " ms");
  server.closeAllConnections();
  server.close();
}

export async function benchWebhooks(url: string, company: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  openTenantPool(url, 4);
  allowPrivateTargets(true);
  const other = newId();
  await client.query(`insert into companies ("id", "name", "planId") values ($1, 'bystander', 'bench')`, [other]);
  const bench = { client, url, company, other };
  // What other parts of the bench wrote is nobody's: the queue begins after it.
  await client.query(`delete from events where "companyId" = $1 and "position" is null`, [company.companyId]);
  // What earlier runs left behind is nobody's cost: autovacuum would read it in the middle of a round.
  await client.query("vacuum (analyze) events, webhook_deliveries, webhook_attempts");
  const sink = fork(new URL("./sink.ts", import.meta.url));
  const { port } = await next<{ port: number }>(sink);
  const origin = `http://127.0.0.1:${port}`;
  let worker = await startWorker(url);
  try {
    await subscribe(company.companyId, origin);
    await sleep(1500);
    await throughput(bench, sink, origin, report);
    await strangers(bench, sink, origin, report);
    await end(worker);
    await forget(bench);
    worker = await startWorker(url);
    await isolation(bench, report);
  } finally {
    worker.kill("SIGKILL");
    await end(sink);
    await forget(bench);
    await client.query(`delete from companies where "id" = $1`, [other]).catch((error: unknown) => {
      console.error(`The second company stays: ${error instanceof Error ? error.message : String(error)}`);
    });
    await closeTenantPool();
    await client.end();
  }
}
