import { createHmac, randomUUID } from "node:crypto";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
import { type Received, type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { createWebhook } from "../creating.ts";
import { type Deliveries, startDeliveries } from "../delivery/delivering.ts";
import { nextDelayMs } from "../delivery/results.ts";
import { updateWebhook } from "../editing.ts";
import { readWebhook } from "../listing.ts";
import { listLogs } from "../logs.ts";
import { rotateSecret } from "../rotating.ts";
import type { Webhook } from "../schema.ts";
import { testWebhook } from "../testing.ts";
import { matchesConditions } from "./matching.ts";

let company: TestCompany;
let relay: Relay;
let deliveries: Deliveries;
let receiver: Receiver;
const url = () => env.databaseUrl ?? "";

beforeAll(async () => {
  openDoors();
  await prepareJobs(url());
  allowPrivateTargets(true);
  company = await furnishedCompany("Options", ["whatsapp"]);
  relay = await startRelay({ url: url(), consumers: [], ticks: [] });
  deliveries = await startDeliveries({ url: url(), follow: followRelay, backoffMs: 20 });
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

const change = (webhook: Pick<Webhook, "id">, changes: Record<string, unknown>) =>
  updateWebhook.execute(company.admin, { webhookId: webhook.id, ...changes });

const contact = (name: string, websiteId = company.given.channelId ?? "") =>
  createContact.execute(company.admin, { websiteId, name });

const header = (request: Received | undefined, name: string) => String(request?.headers[name] ?? "");

const standardOf = (request: Received | undefined) => ({
  "webhook-id": header(request, "webhook-id"),
  "webhook-timestamp": header(request, "webhook-timestamp"),
  "webhook-signature": header(request, "webhook-signature"),
});

function verify(secret: string, request: Received | undefined): void {
  const body = request?.body ?? "";
  expect(new StandardWebhook(secret).verify(body, standardOf(request))).toEqual(JSON.parse(body));
  new Svix(secret).verify(body, standardOf(request));
}

describe("Standard Webhooks headers", () => {
  it("are sent beside the others where they are asked for, and the libraries verify them [P2]", async () => {
    const webhook = await subscribe({ standardHeaders: true, customHeaders: { "Webhook-Id": "mine", "X-Shelf": "1" } });
    await contact("Standard");
    await receiver.until(1);
    const [request] = receiver.received;
    verify(webhook.secret, request);
    expect(header(request, "webhook-id")).toBe(header(request, "x-webhook-event-id"));
    expect(header(request, "x-webhook-secret")).toBe(webhook.secret);
    expect(header(request, "x-shelf")).toBe("1");
    expect(() => new StandardWebhook(webhook.secret).verify(`${request?.body} `, standardOf(request))).toThrow();
    let logged: Record<string, string> = {};
    await until(async () => {
      logged = (await listLogs.execute(company.admin, { webhookId: webhook.id })).data[0]?.requestHeaders ?? {};
      return "webhook-id" in logged;
    });
    expect(logged["webhook-signature"]).toBe("********");
  });

  it("verify with a secret that was made before they were switched on [P2]", async () => {
    const webhook = await subscribe();
    expect(webhook).toMatchObject({ standardHeaders: false, secretOverlap: false, retryPlan: "contract" });
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9]{43}$/);
    await testWebhook.execute(company.admin, { webhookId: webhook.id });
    expect(receiver.received[0]?.headers).not.toHaveProperty("webhook-signature");
    await change(webhook, { standardHeaders: true });
    await testWebhook.execute(company.admin, { webhookId: webhook.id });
    verify(webhook.secret, receiver.received[1]);
  });

  it("have the same id on every attempt, and a signature of its own for each [P2]", async () => {
    const webhook = await subscribe({ standardHeaders: true, retryCount: 2 });
    receiver.answer(500);
    await contact("Again");
    await receiver.until(2);
    const [first, second] = receiver.received;
    expect(header(second, "webhook-id")).toBe(header(first, "webhook-id"));
    for (const request of [first, second]) verify(webhook.secret, request);
  });
});

describe("a rotation with overlap", () => {
  it("leaves both secrets valid for 24 hours: whichever a receiver knows verifies every delivery [P2]", async () => {
    const webhook = await subscribe({ standardHeaders: true, secretOverlap: true, signed: true });
    const before = Date.now();
    const rotated = await rotateSecret.execute(company.admin, { webhookId: webhook.id });
    expect(rotated.secret).not.toBe(webhook.secret);
    const ends = new Date(rotated.previousSecretUntil ?? 0).getTime();
    expect(ends - before).toBeGreaterThan(24 * 3_600_000 - 60_000);
    await contact("Both");
    await receiver.until(1);
    const [request] = receiver.received;
    verify(webhook.secret, request);
    verify(rotated.secret, request);
    // What holds one secret keeps to the old one until its end.
    expect(header(request, "x-webhook-secret")).toBe(webhook.secret);
    const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header(request, "x-webhook-signature")) ?? [];
    expect(v1).toBe(createHmac("sha256", webhook.secret).update(`${t}.${request?.body}`).digest("hex"));

    await systemPool().query(
      `update webhooks set "previousSecretUntil" = now() - interval '1 second' where "id" = $1`,
      [webhook.id],
    );
    await change(webhook, { retryCount: 4 });
    expect((await readWebhook.execute(company.admin, { webhookId: webhook.id })).previousSecretUntil).toBeNull();
    await contact("Later");
    await receiver.until(2);
    const later = receiver.received[1];
    verify(rotated.secret, later);
    expect(() => new StandardWebhook(webhook.secret).verify(later?.body ?? "", standardOf(later))).toThrow();
    expect(header(later, "x-webhook-secret")).toBe(rotated.secret);
  });

  it("ends at once where the overlap is switched off, and is not known to a new address [P2]", async () => {
    const webhook = await subscribe({ standardHeaders: true, secretOverlap: true });
    const rotated = await rotateSecret.execute(company.admin, { webhookId: webhook.id });
    expect((await change(webhook, { secretOverlap: false })).previousSecretUntil).toBeNull();
    await testWebhook.execute(company.admin, { webhookId: webhook.id });
    expect(header(receiver.received[0], "x-webhook-secret")).toBe(rotated.secret);
    expect(header(receiver.received[0], "webhook-signature").split(" ")).toHaveLength(1);
    await change(webhook, { secretOverlap: true });
    await rotateSecret.execute(company.admin, { webhookId: webhook.id });
    const moved = await change(webhook, { url: `${receiver.url}/moved` });
    expect(moved.previousSecretUntil).toBeNull();
    await testWebhook.execute(company.admin, { webhookId: webhook.id });
    expect(header(receiver.received[1], "x-webhook-secret")).toBe(moved.secret);
  });

  it("keeps the secret that was promised a day when it is rotated once more [P2]", async () => {
    const webhook = await subscribe({ standardHeaders: true, secretOverlap: true });
    const second = await rotateSecret.execute(company.admin, { webhookId: webhook.id });
    const third = await rotateSecret.execute(company.admin, { webhookId: webhook.id });
    expect(third.previousSecretUntil).toEqual(second.previousSecretUntil);
    await testWebhook.execute(company.admin, { webhookId: webhook.id });
    const [request] = receiver.received;
    verify(webhook.secret, request);
    verify(third.secret, request);
    expect(() => verify(second.secret, request)).toThrow();
  });

  it("helps where a secret cannot be read any more, and headers say that they cannot [P2]", async () => {
    const webhook = await subscribe({ secretOverlap: true, customHeaders: { "X-A": "1" } });
    const test = () => testWebhook.execute(company.admin, { webhookId: webhook.id });
    const spoil = (column: string) =>
      systemPool().query(`update webhooks set "${column}" = 'of another key' where "id" = $1`, [webhook.id]);
    await spoil("secret");
    expect((await test()).errorMessage).toContain("rotate it");
    const rotated = await rotateSecret.execute(company.admin, { webhookId: webhook.id });
    expect(rotated.previousSecretUntil).toBeNull();
    expect((await test()).success).toBe(true);
    await rotateSecret.execute(company.admin, { webhookId: webhook.id });
    await spoil("previousSecret");
    expect((await test()).success).toBe(true);
    await spoil("customHeaders");
    expect((await test()).errorMessage).toContain("send customHeaders");
    await change(webhook, { customHeaders: { "X-A": "2" } });
    expect((await test()).success).toBe(true);
    // What nothing opens would be found by whoever seals all anew.
    await systemPool().query(`delete from webhooks where "id" = $1`, [webhook.id]);
  });

  it("voids the old secret at once without it, as ever [K1]", async () => {
    const webhook = await subscribe({ standardHeaders: true });
    const rotated = await rotateSecret.execute(company.admin, { webhookId: webhook.id });
    expect(rotated.previousSecretUntil).toBeNull();
    await testWebhook.execute(company.admin, { webhookId: webhook.id });
    verify(rotated.secret, receiver.received[0]);
    expect(() => verify(webhook.secret, receiver.received[0])).toThrow();
  });
});

describe("a retry plan", () => {
  const sum = (plan: "day" | "three_days") => {
    const waits: number[] = [];
    for (let retry = 1; ; retry += 1) {
      const wait = nextDelayMs({ retryPlan: plan, retryCount: 0 }, retry);
      if (wait === undefined) return { waits, hours: waits.reduce((all, one) => all + one, 0) / 3_600_000 };
      waits.push(wait);
    }
  };

  it("grows from seconds to hours, with jitter, over a day or three [P2]", () => {
    for (const [plan, hours] of [["day", 24] as const, ["three_days", 72] as const]) {
      const found = sum(plan);
      expect(found.waits.every((wait, at) => at === 0 || wait > (found.waits[at - 1] ?? 0))).toBe(true);
      expect(found.waits[0]).toBeLessThan(6000);
      expect(found.hours).toBeGreaterThan(hours - 0.2);
      expect(found.hours).toBeLessThan(hours * 1.1);
    }
    expect(new Set([1, 2, 3, 4].map(() => sum("day").waits[9])).size).toBeGreaterThan(1);
  });

  it("keeps to the contract where nothing else is said [K7]", () => {
    const contract = { retryPlan: "contract" as const, retryCount: 5 };
    expect(nextDelayMs(contract, 6)).toBeUndefined();
    for (const [at, seconds] of [1, 2, 4, 8, 16].entries()) {
      const wait = nextDelayMs(contract, at + 1) ?? 0;
      expect(wait).toBeGreaterThanOrEqual(seconds * 1000);
      expect(wait).toBeLessThanOrEqual(seconds * 1100);
    }
  });

  it("goes on where the contract would have given up [P2]", async () => {
    const webhook = await subscribe({ retryPlan: "day", retryCount: 0 });
    receiver.answer(503);
    await contact("Patient");
    await receiver.until(2);
    receiver.answer(200);
    const deliveryStatus = async () =>
      (await listLogs.execute(company.admin, { webhookId: webhook.id })).data[0]?.deliveryStatus;
    await until(async () => (await deliveryStatus()) === "succeeded");
    receiver.answer(404);
    await contact("Refused");
    await until(async () => (await deliveryStatus()) === "failed");
  });
});

it("keeps to a limit of calls a second, and sends all in the end [P2]", async () => {
  await subscribe({ callsPerSecond: 10 });
  const begun = Date.now();
  await Promise.all(Array.from({ length: 12 }, (_, at) => contact(`Paced ${at}`)));
  await receiver.until(12, 20_000);
  const times = receiver.received.map(({ at }) => at);
  // Twelve calls, a tenth of a second apart: a slow machine only stretches it.
  expect(Math.max(...times) - begun).toBeGreaterThanOrEqual(1100);
});

describe("a filter", () => {
  it("lets events of the chosen channels through only [P2]", async () => {
    const webhook = await subscribe({ channelIds: [company.given.whatsappChannelId ?? ""] });
    await contact("Elsewhere");
    await contact("Here", company.given.whatsappChannelId ?? "");
    await receiver.until(1);
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name)).toEqual([
      "Here",
    ]);
    await expect(change(webhook, { channelIds: [webhook.id] })).rejects.toMatchObject({ code: "validation_error" });
  });

  it("keeps a channel that was deleted since when it comes back as it was given [K9]", async () => {
    const channelId = company.given.channelId ?? "";
    const webhook = await subscribe({ websiteId: channelId, channelIds: [channelId] });
    // As if it had been deleted.
    const gone = randomUUID();
    await systemPool().query(
      `update webhooks set "websiteId" = $2::text, "channelIds" = array[$2::uuid] where "id" = $1`,
      [webhook.id, gone],
    );
    const changed = await change(webhook, { websiteId: gone, channelIds: [gone], retryCount: 2 });
    expect(changed).toMatchObject({ websiteId: gone, channelIds: [gone], retryCount: 2 });
    await expect(change(webhook, { channelIds: [gone, randomUUID()] })).rejects.toThrow();
    await expect(change(webhook, { websiteId: randomUUID() })).rejects.toThrow();
    await change(webhook, { isActive: false });
  });

  it("lets bodies through that fulfil all conditions only [P2]", async () => {
    await subscribe({
      conditions: [
        { field: "data.name", operator: "contains", value: "gold" },
        { field: "data.rating", operator: "less_than", value: 1 },
      ],
    });
    await contact("Silver Sam");
    await contact("Goldie");
    await receiver.until(1);
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name)).toEqual([
      "Goldie",
    ]);
  });

  const body = { event: "contact/created", data: { rating: 3, tags: ["vip"], name: "Ana", email: null } };
  it.each([
    [{ field: "event", operator: "equals", value: "contact/created" }, true],
    [{ field: "data.rating", operator: "greater_than", value: 2 }, true],
    [{ field: "data.rating", operator: "less_than", value: 3 }, false],
    [{ field: "data.rating", operator: "equals", value: "3" }, false],
    [{ field: "data.tags", operator: "contains", value: "vip" }, true],
    [{ field: "data.name", operator: "not_contains", value: "an" }, false],
    [{ field: "data.email", operator: "missing" }, true],
    [{ field: "data.nothing.at.all", operator: "not_equals", value: "x" }, true],
    [{ field: "data.name.length", operator: "exists" }, false],
    [{ field: "data.__proto__", operator: "exists" }, false],
  ] as const)("judges %j as %s [P2]", (condition, expected) => {
    expect(matchesConditions(body, [condition])).toBe(expected);
  });

  it.each([
    [{ field: "data..x", operator: "exists" }, "conditions.0.field"],
    [{ field: "visitorName", operator: "exists" }, "conditions.0.field"],
    [{ field: "data", operator: "exists" }, "conditions.0.field"],
    [{ field: "data.x", operator: "equals" }, "conditions.0.value"],
    [{ field: "data.x", operator: "exists", value: 1 }, "conditions.0.value"],
  ])("with the condition %j is refused [P2]", async (condition, field) => {
    await expect(subscribe({ conditions: [condition] as never })).rejects.toMatchObject({
      details: [{ field }],
    });
  });
});
