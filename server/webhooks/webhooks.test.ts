import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { type Client, http } from "#server/testing/http.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { readableWebhook } from "./access.ts";
import { recordAttempt } from "./delivery/recording.ts";
import { subscriptionOf } from "./delivery/subscriptions.ts";
import type { DeliveryLog, Webhook } from "./schema.ts";
import { unsealHeaders } from "./secrets.ts";

let reader: Client;
let receiver: Receiver;

type Page<T> = { pagination: { total: number; nextCursor: string | null }; data: T[] };
type Ping = { success: boolean; statusCode: number | null; responseTimeMs: number; errorMessage: string | null };

const company = await openCompany("Hooks", ["webhook"]);
const api = await openApi(company, ["webhooks_read", "webhooks_write", "clients_read"]);

beforeAll(async () => {
  reader = http(app, (await company.token(["webhooks_read"])).secret);
  receiver = await startReceiver();
});
afterEach(() => {
  allowPrivateTargets(false);
  receiver.received.length = 0;
  receiver.answer(200);
});
afterAll(async () => {
  await closeOutbound();
  await receiver.close();
});

const target = "https://example.com/hook";
const wanted = { url: target, eventTypes: ["conversation/message", "contact/created"] };

async function create(extra: Record<string, unknown> = {}): Promise<Webhook> {
  const made = await api.post<Webhook>("/v1/webhooks", { ...wanted, ...extra });
  if (made.status !== 200) throw new Error(made.text);
  return made.body;
}

const remove = ({ id }: Pick<Webhook, "id">) => api.delete(`/v1/webhooks/${id}`);

describe("a webhook", () => {
  it("is created active, with its defaults and its secret shown this once", async () => {
    const made = await create();
    expect(made).toMatchObject({ ...wanted, websiteId: "*", isActive: true, retryCount: 5, customHeaders: {} });
    expect(made).toMatchObject({ companyId: company.companyId, signed: false });
    expect(made.secret).toMatch(/^whsec_[\w-]{43}$/);
    const masked = `whsec_...${made.secret.slice(-4)}`;
    expect((await api.get<Webhook>(`/v1/webhooks/${made.id}`)).body.secret).toBe(masked);
    const list = (await api.get<Page<Webhook>>("/v1/webhooks")).body;
    expect(list.data.find(({ id }) => id === made.id)?.secret).toBe(masked);
    expect(list.pagination.total).toBe(list.data.length);
    const { rows } = await systemPool().query<{ text: string }>(`select w::text as text from webhooks w`);
    expect(rows.map(({ text }) => text).join()).not.toContain(made.secret);
    await remove(made);
  });

  it.each([
    [{ url: undefined }, "url"],
    [{ url: "nonsense" }, "url"],
    [{ url: "http://example.com/hook" }, "url"],
    [{ url: "https://user:pw@example.com/" }, "url"],
    [{ url: "https://127.0.0.1/" }, "url"],
    [{ url: "https://[::ffff:10.0.0.1]/" }, "url"],
    [{ url: "https://2852039166/latest/meta-data/" }, "url"],
    [{ url: `https://example.com/${"a".repeat(2048)}` }, "url"],
    [{ eventTypes: [] }, "eventTypes"],
    [{ eventTypes: ["contact/created", "contact/created"] }, "eventTypes"],
    [{ eventTypes: ["contact/exploded"] }, "eventTypes.0"],
    [{ eventTypes: undefined }, "eventTypes"],
    [{ retryCount: 11 }, "retryCount"],
    [{ retryCount: -1 }, "retryCount"],
    [{ retryCount: 1.5 }, "retryCount"],
    [{ websiteId: "nowhere" }, "websiteId"],
    [{ customHeaders: { "X-Webhook-Secret": "mine" } }, "customHeaders.X-Webhook-Secret"],
    [{ customHeaders: { host: "internal" } }, "customHeaders.host"],
    [{ customHeaders: { "Content-Length": "1" } }, "customHeaders.Content-Length"],
    [{ customHeaders: { "X A": "1" } }, "customHeaders.X A"],
    [{ customHeaders: { "X-A": "1\r\nX-B: 2" } }, "customHeaders.X-A"],
    [{ customHeaders: { "X-A": "é" } }, "customHeaders.X-A"],
    [{ customHeaders: { "X-A": "a".repeat(1025) } }, "customHeaders.X-A"],
    [{ customHeaders: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, "1"])) }, "customHeaders"],
    [{ customHeaders: { "X-A": "1", "x-a": "2" } }, "customHeaders"],
  ])("with %j is refused, on creation and on change", async (wrong, field) => {
    const refused = await api.post("/v1/webhooks", { ...wanted, ...wrong });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field]);
    if (Object.values(wrong)[0] === undefined) return;
    for (const method of ["PUT", "PATCH"]) {
      const changed = await api.call(method, `/v1/webhooks/${company.given.webhookId}`, wrong);
      expect([changed.status, changed.body.details?.[0]?.field]).toEqual([400, field]);
    }
  });

  it("keeps its address without the spaces around it", async () => {
    const made = await create({ url: ` ${target} ` });
    expect(made.url).toBe(target);
    await remove(made);
  });

  it("belongs to a channel of the company, if to one at all", async () => {
    const other = await furnishedCompany("Elsewhere", ["webhook"]);
    const foreign = await api.post("/v1/webhooks", { ...wanted, websiteId: other.given.channelId });
    expect(foreign.body.details?.[0]).toMatchObject({ field: "websiteId", code: "unknown_reference" });
    const own = await create({ websiteId: company.given.channelId });
    expect(own.websiteId).toBe(company.given.channelId);
    await remove(own);
  });

  it("changes only what is sent, by PUT as by PATCH, and tells screens once", async () => {
    const made = await create({ customHeaders: { "X-A": "1" }, retryCount: 3 });
    const at = `/v1/webhooks/${made.id}`;
    const put = await api.put<Webhook>(at, { eventTypes: ["contact/deleted"] });
    expect(put.body).toMatchObject({
      eventTypes: ["contact/deleted"],
      url: target,
      customHeaders: { "X-A": "********" },
    });
    const patched = await api.patch<Webhook>(at, { isActive: false, retryCount: 0 });
    expect(patched.body).toMatchObject({ isActive: false, retryCount: 0, eventTypes: ["contact/deleted"] });
    expect(await typesDuring(company, () => api.patch(at, { isActive: true }))).toEqual([]);
    const before = (await api.get<Webhook>(at)).body;
    const same = { retryCount: 0, customHeaders: { "X-A": "1" }, eventTypes: ["contact/deleted"] };
    expect((await api.patch<Webhook>(at, same)).body.updatedAt).toBe(before.updatedAt);
    await remove(made);
  });

  it("never shows the values of its headers again, and keeps those that come back hidden [found S5]", async () => {
    const made = await create({ customHeaders: { Authorization: "Bearer hush" } });
    const at = `/v1/webhooks/${made.id}`;
    for (const client of [reader, api]) {
      const read = await client.get<Webhook>(at);
      expect(read.text).not.toContain("hush");
      expect(read.body.customHeaders).toEqual({ Authorization: "********" });
    }
    const kept = await api.patch<Webhook>(at, { customHeaders: { Authorization: "********", "X-A": "1" } });
    expect([kept.status, kept.text.includes("hush")]).toEqual([200, false]);
    const unknown = await api.patch(at, { customHeaders: { "X-B": "********" } });
    expect(unknown.body.details?.[0]).toMatchObject({ field: "customHeaders.X-B", code: "anew" });
    const sealed = await systemPool().query<{ customHeaders: string }>(
      `select "customHeaders" from webhooks where "id" = $1`,
      [made.id],
    );
    const stored = unsealHeaders(sealed.rows[0]?.customHeaders ?? "");
    expect(stored).toEqual({ Authorization: "Bearer hush", "X-A": "1" });
    const { rows } = await systemPool().query<{ text: string }>(`select w::text as text from webhooks w`);
    expect(rows.map(({ text }) => text).join()).not.toContain("hush");
    await remove(made);
  });

  it("tells a new address neither the old secret nor the old headers [found S5]", async () => {
    const made = await create({ customHeaders: { Authorization: "Bearer hush" } });
    const at = `/v1/webhooks/${made.id}`;
    const url = `${target}/elsewhere`;
    for (const given of [{ url }, { url, customHeaders: { Authorization: "********" } }]) {
      const refused = await api.patch(at, given);
      expect(refused.body.details?.[0]).toMatchObject({ field: "customHeaders", code: "anew" });
    }
    const moved = await api.patch<Webhook>(at, { url, customHeaders: {} });
    expect(moved.body).toMatchObject({ url, customHeaders: {} });
    expect(moved.body.secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(moved.body.secret).not.toBe(made.secret);
    expect((await api.get<Webhook>(at)).body.secret).toBe(`whsec_...${moved.body.secret.slice(-4)}`);
    expect((await api.patch<Webhook>(at, { url, retryCount: 2 })).body.secret).toContain("...");
    await remove(made);
  });

  it("is changed only by who may read all that it would tell [found S5]", async () => {
    const made = await create();
    const blind = http(app, (await company.token(["webhooks_write"])).secret);
    const half = http(app, (await company.token(["webhooks_write", "clients_read_assigned"])).secret);
    const at = `/v1/webhooks/${made.id}`;
    for (const client of [blind, half]) {
      const answers = [
        await client.patch(at, { url: `${target}/mine` }),
        await client.put(at, { retryCount: 1 }),
        await client.post(`${at}/rotate-secret`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(answers[0]?.body.requiredPermissions).toEqual(["webhooks_write", "clients_read"]);
    }
    expect((await api.get<Webhook>(at)).body).toMatchObject({ url: target, retryCount: 5 });
    await remove(made);
  });

  it("gets a new secret when it is rotated", async () => {
    const made = await create();
    const rotated = await api.post<Webhook>(`/v1/webhooks/${made.id}/rotate-secret`);
    expect(rotated.body.secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(rotated.body.secret).not.toBe(made.secret);
    await remove(made);
  });

  it("is gone when it is deleted", async () => {
    const made = await create();
    expect((await remove(made)).body).toEqual({ id: made.id, deleted: true });
    for (const path of ["", "/logs"]) expect((await api.get(`/v1/webhooks/${made.id}${path}`)).status).toBe(404);
    expect((await remove(made)).status).toBe(404);
    expect((await api.patch(`/v1/webhooks/${made.id}`, { isActive: true })).status).toBe(404);
  });

  it("is one of at most 20, also when the last places are asked for at once", async () => {
    const crowded = await furnishedCompany("Crowded", ["webhook"]);
    const many = http(app, (await crowded.token(["admin"])).secret);
    const answers = await Promise.all(Array.from({ length: 22 }, () => many.post("/v1/webhooks", wanted)));
    const refused = answers.filter(({ status }) => status !== 200);
    // One was there already.
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array.from({ length: 3 }, () => [409, "limit_reached"]),
    );
  });

  it("is made only by who may read all that it would tell", async () => {
    const blind = http(app, (await company.token(["webhooks_write"])).secret);
    const half = http(app, (await company.token(["webhooks_write", "clients_read_assigned"])).secret);
    for (const client of [blind, half]) {
      const refused = await client.post("/v1/webhooks", wanted);
      expect([refused.status, refused.body.error]).toEqual([403, "forbidden"]);
      // Permission comes before the shape of the request (A10).
      for (const wrong of [{}, { ...wanted, url: 1 }]) {
        const answer = await client.post("/v1/webhooks", wrong);
        expect([answer.status, answer.body.requiredPermissions]).toEqual([403, ["webhooks_write", "clients_read"]]);
      }
    }
    expect((await reader.post("/v1/webhooks", wanted)).status).toBe(403);
    expect((await blind.get("/v1/webhooks")).status).toBe(403);
  });
});

describe("ping", () => {
  const ping = (url: string) => api.post<Ping>("/v1/webhooks/ping", { url });

  it("says whether the target answers, without the secret and without its body", async () => {
    allowPrivateTargets(true);
    receiver.answer((_request, response) => response.writeHead(418).end("internal words"));
    const answered = await ping(receiver.url);
    expect(answered.status).toBe(200);
    expect(answered.body).toMatchObject({ success: false, statusCode: 418 });
    expect(answered.text).not.toContain("internal words");
    receiver.answer(204);
    expect((await ping(receiver.url)).body).toMatchObject({ success: true, statusCode: 204, errorMessage: null });
    const [request] = receiver.received;
    const body = JSON.parse(request?.body ?? "") as { timestamp: string };
    expect(body).toEqual({ event: "ping", timestamp: body.timestamp, test: true, data: {} });
    expect(request?.headers["x-webhook-event"]).toBe("ping");
    expect(request?.headers).not.toHaveProperty("x-webhook-secret");
  });

  it("answers 200 when the target cannot be reached, 400 when it may not be called", async () => {
    const unreachable = await ping("https://hooks.invalid/");
    expect([unreachable.status, unreachable.body.success, unreachable.body.statusCode]).toEqual([200, false, null]);
    expect(unreachable.body.errorMessage).toEqual(expect.any(String));
    for (const url of [receiver.url, "https://127.0.0.1/", "nonsense", "http://169.254.169.254/"]) {
      expect((await ping(url)).status).toBe(400);
    }
    expect(receiver.received).toEqual([]);
  });
});

describe("a test delivery", () => {
  it("is one attempt, marked as a test, logged, also when the webhook is paused", async () => {
    allowPrivateTargets(true);
    const made = await create({ url: receiver.url, signed: true });
    await api.patch(`/v1/webhooks/${made.id}`, { isActive: false });
    receiver.answer((_request, response) => response.writeHead(500).end("broken"));
    const log = (await api.post<DeliveryLog>(`/v1/webhooks/${made.id}/test`)).body;
    expect(log).toMatchObject({ webhookId: made.id, event: "conversation/message", statusCode: 500, success: false });
    expect(log).toMatchObject({ attempt: 1, responseBody: "broken", url: receiver.url, deliveryId: null });
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received;
    const body = JSON.parse(request?.body ?? "") as { timestamp: string; data: { id: string; message: string } };
    const { timestamp, data } = body;
    const event = "conversation/message";
    expect(body).toEqual({ event, timestamp, test: true, webhookId: made.id, data });
    expect(Object.keys(data)).toEqual(["id", "message"]);
    expect(log.payload).toEqual(body);
    expect(request?.headers).toMatchObject({ "x-webhook-secret": made.secret, "x-webhook-event": event });
    expect(request?.headers["x-webhook-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const chosen = await api.post<DeliveryLog>(`/v1/webhooks/${made.id}/test`, { eventType: "contact/deleted" });
    expect(chosen.body.event).toBe("contact/deleted");
    expect((await api.post(`/v1/webhooks/${made.id}/test`, { eventType: "ping" })).status).toBe(400);
    const again = `/v1/webhooks/${made.id}/logs/${log.id}/redeliver`;
    expect((await api.post<DeliveryLog>(again)).body.event).toBe("conversation/message");
    expect(receiver.received.at(-1)?.body).toBe(request?.body);
    // Before all events: every delivery has a place (K8).
    expect(receiver.received.map(({ headers }) => headers["x-webhook-sequence"])).toEqual(["0", "0", "0"]);
    expect(receiver.received.at(-1)?.headers["x-webhook-event-id"]).toBe(data.id);
    expect(log.requestHeaders).toMatchObject({ "X-Webhook-Sequence": "0", "X-Webhook-Event-Id": data.id });
    await remove(made);
  });

  it("to an address that leads inside is refused at connect time, and logged so", async () => {
    allowPrivateTargets(true);
    const made = await create({ url: receiver.url });
    allowPrivateTargets(false);
    const log = (await api.post<DeliveryLog>(`/v1/webhooks/${made.id}/test`)).body;
    expect(log).toMatchObject({ statusCode: null, success: false, responseBody: null });
    expect(log.errorMessage).toMatch(/private, local or reserved/);
    expect(receiver.received).toEqual([]);
    await remove(made);
  });
});

describe("the log", () => {
  async function record(webhookId: string, event: string, statusCode: number | null, text: string): Promise<string> {
    return inTransaction(company.companyId, async () => {
      const webhook = await readableWebhook(company.admin, webhookId);
      const success = statusCode === 200;
      const outcome = {
        startedAt: new Date(),
        statusCode,
        responseBody: text,
        success,
        durationMs: 4,
        retryable: false,
      };
      const errorMessage = success ? null : "It failed.";
      const asked = {
        event,
        body: JSON.stringify({ event, text }),
        eventId: webhook.id,
        sequence: null,
        deliveryId: null,
      };
      return recordAttempt(company.admin, webhook, subscriptionOf(webhook), asked, { ...outcome, errorMessage });
    });
  }

  it("is filtered by success, event, status, class, time and text, newest first, and paged by cursor", async () => {
    const made = await create();
    const ids: string[] = [];
    for (const [event, status, text] of [
      ["contact/created", 200, "alpha"],
      ["contact/created", 404, "beta 100%"],
      ["conversation/message", 503, "gamma"],
      ["conversation/message", null, "delta"],
      ["conversation/message", 200, "epsilon"],
    ] as const) {
      ids.push(await record(made.id, event, status, text));
    }
    const logs = (query: string) => api.get<Page<DeliveryLog>>(`/v1/webhooks/${made.id}/logs?${query}`);
    const found = async (query: string) => (await logs(query)).body.data.map(({ id }) => ids.indexOf(id));
    expect(await found("")).toEqual([4, 3, 2, 1, 0]);
    expect(await found("success=true")).toEqual([4, 0]);
    expect(await found("success=false&event=conversation/message")).toEqual([3, 2]);
    expect(await found("statusCode=404")).toEqual([1]);
    expect(await found("statusClass=5xx")).toEqual([2]);
    expect(await found("statusClass=none")).toEqual([3]);
    expect(await found("search=GAMMA")).toEqual([2]);
    expect(await found("search=100%25")).toEqual([1]);
    expect(await found(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    expect(await found(`to=${new Date(Date.now() + 60_000).toISOString()}&limit=2&page=2`)).toEqual([2, 1]);
    expect(await found("deliveryId=nonsense")).toEqual([]);
    for (const wrong of ["success=perhaps", "event=ping", "statusCode=abc", "from=yesterday", "cursor=zzz"]) {
      expect((await logs(wrong)).status).toBe(400);
    }
    const first = (await logs("limit=3")).body;
    expect(first.pagination.total).toBe(5);
    const next = await found(`limit=3&cursor=${first.pagination.nextCursor}`);
    expect(next).toEqual([1, 0]);
    expect((await logs(`success=true&cursor=${first.pagination.nextCursor}`)).status).toBe(400);
    expect((await reader.get(`/v1/webhooks/${made.id}/logs`)).status).toBe(200);
    await remove(made);
  });

  it("belongs to its webhook", async () => {
    const made = await create();
    const { webhookLogId } = company.given;
    expect((await api.post(`/v1/webhooks/${made.id}/logs/${webhookLogId}/redeliver`)).status).toBe(404);
    expect((await api.post(`/v1/webhooks/${made.id}/logs/nonsense/redeliver`)).status).toBe(404);
    await remove(made);
  });
});
