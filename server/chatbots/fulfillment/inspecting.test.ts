import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { permissionsOfRole } from "#server/core/permissions.ts";
import { systemPool } from "#server/db/system.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { listFulfillmentCalls, readFulfillmentCall } from "./inspecting.ts";
import { fulfillmentRequestSchema } from "./schema.ts";
import { rerunFulfillment, testFulfillment } from "./trying.ts";

let endpoint: Receiver;
let chatbotId: string;
let callId: string;

const company = await openCompany("Inspectors", ["talk", "fulfillment"]);

beforeAll(async () => {
  endpoint = await startReceiver();
  chatbotId = company.given.chatbotId ?? "";
  callId = company.given.fulfillmentCallId ?? "";
});
afterAll(async () => {
  await closeOutbound();
  await endpoint.close();
});
beforeEach(() => {
  allowPrivateTargets(true);
  endpoint.received.length = 0;
});
afterEach(() => allowPrivateTargets(false));

const answers = (body: unknown, status = 200) =>
  endpoint.answer((_request, response) => void response.writeHead(status).end(JSON.stringify(body)));

async function pointTo(url: string): Promise<void> {
  await systemPool().query(`update fulfillment_calls set "url" = $2 where "id" = $1`, [callId, url]);
}

const withPermissions = (...permissions: string[]): Actor => ({ ...company.admin, permissions: new Set(permissions) });

describe("the inspector", () => {
  it("lists the calls of a chatbot and shows each whole", async () => {
    const [call] = await listFulfillmentCalls.execute(company.admin, { chatbotId });
    expect(call).toMatchObject({ id: callId, outcome: "answered", source: "global", won: false, seq: 1 });
    const whole = await readFulfillmentCall.execute(company.admin, { chatbotId, callId });
    expect(JSON.parse(whole.request)).toMatchObject({ flow: 1, message: expect.stringContaining("Good morning") });
    expect(whole).toMatchObject({ before: { custom: {} }, after: { custom: {} }, sibling: null });
  });

  it("shows an address whole only to those who may change it", async () => {
    await pointTo("https://ana:word@example.com/f?key=s3cret&v=2#x");
    const shown = async (actor: Actor) => (await readFulfillmentCall.execute(actor, { chatbotId, callId })).url;
    expect(await shown(company.admin)).toBe("https://ana:word@example.com/f?key=s3cret&v=2#x");
    const supervisor = { ...company.supervisor, permissions: new Set(permissionsOfRole("supervisor")) };
    expect(await shown(supervisor)).toBe("https://example.com/f?key=•••&v=•••");
    const list = await listFulfillmentCalls.execute(supervisor, { chatbotId });
    expect(JSON.stringify(list)).not.toContain("s3cret");
  });

  it("is closed to people who may not read what visitors say", async () => {
    for (const permissions of [["websites_read"], ["websites_read", "clients_read_assigned"]]) {
      const actor = withPermissions(...permissions);
      await expect(listFulfillmentCalls.execute(actor, { chatbotId })).rejects.toMatchObject({ code: "forbidden" });
      await expect(readFulfillmentCall.execute(actor, { chatbotId, callId })).rejects.toMatchObject({
        code: "forbidden",
      });
    }
  });

  it("knows no call of another chatbot", async () => {
    await expect(readFulfillmentCall.execute(company.admin, { chatbotId, callId: newId() })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a call sent again", () => {
  it("carries the same request, shows the answer and applies nothing", async () => {
    await pointTo(`${endpoint.url}?key=1`);
    answers({ name: { value: "Changed" }, response: { text: ["hi"] } });
    const conversation = `select md5(c::text) as sum from conversations c where "id" = $1`;
    const before = await systemPool().query(conversation, [company.given.conversationId]);
    const trial = await rerunFulfillment.execute(company.admin, { chatbotId, callId });
    expect(trial).toMatchObject({ outcome: "answered", statusCode: 200, answer: { writes: { name: "Changed" } } });
    expect(JSON.parse(endpoint.received[0]?.body ?? "")).toEqual(JSON.parse(trial.request));
    expect(endpoint.received[0]?.url).toBe("/hook?key=1");
    const after = await systemPool().query(conversation, [company.given.conversationId]);
    expect(after.rows).toEqual(before.rows);
    expect(await listFulfillmentCalls.execute(company.admin, { chatbotId })).toHaveLength(1);
  });

  it("needs the permission to write", async () => {
    const actor = withPermissions("websites_read", "clients_read");
    await expect(rerunFulfillment.execute(actor, { chatbotId, callId })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a test call", () => {
  it("sends a sample of every field to the address given, else to the global one", async () => {
    answers({ response: { text: "wrong" } });
    const trial = await testFulfillment.execute(company.admin, { chatbotId, url: endpoint.url });
    expect(trial).toMatchObject({ outcome: "answered", notes: [{ field: "response.text", reason: "wrong_type" }] });
    const sent = fulfillmentRequestSchema.parse(JSON.parse(endpoint.received[0]?.body ?? ""));
    expect(sent).toMatchObject({ companyId: company.companyId, websiteId: company.given.channelId });
    await expect(testFulfillment.execute(company.admin, { chatbotId })).rejects.toMatchObject({
      details: [{ field: "url", code: "required" }],
    });
    await systemPool().query(
      `update chatbots set "settings" = "settings" || jsonb_build_object('global_fulfillment_url', $2::text) where "id" = $1`,
      [chatbotId, `${endpoint.url}/global`],
    );
    await testFulfillment.execute(company.admin, { chatbotId });
    expect(endpoint.received[1]?.url).toBe("/hook/global");
  });

  it("sends what was composed, and says when the address may not be called", async () => {
    answers({});
    const request = { flow: 7, anything: ["at", "all"] };
    await testFulfillment.execute(company.admin, { chatbotId, url: endpoint.url, request });
    expect(JSON.parse(endpoint.received[0]?.body ?? "")).toEqual(request);
    allowPrivateTargets(false);
    const trial = await testFulfillment.execute(company.admin, { chatbotId, url: endpoint.url, request });
    expect(trial).toMatchObject({ outcome: "blocked", statusCode: null, response: null });
  });

  it("waits until others have ended when too many run", async () => {
    endpoint.answer((_request, response) => void setTimeout(() => response.writeHead(200).end("{}"), 300));
    const tries = Array.from({ length: 12 }, () =>
      testFulfillment.execute(company.admin, { chatbotId, url: endpoint.url }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(2);
    await expect(testFulfillment.execute(company.admin, { chatbotId, url: endpoint.url })).resolves.toBeTruthy();
  });
});

describe("a mask", () => {
  it("hides in requests and answers what a mask hides in records", async () => {
    const collected = { phone: { national_format: "4765 9083" }, custom: { passport: "AB-7719", plan: "Gold" } };
    await systemPool().query(`update fulfillment_calls set "request" = $2, "response" = $3 where "id" = $1`, [
      callId,
      { collected_data: collected },
      JSON.stringify(collected),
    ]);
    const masks = ["phone", "field:passport"] as const;
    const sight = { read: "all", write: "all", teamIds: [], channelIds: [], masks } as const;
    const whole = await readFulfillmentCall.execute(company.admin, { chatbotId, callId });
    expect(JSON.parse(whole.response ?? "")).toEqual(collected);
    const shown = await readFulfillmentCall.execute({ ...company.admin, sight }, { chatbotId, callId });
    const masked = { phone: { national_format: "•••• 9083" }, custom: { passport: "•••", plan: "Gold" } };
    expect([JSON.parse(shown.request), JSON.parse(shown.response ?? "")]).toEqual([{ collected_data: masked }, masked]);
  });
});
