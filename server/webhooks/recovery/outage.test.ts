import { afterAll, beforeAll, expect, it } from "vitest";
import { readJob } from "#server/actions/bulk/managing.ts";
import { hour } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import { createContact } from "#server/contacts/creating.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { freshCompany } from "#server/testing/company.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { failFirstHalf, OutageLog, outageType, writeOutage } from "#server/testing/outage.ts";
import { startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { createWebhook } from "../creating.ts";
import { startDeliveries } from "../delivery/delivering.ts";
import { updateWebhook } from "../editing.ts";
import { recoverWebhook } from "./recovering.ts";

const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  openDoors();
  const url = env.databaseUrl ?? "";
  await prepareJobs(url);
  allowPrivateTargets(true);
  const relay = await startRelay({ url, consumers: [], ticks: [] });
  const deliveries = await startDeliveries({ url, follow: followRelay, backoffMs: 10 });
  closing.push(
    () => deliveries.stop(),
    () => relay.stop(),
    closeOutbound,
    closeDoors,
  );
});
afterAll(async () => {
  for (const close of closing) await close();
  allowPrivateTargets(false);
});

it("sends a receiver that was off for 72 hours all 500 events by one call, each once, in each conversation's order [P2]", async () => {
  const company = await freshCompany("Outage");
  const { companyId } = company;
  const receiver = await startReceiver();
  const webhook = await createWebhook.execute(company.admin, { url: receiver.url, eventTypes: [outageType] });
  const change = (isActive: boolean) => updateWebhook.execute(company.admin, { webhookId: webhook.id, isActive });
  await change(false);
  const pool = systemPool();
  await pool.query(`update webhooks set "createdAt" = now() - interval '10 days' where "id" = $1`, [webhook.id]);
  const made = await createContact.execute(company.admin, { websiteId: company.given.channelId ?? "", name: "Ona" });
  const { rows: told } = await pool.query<{ data: Record<string, unknown> }>(
    `select "data" from events where "companyId" = $1 and "type" = 'contact/created' and "data" ->> 'id' = $2`,
    [companyId, made.id],
  );
  const sample = { ...told[0]?.data, changes: {} };
  await writeOutage(pool, { companyId, events: 500, conversations: 40, hours: 72, sample });
  await until(async () => {
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int as "left" from events where "companyId" = $1
        and ("position" is null or "position" > (select "position" from webhook_cursor where "id" = 1))`,
      [companyId],
    );
    return rows[0]?.left === 0;
  });
  expect(await failFirstHalf(pool, { companyId, webhookId: webhook.id, attempts: 5 })).toBe(250);
  await change(true);
  const since = new Date(Date.now() - 73 * hour).toISOString();
  const { jobId } = await recoverWebhook.execute(company.admin, { webhookId: webhook.id, since });
  await until(async () => (await readJob.execute(company.admin, { jobId })).finishedAt !== null);
  expect(await readJob.execute(company.admin, { jobId })).toMatchObject({ status: "done", done: 500, failed: 0 });
  const log = new OutageLog();
  for (const { headers, body } of receiver.received) log.hear(String(headers["x-webhook-event-id"]), body);
  expect({ ...log }).toMatchObject({ arrived: 500, doubled: 0, outOfOrder: 0 });
  await change(false);
  await receiver.close();
});
