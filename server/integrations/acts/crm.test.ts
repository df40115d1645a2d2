import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { closePresence } from "#server/kit/presence/presence.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { openIntegration } from "#server/testing/integrating.ts";
import { type Received, type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { converse, reread } from "#server/testing/talking.ts";
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

const emailTaken = (email: unknown, but?: string) => {
  const other = typeof email === "string" ? found(kept.contacts, "email", email) : undefined;
  return other !== undefined && other !== but;
};
const conflict: Reply = [409, { status: "error", category: "CONFLICT", message: "Contact already exists." }];

/** HubSpot as developers.hubspot.com describes it: objects of contacts and deals, search and associations. */
function hubspot({ method, url, body }: Asked): Reply {
  const [, dealId, contactId] = /\/deals\/(\d+)\/associations\/default\/contacts\/(\d+)$/.exec(url.pathname) ?? [];
  if (method === "PUT") {
    const there = kept.deals.get(dealId ?? "");
    if (!there || !kept.contacts.has(contactId ?? "")) return [404, {}];
    there.associations = [{ to: { id: contactId } }];
    return [200, { status: "COMPLETE" }];
  }
  const [, type = "", id] = /^\/crm\/v3\/objects\/(contacts|deals)(?:\/(.*))?$/.exec(url.pathname) ?? [];
  const map = type === "deals" ? kept.deals : kept.contacts;
  const properties = (body.properties ?? {}) as Fields;
  if (id === "search") {
    const [group] = body.filterGroups as { filters: { propertyName: string; value: string }[] }[];
    const filter = group?.filters[0];
    const one = found(map, filter?.propertyName ?? "", filter?.value);
    return [200, { total: one ? 1 : 0, results: one ? [{ id: one, properties: map.get(one) }] : [] }];
  }
  if (method === "PATCH") {
    if (!id || !map.has(id)) return [404, { status: "error", category: "OBJECT_NOT_FOUND" }];
    if (type === "contacts" && emailTaken(properties.email, id)) return conflict;
    map.set(id, { ...map.get(id), ...properties });
    return [200, { id, properties: map.get(id) }];
  }
  if (method === "POST") {
    if (type === "contacts" && emailTaken(properties.email)) return conflict;
    return [
      201,
      { id: fresh(map, { ...properties, ...(body.associations ? { associations: body.associations } : {}) }) },
    ];
  }
  if (id === undefined) return [200, { results: [] }];
  const name = decodeURIComponent(id);
  const one = url.searchParams.get("idProperty") === "email" ? found(map, "email", name) : name;
  return one && map.has(one) ? [200, { id: one, properties: map.get(one) }] : [404, { status: "error" }];
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
  if (id !== undefined) return map.has(id) ? ok(id) : [404, { success: false }];
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
    owned: (id: string) => ({ associations: [{ to: { id } }] }),
    before: (email: string) => ({ firstname: "Carla", lastname: "Boss", email, source: "" }),
    after: (email: string, phone: string) => ({ firstname: "Carla", lastname: "Boss", email, phone, source: "ads" }),
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
    owned: (id: string) => ({ person_id: Number(id) }),
    before: (email: string) => ({
      name: "Carla Boss",
      emails: [
        { value: "first@corp.example", primary: true },
        { value: email, primary: false },
      ],
      phones: [{ value: "+1 555 0100", primary: true }],
    }),
    after: (email: string, phone: string) => ({
      name: "Carla Boss",
      emails: [
        { value: "first@corp.example", primary: true },
        { value: email, primary: false },
      ],
      phones: [
        { value: "+1 555 0100", primary: true },
        { value: phone, primary: false, label: "work" },
      ],
      custom_fields: { source: "ads" },
    }),
    made: "POST /api/v2/deals",
  },
])("$provider", ({ provider, answering, allowed, contact, deal, wonDeal, owned, before, after, made }) => {
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

  it("completes a person who was there before, and overwrites nothing of them [P6, D10]", async () => {
    const [email, phone] = [`${provider}-there@example.com`, `+54 9 11 4765 100${provider.length}`];
    const id = fresh(kept.contacts, before(email));
    const conversationId = await lead({}, { email, phone });
    await relayed(conversationId);
    await win(conversationId);
    await relayed(conversationId);
    expect([...kept.contacts]).toEqual([[id, after(email, phone)]]);
    expect([...kept.deals.values()]).toMatchObject([owned(id)]);
  });

  it("changes nothing of a person whom a visitor only claims to be, and adds the deal to them [D10]", async () => {
    const email = `${provider}-claimed@example.com`;
    const id = fresh(kept.contacts, before(email));
    await api.post("/v1/contacts", { websiteId: company.given.channelId, name: "Carla Boss", email });
    const { id: conversationId } = await converse(api, company, { from: `${provider}-claims` });
    const typed = { name: "Mallory", email, phone: `+54 9 11 4765 200${provider.length}` };
    await systemPool().query(
      `update conversations set "contactLink" = 'own', "visitorName" = $2, "visitorEmail" = $3, "visitorPhone" = $4
       where "id" = $1`,
      [conversationId, typed.name, typed.email, typed.phone],
    );
    await captureContact.execute(systemActor(company.companyId), { conversationId, ...typed });
    expect(await reread(api, conversationId)).toMatchObject({ contactLink: "claimed" });
    await relayed(conversationId);
    await close(conversationId, true);
    await relayed(conversationId);
    expect([...kept.contacts]).toEqual([[id, before(email)]]);
    expect([...kept.deals.values()]).toMatchObject([owned(id)]);
    expect((await runsOf(conversationId)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  });

  it("has one person of whom it heard by name first, who has an address there [P6, D10]", async () => {
    const email = `${provider}-named@example.com`;
    const id = fresh(kept.contacts, before(email));
    const conversationId = await lead({}, { email: "" });
    await win(conversationId);
    await relayed(conversationId);
    expect([...kept.deals.values()]).not.toMatchObject([owned(id)]);
    await captureContact.execute(systemActor(company.companyId), { conversationId, email });
    await relayed(conversationId);
    expect([...kept.deals.values()]).toMatchObject([owned(id)]);
    expect((await runsOf(conversationId)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  });

  it("follows whom it has made there itself, who keeps addresses that were added there [P6]", async () => {
    const email = `${provider}-made@example.com`;
    const conversationId = await lead({}, { email });
    await relayed(conversationId);
    const [[id = "", there] = []] = [...kept.contacts];
    const added = { value: "added@corp.example", primary: false };
    if (there?.emails) kept.contacts.set(id, { ...there, emails: [...(there.emails as Fields[]), added] });
    const { contactId } = await reread(api, conversationId);
    await api.patch(`/v1/contacts/${contactId}`, { name: "Lena Married" });
    await win(conversationId);
    await relayed(conversationId);
    expect(kept.contacts.size).toBe(1);
    expect(JSON.stringify(kept.contacts.get(id))).toContain("Married");
    if (there?.emails) expect(kept.contacts.get(id)?.emails).toHaveLength(2);
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
