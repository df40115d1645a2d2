import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { cancelJob, readJob } from "#server/actions/bulk/managing.ts";
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
  // What the relay came to only after the pause was never a delivery.
  const { succeeded, dropped = 0, ...others } = await states(id);
  expect([succeeded, others]).toEqual([sent + 1, {}]);
  expect(dropped).toBeLessThanOrEqual(6 - sent);
  await change(id, { isActive: false });
});

it("sends what waited for it once when it goes on after a pause that holds [P2]", async () => {
  const { id } = await subscribe({ callsPerSecond: 4, holdWhilePaused: true });
  // At once: one after the other they would leave as fast as they come on a busy machine.
  await Promise.all(numbered("B", 8).map((name) => contacts([name])));
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
  // On a busy machine the second attempt, after a second, may come before the change, and be under way during it.
  const tried = names().length;
  await until(async () => (await states(id)).dropped === 1);
  expect(names().length).toBeLessThanOrEqual(tried + 1);
  await change(id, { isActive: false });
});

const over = (id: string) => until(async () => (await recoveryOf(id)) === null);

it("tries what was held as often as the webhook says, and no more [K7, P2]", async () => {
  const once = await subscribe({ holdWhilePaused: true, retryCount: 0 });
  await change(once.id, { isActive: false });
  await contacts(numbered("D", 4));
  receiver.answer(500);
  await change(once.id, { isActive: true });
  await receiver.until(4);
  await over(once.id);
  await sleep(500);
  expect([...names()].sort()).toEqual(numbered("D", 4));
  expect(await states(once.id)).toEqual({ failed: 4 });
  await change(once.id, { isActive: false });
});

it("leaves what its plan tries again later to the queue [P2]", async () => {
  const { id } = await subscribe({ holdWhilePaused: true, retryPlan: "three_days" });
  await change(id, { isActive: false });
  await contacts(["E0"]);
  receiver.answer(500);
  await change(id, { isActive: true });
  await over(id);
  expect(await states(id)).toEqual({ pending: 1 });
  receiver.answer(200);
  await until(async () => (await states(id)).succeeded === 1);
  await change(id, { isActive: false });
});

it("does not send again what was refused before the pause [P2]", async () => {
  const { id } = await subscribe({ holdWhilePaused: true });
  receiver.answer(404);
  await contacts(["F0"]);
  await until(async () => (await states(id)).failed === 1);
  receiver.answer(200);
  await change(id, { isActive: false });
  await contacts(["F1"]);
  await change(id, { isActive: true });
  await until(async () => names().includes("F1"));
  await over(id);
  expect(names()).toEqual(["F0", "F1"]);
  await change(id, { isActive: false });
});

it("holds from when it is told to while it is paused [P2]", async () => {
  const { id } = await subscribe();
  await change(id, { isActive: false });
  await contacts(["G0"]);
  await sleep(300);
  await change(id, { holdWhilePaused: true });
  await contacts(["G1"]);
  await sleep(300);
  await change(id, { isActive: true });
  await until(async () => names().length > 0);
  await over(id);
  expect(names()).toEqual(["G1"]);
  await change(id, { isActive: false });
});

it("sends what was held also where the relay comes to it only after the pause [P2]", async () => {
  const { id } = await subscribe({ holdWhilePaused: true });
  await contacts(["I0"]);
  await receiver.until(1);
  await change(id, { isActive: false });
  await contacts(["I1"]);
  await sleep(300);
  await relay.stop();
  await contacts(["I2", "I3"]);
  await change(id, { isActive: true });
  await sleep(300);
  relay = await startRelay({ url: url(), consumers: [], ticks: [] });
  await receiver.until(4);
  await over(id);
  expect(names()).toEqual(numbered("I", 4));
  await change(id, { isActive: false });
});

it("queues nothing of what was held once its job is stopped, and all that comes after it went on [P2]", async () => {
  const { id } = await subscribe({ holdWhilePaused: true, callsPerSecond: 3 });
  await change(id, { isActive: false });
  await contacts(numbered("H", 30));
  await change(id, { isActive: true });
  await receiver.until(1);
  await contacts(["later"]);
  const jobId = (await recoveryOf(id)) ?? "";
  await until(async () => (await readJob.execute(company.admin, { jobId })).done > 0);
  await cancelJob.execute(company.admin, { jobId });
  await over(id);
  await until(async () => names().includes("later"));
  const sent = names().length;
  expect(sent).toBeLessThan(30);
  await sleep(1500);
  expect(names()).toHaveLength(sent);
  await change(id, { holdWhilePaused: false, isActive: false });
});

it("is owed nothing of what happens while holding is switched off in a pause [P2]", async () => {
  const { id } = await subscribe({ holdWhilePaused: true });
  await change(id, { isActive: false });
  await contacts(["I held"]);
  await change(id, { holdWhilePaused: false });
  await contacts(["I lost"]);
  // Until the relay has given it its place.
  await sleep(1000);
  await change(id, { holdWhilePaused: true });
  await contacts(["I kept"]);
  await change(id, { isActive: true });
  await until(async () => names().includes("I kept"));
  await over(id);
  expect(names()).toEqual(["I kept"]);
  await change(id, { holdWhilePaused: false, isActive: false });
});
