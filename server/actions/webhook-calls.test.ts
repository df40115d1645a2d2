import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { inTransaction } from "#server/db/pool.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import type { MacroPreview } from "#server/macros/schema.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { converse, reread } from "#server/testing/talking.ts";
import { type Deliveries, startDeliveries } from "#server/webhooks/delivery/delivering.ts";
import type { DeliveryLog } from "#server/webhooks/schema.ts";
import type { BulkAnswer } from "./bulk/schema.ts";
import { runActions } from "./running.ts";

const company = await openCompany("Calls");
const api = await openApi(company);
let relay: Relay;
let deliveries: Deliveries;
let receiver: Receiver;
let webhookId = "";

beforeAll(async () => {
  const url = env.databaseUrl ?? "";
  await prepareJobs(url);
  allowPrivateTargets(true);
  relay = await startRelay({ url, consumers: [], ticks: [] });
  deliveries = await startDeliveries({ url, follow: followRelay, backoffMs: 50 });
  receiver = await startReceiver();
  const made = await api.post<{ id: string }>("/v1/webhooks", { url: receiver.url, eventTypes: ["task/due"] });
  webhookId = made.body.id;
});
afterAll(async () => {
  await deliveries.stop();
  await relay.stop();
  await receiver.close();
  await closeOutbound();
  allowPrivateTargets(false);
});

const call = () => ({ name: "webhook_call" as const, input: { webhookId } });
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as { event: string; data: object });
const logs = async () => (await api.get<{ data: DeliveryLog[] }>(`/v1/webhooks/${webhookId}/logs`)).body.data;

it("sends the conversation as it is to the webhook, tried again and logged as its events are [W1]", async () => {
  const conversation = await converse(api, company);
  await api.post(`/v1/conversations/${conversation.id}/tags`, { tag: "vip" });
  receiver.answer(503);
  const actions = [call()];
  const { status, body } = await api.post<BulkAnswer>("/v1/conversations/bulk", { ids: [conversation.id], actions });
  expect([status, body]).toMatchObject([207, { done: 1, failed: 0 }]);
  await receiver.until(2);
  receiver.answer(200);
  await until(async () => (await logs()).some(({ success }) => success));
  const now = await reread(api, conversation.id);
  const sent = bodies();
  expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-event-id"])).size).toBe(1);
  expect(sent.at(-1)).toMatchObject({
    event: "conversation/webhook_called",
    data: { id: conversation.id, webhookId, companyId: company.companyId, conversation: now },
  });
  const log = (await logs()).reverse();
  expect(log.map(({ attempt, success }) => [attempt, success])).toEqual(
    log.map((_, index) => [index + 1, index === log.length - 1]),
  );
  expect(log[0]).toMatchObject({ conversationId: conversation.id, event: "conversation/webhook_called" });
});

it("calls no other webhook, and none at all in a macro's preview [W1]", async () => {
  const stranger = await startReceiver();
  const eventTypes = ["conversation/updated"];
  await api.post("/v1/webhooks", { url: stranger.url, eventTypes });
  const { id } = await converse(api, company);
  const { body: macro } = await api.post<{ id: string }>("/v1/macros", { name: "Tell", actions: [call()] });
  const before = receiver.received.length;
  const preview = await api.post<MacroPreview>(`/v1/conversations/${id}/macros/${macro.id}/preview`, {});
  expect(preview.body.actions).toMatchObject([{ name: "webhook_call", outcome: "done" }]);
  await api.post(`/v1/conversations/${id}/macros/${macro.id}`, {});
  await receiver.until(before + 1);
  expect(bodies().at(-1)).toMatchObject({ data: { id } });
  expect([receiver.received.length, stranger.received.length]).toEqual([before + 1, 0]);
  await stranger.close();
});

it("is done by a rule, and by nobody without the permission to call webhooks [W1]", async () => {
  const { id } = await converse(api, company);
  const { actor } = await company.token(["clients_read", "clients_write", "chat_talk", "websites_write"]);
  const [refused] = await inTransaction(company.companyId, () => runActions(actor, id, [call()]));
  expect(refused).toMatchObject({ outcome: "failed", status: 403, why: { code: "forbidden" } });
  const writer = await openApi(company, ["websites_read", "websites_write", "clients_read"]);
  const rule = { name: "Tell", trigger: { type: "conversation/created" }, actions: [call()] };
  expect((await writer.post("/v1/rules", rule)).status).toBe(403);
  expect((await api.post("/v1/rules", rule)).status).toBe(200);
});

it("says why it does not: no such webhook, or one that is paused [W1]", async () => {
  const { id } = await converse(api, company);
  const outcomes = (webhook: string) =>
    inTransaction(company.companyId, () =>
      runActions(company.admin, id, [{ name: "webhook_call", input: { webhookId: webhook } }]),
    );
  expect(await outcomes("x")).toMatchObject([{ outcome: "failed", why: { code: "validation_error" } }]);
  await api.patch(`/v1/webhooks/${webhookId}`, { isActive: false });
  expect(await outcomes(webhookId)).toMatchObject([{ outcome: "failed", why: { code: "conflict" } }]);
});
