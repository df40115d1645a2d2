import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
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

const company = await openCompany("Led");
const url = env.databaseUrl ?? "";
let receiver: Receiver;

beforeAll(async () => {
  await prepareJobs(url);
  allowPrivateTargets(true);
});
afterAll(() => allowPrivateTargets(false));

async function start() {
  const child = spawnDeliveries(url);
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

const subscribe = async () => {
  receiver = await startReceiver();
  return createWebhook.execute(company.admin, { url: receiver.url, eventTypes: ["contact/created"] });
};

let made = 0;
const contact = () => {
  made += 1;
  return createContact.execute(company.admin, { websiteId: company.given.channelId ?? "", name: `Contact ${made}` });
};

async function stored(webhookId: string): Promise<{ eventId: string; status: string; attempts: number }[]> {
  const { rows } = await systemPool().query<{ eventId: string; status: string; attempts: number }>(
    `select d."eventId", d."status", (select count(*)::int from webhook_attempts a
       where a."companyId" = d."companyId" and a."deliveryId" = d."id") as "attempts"
     from webhook_deliveries d where d."webhookId" = $1`,
    [webhookId],
  );
  return rows;
}

it("sends again, by the same id, what a process that was killed had sent and not stored, and stores it once", async () => {
  const webhook = await subscribe();
  const first = await start();
  // It is killed while it waits for the answer, before what it has read is stored.
  receiver.answer(() => first.kill("SIGKILL"));
  await contact();
  await receiver.until(1);
  await once(first, "exit");
  expect(await stored(webhook.id)).toEqual([]);
  receiver.answer(200);
  const second = await start();
  await until(async () => (await stored(webhook.id)).length > 0);
  const ids = new Set(receiver.received.map(({ headers }) => String(headers["x-webhook-event-id"])));
  expect(receiver.received).toHaveLength(2);
  expect(await stored(webhook.id)).toEqual([{ eventId: [...ids][0], status: "succeeded", attempts: 1 }]);
  second.kill("SIGKILL");
  await receiver.close();
});

it("stores each delivery once and loses none while the leader's connection is cut again and again", async () => {
  const webhook = await subscribe();
  receiver.answer((_request, response) => void setTimeout(() => response.writeHead(200).end(), 20));
  const workers = await Promise.all([start(), start()]);
  const ids: string[] = [];
  let writing = true;
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const cutting = (async () => {
    while (writing) {
      await sleep(150);
      await owner.query(
        `select pg_terminate_backend(a.pid) from pg_stat_activity a where a.application_name = 'parley webhooks'
           and a.datname = current_database()`,
      );
    }
  })();
  for (let count = 0; count < 200; count += 1) ids.push((await contact()).id);
  writing = false;
  await cutting;
  await owner.end();
  await until(async () => (await stored(webhook.id)).filter(({ status }) => status === "succeeded").length === 200);
  const rows = await stored(webhook.id);
  expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(200);
  expect(rows).toHaveLength(200);
  const arrived = new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id));
  expect(ids.filter((id) => !arrived.has(id))).toEqual([]);
  for (const worker of workers) worker.kill("SIGKILL");
  await receiver.close();
}, 60_000);
