import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { createContact } from "#server/contacts/creating.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { createWebhook } from "../creating.ts";
import { type Deliveries, startDeliveries } from "../delivery/delivering.ts";
import { updateWebhook } from "../editing.ts";
import { readWebhook } from "../listing.ts";

let company: TestCompany;
let relay: Relay;
let deliveries: Deliveries;
let receiver: Receiver;
const url = () => env.databaseUrl ?? "";

beforeAll(async () => {
  openDoors();
  await prepareJobs(url());
  allowPrivateTargets(true);
  company = await furnishedCompany("Pausing");
  relay = await startRelay({ url: url(), consumers: [], ticks: [] });
  deliveries = await startDeliveries({ url: url(), follow: followRelay, backoffMs: 10 });
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(async () => {
  await deliveries.stop();
  await relay.stop();
  await closeOutbound();
  allowPrivateTargets(false);
  await closeDoors();
});

type Options = Partial<Parameters<typeof createWebhook.execute>[1]>;
const subscribe = (options: Options = {}) =>
  createWebhook.execute(company.admin, { url: receiver.url, eventTypes: ["contact/created"], ...options });
const change = (webhookId: string, changes: Record<string, unknown>) =>
  updateWebhook.execute(company.admin, { webhookId, ...changes });
const recoveryOf = async (webhookId: string) => (await readWebhook.execute(company.admin, { webhookId })).recoveryId;

async function contacts(names: readonly string[]): Promise<void> {
  for (const name of names)
    await createContact.execute(company.admin, { websiteId: company.given.channelId ?? "", name });
}

const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${n}`);

/** Names of the contacts that were told of, in the order in which they came. */
const names = () => receiver.received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);

/** How many deliveries there are in each state. */
async function states(webhookId: string): Promise<Record<string, number>> {
  const { rows } = await systemPool().query<{ status: string; count: number }>(
    `select "status", count(*)::int as "count" from webhook_deliveries where "webhookId" = $1 group by 1`,
    [webhookId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

it("sends nothing that waited for it when it goes on after a pause [K7]", async () => {
  const { id } = await subscribe({ callsPerSecond: 2 });
  await contacts(numbered("A", 6));
  await receiver.until(1);
  await change(id, { isActive: false });
  await sleep(300);
  const sent = names().length;
  await change(id, { isActive: true });
  await contacts(["later"]);
  await until(async () => names().includes("later"));
  await sleep(1200);
  expect(names()).toEqual([...numbered("A", sent), "later"]);
  expect(await states(id)).toEqual({ succeeded: sent + 1, dropped: 6 - sent });
  await change(id, { isActive: false });
});

it("sends what waited for it once when it goes on after a pause that holds [P2]", async () => {
  const { id } = await subscribe({ callsPerSecond: 4, holdWhilePaused: true });
  await contacts(numbered("B", 8));
  // Stored, while most of them wait in memory.
  await until(async () => ((await states(id)).pending ?? 0) > 0);
  await change(id, { isActive: false });
  await sleep(500);
  await change(id, { isActive: true });
  await until(async () => names().length >= 8 && (await recoveryOf(id)) === null);
  await sleep(600);
  expect([...names()].sort()).toEqual(numbered("B", 8));
  expect(await states(id)).toEqual({ succeeded: 8 });
  await change(id, { holdWhilePaused: false, isActive: false });
});

it("does not send again what is of no event that it is for any more [P2]", async () => {
  const { id } = await subscribe({ retryPlan: "three_days" });
  receiver.answer(503);
  await contacts(["C0"]);
  await receiver.until(1);
  await change(id, { eventTypes: ["contact/updated"] });
  receiver.answer(200);
  await until(async () => (await states(id)).dropped === 1);
  expect(names()).toHaveLength(1);
  await change(id, { isActive: false });
});
