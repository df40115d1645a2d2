import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { readJob } from "#server/actions/bulk/managing.ts";
import { minute } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import { addTag } from "#server/conversations/tags/tagging.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { app } from "#server/rest/app.ts";
import { updateRetention } from "#server/retention/rules.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { type Client, http } from "#server/testing/http.ts";
import { writeOutage } from "#server/testing/outage.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { converse } from "#server/testing/talking.ts";
import { createWebhook } from "../creating.ts";
import { type Deliveries, startDeliveries } from "../delivery/delivering.ts";
import { updateWebhook } from "../editing.ts";
import { readWebhook } from "../listing.ts";
import { listLogs } from "../logs.ts";
import { recoverWebhook } from "./recovering.ts";

let company: TestCompany;
let api: Client;
let relay: Relay;
let deliveries: Deliveries;
let receiver: Receiver;
const url = () => env.databaseUrl ?? "";
const begin = () => startDeliveries({ url: url(), follow: followRelay, backoffMs: 10 });

beforeAll(async () => {
  openDoors();
  await prepareJobs(url());
  allowPrivateTargets(true);
  company = await furnishedCompany("Recovery");
  api = http(app, (await company.token(["admin"])).secret);
  relay = await startRelay({ url: url(), consumers: [], ticks: [] });
  deliveries = await begin();
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
  createWebhook.execute(company.admin, {
    ...{ url: receiver.url, eventTypes: ["conversation/created", "conversation/tag_added"], retryCount: 0, ...options },
  });
const change = (webhookId: string, changes: Record<string, unknown>) =>
  updateWebhook.execute(company.admin, { webhookId, ...changes });

let made = 0;
/** Conversations with `tags` tags each, added in turn: 1, 2, 3 ... */
async function talk(conversations: number, tags: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < conversations; n += 1) {
    made += 1;
    ids.push((await converse(api, company, { from: `visitor-${made}` })).id);
  }
  await tagAll(ids, 1, tags);
  return ids;
}

async function tagAll(ids: readonly string[], from: number, to: number): Promise<void> {
  for (let tag = from; tag <= to; tag += 1)
    for (const conversationId of ids) await addTag.execute(company.admin, { conversationId, tag: `t${tag}` });
}

/** What has come of each conversation, in the order in which it came; each event once. */
function told(ids: readonly string[]): string[][] {
  const seen = new Set<string>();
  const words = receiver.received.flatMap(({ headers, body }) => {
    const id = String(headers["x-webhook-event-id"]);
    if (seen.has(id)) return [];
    seen.add(id);
    const { event, data } = JSON.parse(body) as { event: string; data: { id: string; tag?: string } };
    return [{ id: data.id, word: data.tag ?? event }];
  });
  return ids.map((id) => words.filter((one) => one.id === id).map(({ word }) => word));
}

const whole = (tags: number) => ["conversation/created", ...Array.from({ length: tags }, (_, n) => `t${n + 1}`)];

async function ended(jobId: string) {
  let job = await readJob.execute(company.admin, { jobId });
  await until(async () => {
    job = await readJob.execute(company.admin, { jobId });
    return job.finishedAt !== null;
  });
  return job;
}

/** The queue has passed all that has happened. */
async function queued(): Promise<void> {
  await until(async () => {
    const { rows } = await systemPool().query<{ left: number }>(
      `select count(*)::int as "left" from events where "companyId" = $1
        and ("position" is null or "position" > (select "position" from webhook_cursor where "id" = 1))`,
      [company.companyId],
    );
    return rows[0]?.left === 0;
  });
}

const since = () => new Date(Date.now() - 10 * minute).toISOString();

it("sends everything that was missed while the receiver was down or the webhook paused, in each conversation's order [P2]", async () => {
  const webhook = await subscribe();
  receiver.answer(503);
  const ids = await talk(5, 3);
  await change(webhook.id, { isActive: false });
  await tagAll(ids, 4, 5);
  await queued();
  await change(webhook.id, { isActive: true });
  receiver.answer(200);
  await sleep(100);
  receiver.received.length = 0;
  const begun = await api.post<{ jobId: string }>(`/v1/webhooks/${webhook.id}/recover`, { since: since() });
  expect(begun.status).toBe(202);
  const job = await ended(begun.body.jobId);
  expect(job).toMatchObject({ kind: "recovery", status: "done", total: 30, done: 30, failed: 0, waiting: 0 });
  expect(told(ids)).toEqual(ids.map(() => whole(5)));
  expect((await readWebhook.execute(company.admin, { webhookId: webhook.id })).recoveryId).toBeNull();
  const { data } = await listLogs.execute(company.admin, { webhookId: webhook.id, success: true, limit: 100 });
  expect(data).toHaveLength(30);
  expect(new Set(data.map(({ deliveryStatus }) => deliveryStatus))).toEqual(new Set(["succeeded"]));

  const again = await recoverWebhook.execute(company.admin, { webhookId: webhook.id, since: since() });
  expect(await ended(again.jobId)).toMatchObject({ status: "done", total: 0, done: 0 });
  await change(webhook.id, { isActive: false });
});

it("sends what happens meanwhile behind what was missed [P2]", async () => {
  const webhook = await subscribe();
  await change(webhook.id, { isActive: false });
  const ids = await talk(4, 4);
  await queued();
  await change(webhook.id, { isActive: true });
  receiver.answer((_request, response) => void setTimeout(() => response.writeHead(200).end(), 20));
  const { jobId } = await recoverWebhook.execute(company.admin, { webhookId: webhook.id, since: since() });
  await receiver.until(4);
  await tagAll(ids, 5, 8);
  await ended(jobId);
  await until(async () => told(ids).flat().length === 4 * 9);
  expect(told(ids)).toEqual(ids.map(() => whole(8)));
  await tagAll(ids, 9, 9);
  await until(async () => told(ids).flat().length === 4 * 10);
  await change(webhook.id, { isActive: false });
});

it("ends when the receiver is down again, and leaves what happened meanwhile to the usual retries [P2]", async () => {
  const webhook = await subscribe({ retryPlan: "day" });
  await change(webhook.id, { isActive: false });
  const ids = await talk(6, 2);
  await queued();
  await change(webhook.id, { isActive: true });
  receiver.answer(503);
  const { jobId } = await recoverWebhook.execute(company.admin, { webhookId: webhook.id, since: since() });
  await receiver.until(1);
  await tagAll(ids, 3, 3);
  const job = await ended(jobId);
  expect(job).toMatchObject({ status: "done", done: 0 });
  expect(job.failed).toBeGreaterThanOrEqual(18);
  receiver.answer(200);
  await until(async () => told(ids).every((words) => words.includes("t3")));
  const later = await recoverWebhook.execute(company.admin, { webhookId: webhook.id, since: since() });
  expect(await ended(later.jobId)).toMatchObject({ status: "done", failed: 0 });
  await change(webhook.id, { isActive: false });
});

it("is refused while the webhook is paused or another is under way, and is cancelled with its job or by a pause [P2]", async () => {
  const webhook = await subscribe();
  await change(webhook.id, { isActive: false });
  const recover = () => api.post<{ jobId: string }>(`/v1/webhooks/${webhook.id}/recover`, { since: since() });
  expect((await recover()).status).toBe(409);
  const ids = await talk(3, 3);
  await queued();
  await change(webhook.id, { isActive: true });
  receiver.answer((_request, response) => void setTimeout(() => response.writeHead(200).end(), 50));
  const later = { since: new Date(Date.now() + 600_000).toISOString() };
  const never = await api.post<{ details: unknown }>(`/v1/webhooks/${webhook.id}/recover`, later);
  expect([never.status, never.body.details]).toMatchObject([400, [{ field: "since", code: "not_in_past" }]]);
  const first = await recover();
  expect((await recover()).status).toBe(409);
  await receiver.until(1);
  expect((await api.delete(`/v1/jobs/${first.body.jobId}`)).status).toBe(200);
  await until(async () => (await readWebhook.execute(company.admin, { webhookId: webhook.id })).recoveryId === null);
  const second = await recover();
  expect(second.status).toBe(202);
  await change(webhook.id, { isActive: false });
  expect((await ended(second.body.jobId)).status).toBe("cancelled");
  await change(webhook.id, { isActive: true });
  const third = await recover();
  expect((await ended(third.body.jobId)).status).toBe("done");
  expect(told(ids).map((words) => words.length)).toEqual([4, 4, 4]);
  await change(webhook.id, { isActive: false });
});

it("holds what happens during a pause where that is asked for, and sends it in order before what comes later [P2]", async () => {
  const webhook = await subscribe({ holdWhilePaused: true });
  const ids = await talk(3, 1);
  await until(async () => told(ids).flat().length === 6);
  const paused = await change(webhook.id, { isActive: false });
  expect(paused.pausedAt).not.toBeNull();
  await tagAll(ids, 2, 4);
  await queued();
  expect(told(ids).flat()).toHaveLength(6);
  // It outlives the process.
  await deliveries.stop();
  deliveries = await begin();
  const resumed = await change(webhook.id, { isActive: true });
  expect(resumed).toMatchObject({ pausedAt: null, isActive: true });
  await tagAll(ids, 5, 6);
  await until(async () => told(ids).flat().length === 3 * 7);
  expect(told(ids)).toEqual(ids.map(() => whole(6)));
  await change(webhook.id, { holdWhilePaused: false, isActive: false });
});

it("does not hold what happens during a pause by default [K7]", async () => {
  const webhook = await subscribe();
  await change(webhook.id, { isActive: false });
  const ids = await talk(1, 1);
  await queued();
  await change(webhook.id, { isActive: true });
  await tagAll(ids, 2, 2);
  await receiver.until(1);
  expect(told(ids)).toEqual([["t2"]]);
  await change(webhook.id, { isActive: false });
});

/** A webhook that has missed all that happened in these conversations, and goes on. */
async function missedBy(options: Options, conversations: number, tags: number) {
  const webhook = await subscribe(options);
  await change(webhook.id, { isActive: false });
  const ids = await talk(conversations, tags);
  await queued();
  await change(webhook.id, { isActive: true });
  return { id: webhook.id, ids };
}

const recover = (webhookId: string, from = since()) =>
  recoverWebhook.execute(company.admin, { webhookId, since: from });
const statesOf = async (webhookId: string) => {
  const { rows } = await systemPool().query<{ status: string; count: number }>(
    `select "status", count(*)::int as "count" from webhook_deliveries where "webhookId" = $1 group by 1`,
    [webhookId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

it("says meanwhile how far it is, and stops at once when its job is deleted [P2]", async () => {
  const { id } = await missedBy({ callsPerSecond: 4 }, 5, 5);
  const { jobId } = await recover(id);
  const job = () => readJob.execute(company.admin, { jobId });
  await until(async () => (await job()).done > 0);
  expect((await job()).done).toBeLessThan(20);
  expect((await api.delete(`/v1/jobs/${jobId}`)).status).toBe(200);
  await until(async () => (await readWebhook.execute(company.admin, { webhookId: id })).recoveryId === null);
  const came = receiver.received.length;
  expect(came).toBeLessThan(25);
  await sleep(800);
  expect(receiver.received.length).toBe(came);
  await change(id, { isActive: false });
});

it("takes turns, so that slow ones keep nobody waiting [P2]", async () => {
  const other = await furnishedCompany("Turns");
  const slow = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => subscribe({ url: `${receiver.url}/${n}`, callsPerSecond: 1 })),
  );
  for (const { id } of slow) await change(id, { isActive: false });
  await talk(4, 3);
  const quick = await createWebhook.execute(other.admin, {
    ...{ url: `${receiver.url}/quick`, eventTypes: ["conversation/created"], holdWhilePaused: true },
  });
  const go = (isActive: boolean) => updateWebhook.execute(other.admin, { webhookId: quick.id, isActive });
  await go(false);
  await converse(http(app, (await other.token(["admin"])).secret), other, { from: "visitor-of-another" });
  await queued();
  for (const { id } of slow) await change(id, { isActive: true });
  for (const { id } of slow) await recover(id);
  await sleep(1500);
  await go(true);
  const paths = () => new Set(receiver.received.map((one) => one.url.split("/").at(-1)));
  await until(async () => paths().size === 6, "a call to each", 8000);
  expect(paths()).toEqual(new Set(["1", "2", "3", "4", "5", "quick"]));
  for (const { id } of slow) await change(id, { isActive: false });
  await go(false);
  await other.close();
});

it("gives back to the queue what waited there, where the receiver is down [P2]", async () => {
  const webhook = await subscribe({ retryPlan: "three_days" });
  receiver.answer(503);
  const ids = await talk(6, 0);
  await until(async () => (await statesOf(webhook.id)).pending === 6);
  // As if the next retry were hours away.
  await systemPool().query(`update webhook_deliveries set "dueAt" = now() + interval '1 hour' where "webhookId" = $1`, [
    webhook.id,
  ]);
  const { jobId } = await recover(webhook.id);
  expect(await ended(jobId)).toMatchObject({ status: "done", done: 0, failed: 6 });
  expect(await statesOf(webhook.id)).toEqual({ pending: 6 });
  receiver.answer(200);
  const again = await recover(webhook.id);
  expect(await ended(again.jobId)).toMatchObject({ status: "done", failed: 0 });
  expect(told(ids).every((words) => words.length === 1)).toBe(true);
  await change(webhook.id, { isActive: false });
});

it("sends nothing that a deleted person was taken out of [P2]", async () => {
  const { id, ids } = await missedBy({}, 2, 0);
  receiver.answer(404);
  expect(await ended((await recover(id)).jobId)).toMatchObject({ failed: 2 });
  const health = async () => (await readWebhook.execute(company.admin, { webhookId: id })).health;
  expect((await health()).missed).toBe(2);
  expect(Date.now() - Date.parse(String((await health()).missedSince))).toBeLessThan(minute);
  await systemPool().query(
    `update webhook_deliveries set "scrubbedAt" = now() where "webhookId" = $1 and "conversationId" = $2`,
    [id, ids[0]],
  );
  receiver.answer(200);
  receiver.received.length = 0;
  expect(await ended((await recover(id)).jobId)).toMatchObject({ status: "done", total: 1, done: 1 });
  expect(told(ids)).toEqual([[], ["conversation/created"]]);
  expect(await health()).toMatchObject({ missed: 0, missedSince: null });
  await change(id, { isActive: false });
});

it("goes back no further than it is kept what arrived [P2]", async () => {
  const { id: webhookId } = await subscribe({ eventTypes: ["contact/updated"] });
  const { companyId } = company;
  const pool = systemPool();
  await pool.query(`update webhooks set "createdAt" = now() - interval '10 days' where "id" = $1`, [webhookId]);
  await change(webhookId, { isActive: false });
  await writeOutage(pool, { companyId, events: 72, conversations: 4, hours: 72, sample: { changes: {} } });
  await queued();
  await updateRetention.execute(company.admin, { payloads: 1 });
  await change(webhookId, { isActive: true });
  const asked = new Date(Date.now() - 73 * 60 * minute);
  const begun = await recover(webhookId, asked.toISOString());
  expect(Date.parse(String(begun.since))).toBeGreaterThan(Date.now() - 25 * 60 * minute);
  const { done } = await ended(begun.jobId);
  expect(done).toBeGreaterThan(20);
  expect(done).toBeLessThan(26);
  await updateRetention.execute(company.admin, { payloads: null });
  await change(webhookId, { isActive: false });
});
