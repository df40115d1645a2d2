import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { closePresence } from "#server/kit/presence/presence.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { openIntegration } from "#server/testing/integrating.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { reread } from "#server/testing/talking.ts";
import { addresses } from "./addresses.ts";

const company = await openCompany("Analytics");
const api = await openApi(company);
const { set, test, relayed, runsOf, lead, win, close } = await openIntegration(company, api, "analytics");
const google = { measurementId: "G-ABC1234567", apiSecret: "google-secret" };
const meta = { datasetId: "1234567890", accessToken: "meta-token", whatsappAccountId: "777" };
const real = { ...addresses };
let receiver: Receiver;

beforeAll(() => allowPrivateTargets(true));
beforeEach(async () => {
  receiver = await startReceiver();
  // As google-analytics.com and graph.facebook.com are documented to answer.
  receiver.answer(({ url }, response) => {
    if (url.startsWith("/mp/collect")) return response.writeHead(204).end();
    if (url.startsWith("/debug/mp/collect")) return response.end(JSON.stringify({ validationMessages: [] }));
    if (url.includes("/events"))
      return response.end(JSON.stringify({ events_received: 1, messages: [], fbtrace_id: "x" }));
    return response.end(JSON.stringify({ id: "1234567890", name: "Leads" }));
  });
  const base = new URL(receiver.url).origin;
  Object.assign(addresses, { googleAnalytics: base, metaGraph: `${base}/v25.0` });
  await set({ enabled: true, config: { ...google, ...meta } });
});
afterEach(() => receiver.close());
afterAll(async () => {
  Object.assign(addresses, real);
  await closeOutbound();
  await closePresence();
  allowPrivateTargets(false);
});

const sent = (at: number) => JSON.parse(receiver.received[at]?.body ?? "{}") as Record<string, unknown>;
const cameByAd = (conversationId: string) =>
  systemPool().query(`update conversations set "channel" = 'WHATSAPP', "referral" = $2 where "id" = $1`, [
    conversationId,
    JSON.stringify({ sourceId: "1", headline: "", body: "", imageUrl: "", clickId: "click-1", at: new Date() }),
  ]);

it("tells Google of a lead and of a sale, with the visitor's client, the click and the amount [P6]", async () => {
  const conversationId = await lead({ gaClientId: "555.123", utmMedium: "cpc", amount: 12.5 });
  await systemPool().query(`update conversations set "gclid" = 'g-click' where "id" = $1`, [conversationId]);
  await relayed(conversationId);
  await win(conversationId);
  await relayed(conversationId);
  expect(receiver.received.map(({ method, url }) => `${method} ${url}`)).toEqual(
    ["lead", "won"].map(() => "POST /mp/collect?measurement_id=G-ABC1234567&api_secret=google-secret"),
  );
  const params = { value: 12.5, currency: "USD", gclid: "g-click", source: "ads", medium: "cpc" };
  expect(sent(0)).toMatchObject({
    client_id: "555.123",
    timestamp_micros: expect.any(Number) as number,
    events: [{ name: "generate_lead", params: { ...params, lead_id: conversationId } }],
  });
  expect(sent(1)).toMatchObject({ events: [{ name: "close_convert_lead", params }] });
  const runs = await runsOf(conversationId);
  expect(runs.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(runs[0]?.calls[0]?.url).toContain("api_secret=********");
  expect((await reread(api, conversationId)).tags).toContain("posted_analytics");
});

it("tells Meta of a lead and a sale by the click on an ad to WhatsApp [P6]", async () => {
  const conversationId = await lead({ amount: 80 });
  await cameByAd(conversationId);
  await relayed(conversationId);
  await win(conversationId);
  await relayed(conversationId);
  expect(receiver.received.map(({ url, headers }) => [url, headers.authorization])).toEqual(
    ["lead", "won"].map(() => ["/v25.0/1234567890/events", "Bearer meta-token"]),
  );
  const event = {
    action_source: "business_messaging",
    messaging_channel: "whatsapp",
    user_data: { ctwa_clid: "click-1", whatsapp_business_account_id: "777" },
    custom_data: { value: 80, currency: "USD" },
  };
  expect(sent(0)).toMatchObject({
    data: [{ ...event, event_name: "LeadSubmitted", event_id: `${conversationId}:lead` }],
  });
  expect(sent(1)).toMatchObject({ data: [{ ...event, event_name: "Purchase", event_id: `${conversationId}:won` }] });
});

it("skips whom no platform knows, and says nothing of a close", async () => {
  const conversationId = await lead();
  await close(conversationId, true);
  await relayed(conversationId);
  expect(receiver.received).toEqual([]);
  expect(await runsOf(conversationId)).toMatchObject([{ cause: "lead", status: "skipped", reason: "nothing" }]);
  expect((await reread(api, conversationId)).tags).not.toContain("posted_analytics");
});

it("tries again what failed, and tells Google only once that Meta has taken it", async () => {
  const conversationId = await lead({ gaClientId: "555.9" });
  await cameByAd(conversationId);
  let failures = 2;
  receiver.answer(({ url }, response) => {
    if (!url.includes("/events")) return response.writeHead(204).end();
    failures -= 1;
    return response.writeHead(failures >= 0 ? 429 : 200).end("{}");
  });
  await relayed(conversationId);
  const names = receiver.received.map(({ url }) => (url.includes("/events") ? "meta" : "google"));
  expect(names).toEqual(["meta", "meta", "meta", "google"]);
  expect(await runsOf(conversationId)).toMatchObject([{ status: "succeeded", attempt: 3 }]);
});

it("is tested where nothing is counted, and says what is wrong", async () => {
  expect((await test()).body).toMatchObject({ status: "succeeded" });
  expect(receiver.received.map(({ method, url }) => `${method} ${url.split("&")[0]}`)).toEqual([
    "GET /v25.0/1234567890?fields=id,name".split("&")[0],
    "POST /debug/mp/collect?measurement_id=G-ABC1234567",
  ]);
  receiver.answer((_request, response) =>
    response.end(JSON.stringify({ validationMessages: [{ description: "Currency is not one." }] })),
  );
  await set({ config: google });
  expect((await test()).body).toMatchObject({
    status: "failed",
    message: "Google refused the event: Currency is not one.",
  });
  expect((await set({ config: { ...google, measurementId: "UA-1" } })).body.lacks).toEqual(["measurementId"]);
  expect((await set({ config: { datasetId: "1234567890" } })).body.lacks).toEqual(["accessToken"]);
});
