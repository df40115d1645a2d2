import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { createContact } from "#server/contacts/creating.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { spawnDeliveries } from "#server/testing/processes/webhooks-spawning.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { createWebhook } from "../creating.ts";

let receiver: Receiver;
const running = new Set<ChildProcess>();

const company = await openCompany("Killed");

beforeAll(async () => {
  await prepareJobs(env.databaseUrl ?? "");
  allowPrivateTargets(true);
  receiver = await startReceiver();
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await receiver.close();
  allowPrivateTargets(false);
});

/** Starts a worker process; resolves when it works. */
async function start(): Promise<ChildProcess> {
  const child = spawnDeliveries(env.databaseUrl ?? "");
  running.add(child);
  child.once("exit", () => running.delete(child));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return child;
}

const events = 1000;
const kills = 20;

it(`delivers each of ${events} events at least once while its workers are killed ${kills} times`, async () => {
  const target = { url: receiver.url, eventTypes: ["contact/created" as const], retryCount: 10 };
  const webhook = await createWebhook.execute(company.admin, target);
  let asked = 0;
  const delivered = new Set<string>();
  receiver.answer(({ body }, response) => {
    asked += 1;
    delivered.add((JSON.parse(body) as { data: { id: string } }).data.id);
    // Slow enough that some are always under way, and now and then a failure that has to be tried again.
    const status = asked % 50 === 0 ? 503 : 200;
    setTimeout(() => response.writeHead(status).end(), 5 + (asked % 40));
  });
  const made = new Set<string>();
  let killed = 0;
  const write = async () => {
    while (made.size < events) {
      const share = Math.ceil((events * (killed + 1)) / kills);
      if (made.size >= share && killed < kills) await sleep(5);
      else {
        const body = { websiteId: company.given.channelId ?? "", name: `Contact ${made.size}` };
        made.add((await createContact.execute(company.admin, body)).id);
      }
    }
  };
  const writing = Promise.all([write(), write()]);
  let workers = await Promise.all([start(), start()]);
  while (killed < kills) {
    await sleep(80);
    for (const worker of workers) worker.kill("SIGKILL");
    killed += workers.length;
    workers = await Promise.all([start(), start()]);
  }
  await writing;
  await until(() => [...made].every((id) => delivered.has(id)), "the last delivery", 30_000);
  const pending = async () => {
    const text = `select (select count(*) from webhook_deliveries where "webhookId" = $1 and "status" <> 'succeeded')::int
      + (select count(*) from events where "position" is null
        or "position" > (select "position" from webhook_cursor where "id" = 1))::int as count`;
    return (await systemPool().query<{ count: number }>(text, [webhook.id])).rows[0]?.count;
  };
  await until(async () => (await pending()) === 0, "the end of the queue", 30_000);
  const { rows } = await systemPool().query(
    `select count(*)::int as queued, count(distinct "eventId")::int as events from webhook_deliveries where "webhookId" = $1`,
    [webhook.id],
  );
  expect(rows).toEqual([{ queued: made.size, events: made.size }]);
  expect(made.size).toBeGreaterThanOrEqual(events);
  // Twice is allowed, but only what was under way in a kill or failed on purpose.
  expect(receiver.received.length - made.size).toBeLessThan(kills * 64 + asked / 50 + 1);
}, 120_000);
