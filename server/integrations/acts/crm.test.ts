import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closePresence } from "#server/kit/presence/presence.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { openIntegration } from "#server/testing/integrating.ts";
import { type Received, type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { reread } from "#server/testing/talking.ts";
import { addresses } from "./addresses.ts";

const company = await openCompany("CRM");
const api = await openApi(company);
const { set, test, relayed, runsOf, lead, win, close } = await openIntegration(company, api, "crm");
const real = { ...addresses };

type Fields = Record<string, unknown>;
type Kept = { contacts: Map<string, Fields>; deals: Map<string, Fields> };

/** What a stand-in answers: a status and a body. */
type Reply = [number, unknown];
type Asked = { method: string; url: URL; body: Fields };

let receiver: Receiver;
let kept: Kept;
let failOnce: string | undefined;

function serve(answering: (asked: Asked) => Reply, allowed: (request: Received) => boolean): void {
  kept = { contacts: new Map(), deals: new Map() };
  receiver.answer((request, response) => {
    const body = JSON.parse(request.body || "{}") as Fields;
    const asked = { method: request.method, url: new URL(request.url, "http://x"), body };
    const [status, given] = allowed(request) ? answering(asked) : [401, { message: "no such token" }];
    // It has been done, and its answer is lost.
    const lost = failOnce === `${asked.method} ${asked.url.pathname}`;
    if (lost) failOnce = undefined;
    response.writeHead(lost ? 502 : status, { "content-type": "application/json" }).end(JSON.stringify(given));
  });
}

let given = 100;
const fresh = (map: Map<string, Fields>, fields: Fields) => {
  given += 1;
  map.set(String(given), fields);
  return String(given);
};
const found = (map: Map<string, Fields>, key: string, value: unknown) =>
  [...map].find(([, fields]) => fields[key] === value)?.[0];

/** HubSpot as developers.hubspot.com describes it: objects of contacts and deals, search and upsert. */
function hubspot({ method, url, body }: Asked): Reply {
  const [, type = "", id] = /^\/crm\/v3\/objects\/(contacts|deals)(?:\/(.*))?$/.exec(url.pathname) ?? [];
  const map = type === "deals" ? kept.deals : kept.contacts;
  const properties = (body.properties ?? {}) as Fields;
  if (id === "search") {
    const [group] = body.filterGroups as { filters: { propertyName: string; value: string }[] }[];
    const filter = group?.filters[0];
    const one = found(map, filter?.propertyName ?? "", filter?.value);
    return [200, { total: one ? 1 : 0, results: one ? [{ id: one, properties: map.get(one) }] : [] }];
  }
  if (id === "batch/upsert") {
    const [input] = body.inputs as { idProperty: string; id: string; properties: Fields }[];
    const before = found(map, input?.idProperty ?? "", input?.id);
    if (before) map.set(before, { ...map.get(before), ...input?.properties });
    const one = before ?? fresh(map, input?.properties ?? {});
    return [200, { status: "COMPLETE", results: [{ id: one, new: !before, properties: map.get(one) }] }];
  }
  if (method === "PATCH") {
    if (!id || !map.has(id)) return [404, { status: "error", category: "OBJECT_NOT_FOUND" }];
    map.set(id, { ...map.get(id), ...properties });
    return [200, { id, properties: map.get(id) }];
  }
  if (method === "POST") return [201, { id: fresh(map, { ...properties, associations: body.associations }) }];
  return [200, { results: [] }];
}

/** Pipedrive's API v2 as developers.pipedrive.com describes it. */
function pipedrive({ method, url, body }: Asked): Reply {
  const [, type = "", id] = /^\/api\/v2\/(persons|deals)(?:\/(.*))?$/.exec(url.pathname) ?? [];
  const map = type === "deals" ? kept.deals : kept.contacts;
  const ok = (one: string): Reply => [200, { success: true, data: { id: Number(one), ...map.get(one) } }];
  if (id === "search") {
    const term = url.searchParams.get("term");
    const items = [...map].filter(([, fields]) => JSON.stringify(fields).includes(`"${term}"`));
    return [200, { success: true, data: { items: items.map(([one]) => ({ item: { id: Number(one) } })) } }];
  }
  if (method === "PATCH") {
    if (!id || !map.has(id)) return [404, { success: false }];
    map.set(id, { ...map.get(id), ...body });
    return ok(id);
  }
  if (method === "POST") return ok(fresh(map, body));
  return [200, { success: true, data: [] }];
}

const config = { accessToken: "crm-token", mapping: "company = customFields.Company\nsource=attribution.utmSource" };

beforeAll(() => allowPrivateTargets(true));
beforeEach(async () => {
  receiver = await startReceiver();
  const base = new URL(receiver.url).origin;
  Object.assign(addresses, { hubspot: base, pipedrive: base });
});
afterEach(() => receiver.close());
afterAll(async () => {
  Object.assign(addresses, real);
  await closeOutbound();
  await closePresence();
  allowPrivateTargets(false);
});

describe.each([
  {
    provider: "hubspot",
    answering: hubspot,
    allowed: ({ headers }: Received) => headers.authorization === "Bearer crm-token",
    contact: (email: string) => ({ firstname: "Lena", lastname: "Lead", email, source: "ads" }),
    deal: { amount: "80" },
    wonDeal: { dealstage: "closedwon" },
    made: "POST /crm/v3/objects/deals",
  },
  {
    provider: "pipedrive",
    answering: pipedrive,
    allowed: ({ headers }: Received) => headers["x-api-token"] === "crm-token",
    contact: (value: string) => ({
      name: "Lena Lead",
      emails: [{ value, primary: true }],
      custom_fields: { source: "ads" },
    }),
    deal: { value: 80, currency: "USD" },
    wonDeal: { status: "won" },
    made: "POST /api/v2/deals",
  },
])("$provider", ({ provider, answering, allowed, contact, deal, wonDeal, made }) => {
  beforeEach(async () => {
    serve(answering, allowed);
    await set({ enabled: true, config: { ...config, provider } });
  });

  it("gets a contact and a deal of a lead, which follow what becomes of it [P6]", async () => {
    const email = `${provider}-follow@example.com`;
    const conversationId = await lead({ amount: 80 }, { email });
    await relayed(conversationId);
    expect([...kept.contacts.values()]).toMatchObject([contact(email)]);
    expect([...kept.deals.values()]).toMatchObject([deal]);
    await win(conversationId);
    await close(conversationId, true);
    await relayed(conversationId);
    expect(kept.contacts.size).toBe(1);
    expect([...kept.deals.values()]).toMatchObject([{ ...deal, ...wonDeal }]);
    const runs = await runsOf(conversationId);
    expect(runs.map(({ cause, status }) => [cause, status])).toEqual(
      ["closed", "won", "lead"].map((cause) => [cause, "succeeded"]),
    );
    expect(JSON.stringify(runs)).not.toContain("crm-token");
    expect((await reread(api, conversationId)).tags).toContain("posted_crm");
  });

  it("has nobody twice: not a person who comes back, nor a deal whose answer was lost", async () => {
    const email = `${provider}-twice@example.com`;
    await relayed(await lead({}, { email }));
    failOnce = made;
    const second = await lead({}, { email });
    await relayed(second);
    expect(await runsOf(second)).toMatchObject([{ status: "succeeded", attempt: 2 }]);
    expect([kept.contacts.size, kept.deals.size]).toEqual([1, 2]);
    const byPhone = { name: "Pia", email: "", phone: "+54 9 11 4765 0001" };
    await relayed(await lead({}, byPhone));
    expect(kept.contacts.size).toBe(2);
  });

  it("gets anew what was deleted there, and nothing of a close that is no lead", async () => {
    const conversationId = await lead({}, { email: `${provider}-gone@example.com` });
    await relayed(conversationId);
    kept.contacts.clear();
    kept.deals.clear();
    await win(conversationId);
    await relayed(conversationId);
    expect([kept.contacts.size, kept.deals.size]).toEqual([1, 1]);
    await set({ config: { ...config, provider, on: ["closed"] } });
    const other = await lead({}, { email: `${provider}-no@example.com` });
    await close(other, false);
    await relayed(other);
    expect(await runsOf(other)).toMatchObject([{ status: "skipped", reason: "nothing" }]);
  });

  it("is tested by a reading call, and says when the token is refused", async () => {
    expect((await test()).body).toMatchObject({ status: "succeeded", calls: [{ method: "GET" }] });
    await set({ config: { ...config, provider, accessToken: "wrong" } });
    expect((await test()).body).toMatchObject({ status: "failed", message: "The receiver answered 401." });
    expect(kept.contacts.size).toBe(0);
  });
});

it("says what is missing", async () => {
  const { body } = await set({ config: { provider: "other", mapping: "no line" } });
  expect(body.lacks).toEqual(["provider", "accessToken", "mapping"]);
});
