import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemPool } from "#server/db/system.ts";
import { closePresence } from "#server/kit/presence/presence.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { app } from "#server/rest/app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { openIntegration, type RunPage } from "#server/testing/integrating.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { reread } from "#server/testing/talking.ts";
import type { IntegrationRunView, IntegrationView } from "../schema.ts";
import { claimRuns, leasedRuns } from "./claiming.ts";
import { actOnDue } from "./working.ts";

const company = await openCompany();
const api = await openApi(company);
const integration = await openIntegration(company, api, "webhook");
const { id, system, runsOf, settled, set, relayed, lead, close, win } = integration;
const path = () => integration.path;

let receiver: Receiver;

beforeAll(async () => {
  allowPrivateTargets(true);
});
beforeEach(async () => {
  receiver = await startReceiver();
  await set({ enabled: true, config: { url: receiver.url, secret: "s3cret-of-ours", note: "kept" } });
});
afterEach(() => receiver.close());
afterAll(async () => {
  await closeOutbound();
  await closePresence();
  allowPrivateTargets(false);
});

const bodyOf = (at: number) => JSON.parse(receiver.received[at]?.body ?? "{}") as Record<string, never>;

describe("an integration that is enabled", () => {
  it("acts once when a conversation becomes a lead and once when it closes, however often it is told", async () => {
    const conversationId = await lead();
    await relayed(conversationId);
    await close(conversationId, true);
    await relayed(conversationId);
    expect(receiver.received.map(({ headers }) => headers["x-webhook-event"]).sort()).toEqual([
      "integration/closed",
      "integration/lead",
    ]);
    const runs = await runsOf(conversationId);
    expect(runs.map(({ cause, status, attempt }) => [cause, status, attempt])).toEqual([
      ["closed", "succeeded", 1],
      ["lead", "succeeded", 1],
    ]);
    expect((await reread(api, conversationId)).tags.filter((tag) => tag === "posted_webhook")).toHaveLength(1);
    await api.post(`/v1/conversations/${conversationId}/open`, {});
    await close(conversationId, false);
    await relayed(conversationId);
    expect((await runsOf(conversationId)).map(({ cause }) => cause)).toEqual(["closed", "closed", "lead"]);
  });

  it("is told of a lead once it can be reached, and of a name alone when it is closed as one [P6, D10]", async () => {
    const name = { name: "Nora Name", email: "" };
    const conversationId = await lead({}, name);
    await relayed(conversationId);
    expect(await runsOf(conversationId)).toEqual([]);
    for (const later of [{ email: "nora.name@example.com" }, { phone: "+34 600 123 987" }]) {
      await captureContact.execute(system, { conversationId, ...later });
      await relayed(conversationId);
      expect((await runsOf(conversationId)).map(({ cause }) => cause)).toEqual(["lead"]);
    }
    expect(bodyOf(0)).toMatchObject({ data: { contact: { name: "Nora Name", email: "nora.name@example.com" } } });
    const [closed, refused] = [await lead({}, name), await lead({}, name)];
    await close(closed, true);
    await close(refused, false);
    await captureContact.execute(system, { conversationId: refused, email: "too.late@example.com" });
    for (const one of [closed, refused]) await relayed(one);
    expect((await runsOf(closed)).map(({ cause }) => cause).sort()).toEqual(["closed", "lead"]);
    expect((await runsOf(refused)).map(({ cause }) => cause)).toEqual(["closed"]);
  });

  it("does nothing with a conversation that goes into another one, which goes on [W9, P6]", async () => {
    const conversationId = await lead();
    await relayed(conversationId);
    const { rows } = await systemPool().query(
      `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
       from conversations c where c."id" = $1 returning "id"`,
      [conversationId],
    );
    const winner: string = rows[0].id;
    const merged = await api.post(`/v1/conversations/${winner}/merge`, { loserId: conversationId });
    expect(merged.status).toBe(200);
    await relayed(conversationId);
    expect((await runsOf(conversationId)).map(({ cause }) => cause)).toEqual(["lead"]);
    await close(winner, true);
    await relayed(winner);
    expect((await runsOf(winner)).map(({ cause }) => cause)).toContain("closed");
  });

  it("sends the whole conversation, signed with its secret, which is in no log", async () => {
    const conversationId = await lead();
    await close(conversationId, true);
    await relayed(conversationId);
    const at = receiver.received.findIndex(({ headers }) => headers["x-webhook-event"] === "integration/closed");
    expect(bodyOf(at)).toMatchObject({
      event: "integration/closed",
      test: false,
      integrationId: id,
      data: {
        conversation: { id: conversationId, status: "CLOSED", isLead: true, gaClientId: "" },
        contact: { name: "Lena Lead", email: expect.stringMatching(/^lead-\d+-webhook@example\.com$/) },
        messages: [{ fromType: "visitor", text: "I want two of these" }],
        messagesTotal: 1,
        attribution: { utmSource: "ads" },
      },
    });
    const request = receiver.received[at];
    const [, t = "", v1 = ""] = /^t=(\d+),v1=(.+)$/.exec(String(request?.headers["x-webhook-signature"])) ?? [];
    expect(v1).toBe(createHmac("sha256", "s3cret-of-ours").update(`${t}.${request?.body}`).digest("hex"));
    const kept = await systemPool().query(`select "calls"::text from integration_runs where "conversationId" = $1`, [
      conversationId,
    ]);
    expect(JSON.stringify(kept.rows)).toContain("I want two");
    expect(JSON.stringify(kept.rows)).not.toContain("s3cret-of-ours");
  });

  it("hides a secret that stands in the address, or comes back in an answer", async () => {
    await set({ config: { url: `${receiver.url}?key=top%20secret!`, token: "top secret!" } });
    receiver.answer((_request, response) => response.writeHead(400).end('{"you sent":"top secret!"}'));
    const conversationId = await lead();
    await relayed(conversationId);
    const [run] = await runsOf(conversationId);
    expect(run?.calls[0]).toMatchObject({ url: `${receiver.url}?key=********`, answer: '{"you sent":"********"}' });
    expect(run).toMatchObject({
      status: "failed",
      reason: "answer",
      message: "The receiver answered 400.",
      attempt: 1,
    });
  });

  it("is tried again as a webhook is, six times, and its failure is told once until it works again", async () => {
    const told = async () => {
      const { rows } = await systemPool().query(
        `select "userId" from notifications where "companyId" = $1 and "kind" = 'integration_failing'`,
        [company.companyId],
      );
      return rows.length;
    };
    const failing = async () => (await api.get<IntegrationView>(path())).body.failingSince;
    receiver.answer(200);
    await relayed(await lead());
    receiver.answer(503);
    receiver.received.length = 0;
    await systemPool().query(`delete from notifications where "companyId" = $1`, [company.companyId]);
    const [first, second] = [await lead(), await lead()];
    await relayed(first);
    await relayed(second);
    const [run] = await runsOf(first);
    expect(run).toMatchObject({ status: "failed", reason: "answer", attempt: 6, nextAttemptAt: null });
    expect(run?.calls.map(({ attempt, statusCode }) => [attempt, statusCode])).toEqual(
      [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, 503]),
    );
    expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-event-id"])).size).toBe(2);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(2);
    expect((await reread(api, first)).tags).not.toContain("posted_webhook");
    expect(await told()).toBe(1);
    expect(await failing()).not.toBeNull();
    receiver.answer(200);
    await relayed(await lead());
    expect(await failing()).toBeNull();
  });

  it("acts on nothing while it is off, and on nothing that it was not set to", async () => {
    await set({ config: { url: receiver.url, on: ["won"] } });
    const conversationId = await lead();
    await close(conversationId, true);
    await relayed(conversationId);
    expect(receiver.received).toHaveLength(0);
    await win(conversationId);
    await set({ enabled: false });
    await relayed(conversationId);
    expect(await runsOf(conversationId)).toEqual([]);
    await set({ enabled: true });
    await relayed(conversationId);
    expect((await runsOf(conversationId)).map(({ cause, status }) => [cause, status])).toEqual([["won", "succeeded"]]);
  });

  it("skips what was switched off meanwhile, and forgets what was said of people who are deleted", async () => {
    const conversationId = await lead();
    await relayed(conversationId, false);
    await set({ enabled: false });
    await settled(conversationId);
    expect(await runsOf(conversationId)).toMatchObject([{ status: "skipped", reason: "off", calls: [] }]);
    await set({ enabled: true });
    const other = await lead();
    await relayed(other);
    expect((await runsOf(other))[0]?.calls).toHaveLength(1);
    await api.delete(`/v1/contacts/${(await reread(api, other)).contactId}`);
    expect(await runsOf(other)).toMatchObject([{ status: "succeeded", calls: [] }]);
    await api.delete(`/v1/conversations/${other}`);
    expect(await runsOf(other)).toEqual([]);
  });

  it("goes on with what a process that died had taken, and an answer that comes too late counts no more", async () => {
    const conversationId = await lead();
    await relayed(conversationId, false);
    const dead = 424_242;
    const { runs } = await claimRuns.execute(system, { holder: dead, take: 20 });
    expect(runs.map((run) => run.conversationId)).toEqual([conversationId]);
    await actOnDue(system, 1);
    expect(receiver.received).toHaveLength(0);
    expect(await leasedRuns.free([dead])).toBe(1);
    await settled(conversationId);
    expect(await runsOf(conversationId)).toMatchObject([{ status: "succeeded", attempt: 2 }]);
    expect(receiver.received).toHaveLength(1);
  });

  it("calls no private address where that is not allowed, and does not try again", async () => {
    allowPrivateTargets(false);
    const conversationId = await lead();
    await relayed(conversationId).finally(() => allowPrivateTargets(true));
    const [run] = await runsOf(conversationId);
    expect([run?.status, run?.reason, run?.attempt]).toEqual(["failed", "not_ready", 1]);
    expect(receiver.received).toHaveLength(0);
  });
});

describe("who may what", () => {
  it("does not act on a config by somebody who may not read the conversations it would send", async () => {
    const writer = await openApi(company, ["websites_read", "websites_write"]);
    const { body } = await writer.patch<IntegrationView>(path(), { config: { url: `${receiver.url}/mine` } });
    expect(body).toMatchObject({ enabled: true, lacks: ["permission"] });
    const conversationId = await lead();
    await relayed(conversationId);
    expect(await runsOf(conversationId)).toEqual([]);
    expect((await set({ enabled: true })).body.lacks).toEqual([]);
    await relayed(conversationId);
    expect(await runsOf(conversationId)).toHaveLength(1);
  });

  it("shows the log's bodies only to readers of all conversations", async () => {
    const conversationId = await lead();
    await relayed(conversationId);
    const reader = http(app, (await company.token(["websites_read"])).secret);
    const { body } = await reader.get<RunPage>(`${path()}/runs`);
    const run = body.data.find((one) => one.conversationId === conversationId);
    expect(run).toMatchObject({ visitorName: "", calls: [{ body: "", answer: "", statusCode: 200 }] });
  });
});

describe("a test", () => {
  it("sends made-up data once, also while it is off, and is kept in the log", async () => {
    await set({ enabled: false });
    const { status, body: run } = await api.post<IntegrationRunView>(`${path()}/test`, {});
    expect([status, run.status, run.cause, run.conversationId]).toEqual([200, "succeeded", "test", null]);
    expect(receiver.received).toHaveLength(1);
    expect(bodyOf(0)).toMatchObject({
      event: "integration/test",
      test: true,
      data: { contact: { name: "Test Person" } },
    });
    receiver.answer(500);
    const { body: failed } = await api.post<IntegrationRunView>(`${path()}/test`, {});
    expect(failed).toMatchObject({ status: "failed", reason: "answer", message: "The receiver answered 500." });
    expect(receiver.received).toHaveLength(2);
    expect((await runsOf(null)).map(({ id: runId }) => runId)).toEqual([failed.id, run.id]);
  });

  it("says what is missing", async () => {
    const { body } = await set({ config: { url: "ftp://example.com" } });
    expect(body.lacks).toEqual(["url"]);
    const { body: run } = await api.post<IntegrationRunView>(`${path()}/test`, {});
    expect(run).toMatchObject({ status: "failed", reason: "not_ready", calls: [] });
    await systemPool().query(`update companies set "features" = '{"webhooks": false}' where "id" = $1`, [
      company.companyId,
    ]);
    expect((await set({ config: { url: receiver.url } })).body.lacks).toEqual(["plan"]);
    const { body: refused } = await api.post<IntegrationRunView>(`${path()}/test`, {});
    expect(refused).toMatchObject({ status: "failed", reason: "plan", calls: [] });
    await systemPool().query(`update companies set "features" = '{}' where "id" = $1`, [company.companyId]);
  });
});
