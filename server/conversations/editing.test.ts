import { describe, expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { captureContact } from "./linking/capturing.ts";
import type { Conversation } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const api = await openApi(company);

const patch = (id: string, body: unknown) => api.patch<Conversation>(`/v1/conversations/${id}`, body);
const put = (id: string, body: unknown) => api.put<Conversation>(`/v1/conversations/${id}`, body);

describe("PATCH /v1/conversations/{id} (E10)", () => {
  it("changes the writable fields and tells what differed, once", async () => {
    const { id } = await converse(api, company, { visitorName: "Old" });
    const fields = {
      visitorName: "New",
      visitorEmail: "new@example.com",
      visitorPhone: "+54 11 5555 0000",
      amount: 1200.5,
      url: "https://shop.example/cart",
      utmSource: "news",
      utmMedium: "mail",
      utmCampaign: "may",
      gaClientId: "GA1.2.3",
    };
    const events = await eventsDuring(company, async () => {
      const { status, body } = await patch(id, fields);
      expect(status).toBe(200);
      expect(body).toMatchObject(fields);
    });
    expect(events.map((event) => event.type)).toEqual(["conversation/updated"]);
    expect(Object.keys(events[0]?.data.changes ?? {}).sort()).toEqual(Object.keys(fields).sort());
    expect(events[0]?.data.changes).toMatchObject({ visitorName: { before: "Old", after: "New" } });
    expect(await typesDuring(company, () => patch(id, fields))).toEqual([]);
  });

  it("fills the contact at once, or goes to the older one it belongs to, whoever answers there [D10]", async () => {
    const { id } = await converse(api, company, { visitorName: "Nameless" });
    await captureContact.execute(systemActor(company.companyId), { conversationId: id });
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    const { contactId } = await reread(api, id);
    await patch(id, { visitorPhone: "+34 600 100 999" });
    expect((await api.get<Contact>(`/v1/contacts/${contactId}`)).body).toMatchObject({ phone: "+34 600 100 999" });

    const older = { websiteId: company.given.channelId, name: "Older", email: "older@patched.example" };
    const { body: known } = await api.post<Contact>("/v1/contacts", older);
    const { id: second } = await converse(api, company, { visitorName: "Old" });
    await captureContact.execute(systemActor(company.companyId), { conversationId: second });
    const provisional = (await reread(api, second)).contactId;
    const told = await typesDuring(company, async () => {
      const { body } = await put(second, { visitorEmail: "Older@patched.example" });
      expect(body).toMatchObject({ contactId: known.id, visitorEmail: "Older@patched.example" });
    });
    expect(told).toEqual(expect.arrayContaining(["conversation/updated", "conversation/contact", "contact/deleted"]));
    expect((await api.get(`/v1/contacts/${provisional}`)).status).toBe(404);
  });

  it("merges everything else shallowly into the context; null removes", async () => {
    const { id } = await converse(api, company);
    await patch(id, { cart: { items: 3 }, step: 1 });
    const events = await typesDuring(company, () => patch(id, { cart: { total: 9 }, step: null, extra: [1, "two"] }));
    expect((await reread(api, id)).conversationContext).toEqual({ cart: { total: 9 }, extra: [1, "two"] });
    expect(events).toEqual([]);
  });

  it.each([
    ["status", "CLOSED", "/close"],
    ["closed", true, "/close"],
    ["phaseId", "x", "/phases/"],
    ["assignedTo", "x", "/assign"],
    ["preAssigned", "x", "/assign"],
    ["chatbotState", "OFF", "/chatbot-state"],
    ["contactId", "x", "contact"],
  ])("refuses the state field %s and names the right route", async (field, value, route) => {
    const { id } = await converse(api, company);
    const refused = await patch(id, { [field]: value });
    expect(refused.status).toBe(400);
    expect(refused.body.details?.[0]?.field).toBe(field);
    expect(refused.body.details?.[0]?.message).toContain(route);
  });

  it.each(["id", "companyId", "channelId", "createdAt", "updatedAt", "participants", "lastMessage", "lastMessageAt"])(
    "refuses the read-only field %s",
    async (field) => {
      const { id } = await converse(api, company);
      const refused = await patch(id, { [field]: "x" });
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field]);
    },
  );

  it("stores nothing when one of several fields is bad", async () => {
    const { id } = await converse(api, company, { visitorName: "Kept" });
    expect((await patch(id, { visitorName: "Lost", amount: "many" })).status).toBe(400);
    expect((await reread(api, id)).visitorName).toBe("Kept");
  });

  it.each(["__proto__", "constructor", "prototype"])("refuses the key %s at any depth", async (key) => {
    const { id } = await converse(api, company);
    for (const raw of [`{"${key}":{"a":1}}`, `{"a":[{"b":{"${key}":1}}]}`]) {
      const refused = await api.patch(`/v1/conversations/${id}`, undefined, {
        raw,
        headers: { "content-type": "application/json" },
      });
      expect([refused.status, refused.body.error]).toEqual([400, "validation_error"]);
    }
    expect((await reread(api, id)).conversationContext).toEqual({});
  });

  it("holds 16 KB of context after merging, not more", async () => {
    const { id } = await converse(api, company);
    expect((await patch(id, { a: "x".repeat(8_000), b: "y".repeat(8_000) })).status).toBe(200);
    const refused = await patch(id, { c: "z".repeat(500) });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "conversationContext"]);
    expect((await patch(id, { a: null, c: "z".repeat(500) })).status).toBe(200);
  });

  it.each([["[1]"], ['"text"'], ["null"], ["7"]])("refuses the body %s", async (raw) => {
    const { id } = await converse(api, company);
    const options = { raw, headers: { "content-type": "application/json" } };
    expect((await api.patch(`/v1/conversations/${id}`, undefined, options)).status).toBe(400);
  });

  it("keeps cents exactly, refuses a third place, and takes a repeat as no change [found A4]", async () => {
    const { id } = await converse(api, company);
    const refused = await patch(id, { amount: 1.005 });
    expect([refused.status, refused.body.message]).toEqual([400, "amount must have at most two decimal places."]);
    expect((await patch(id, { amount: 10.01 })).body.amount).toBe(10.01);
    expect(await typesDuring(company, () => patch(id, { amount: 10.01 }))).toEqual([]);
    expect((await patch(id, { amount: null })).body.amount).toBeNull();
    expect((await patch(id, { amount: 1e12 })).status).toBe(400);
  });
});

describe("PUT /v1/conversations/{id} (E11)", () => {
  it("takes back what was read without changing or telling anything", async () => {
    const { id } = await converse(api, company, { visitorName: "Ana" });
    await api.post(`/v1/conversations/${id}/tags`, { tag: "vip", source: "ai" });
    await say(api, id, "user", { from: company.given.agentId ?? "" });
    const read = await reread(api, id);
    const types = await typesDuring(company, async () => {
      const { status, body } = await put(id, read);
      expect(status).toBe(200);
      expect(body).toEqual(read);
    });
    expect(types).toEqual([]);
  });

  it("replaces business tags, keeps system tags, and tells each difference", async () => {
    const { id } = await converse(api, company);
    for (const tag of ["one", "two"]) await api.post(`/v1/conversations/${id}/tags`, { tag });
    await say(api, id, "user", { from: company.given.agentId ?? "" });
    const events = await eventsDuring(company, () =>
      put(id, {
        operatorTags: [
          { tagName: "two", source: "human" },
          { tagName: "three", source: "ai" },
        ],
      }),
    );
    expect(events.map((event) => [event.type, event.data.tag])).toEqual([
      ["conversation/tag_removed", "one"],
      ["conversation/tag_added", "three"],
    ]);
    const { tags, operatorTags } = await reread(api, id);
    expect([...tags].sort()).toEqual(["is_intervened", "three", "two", "was_intervened"]);
    expect(operatorTags).toEqual([
      { tagName: "two", source: "human" },
      { tagName: "three", source: "ai" },
    ]);
  });

  it("stores sources, spelling and order as they were sent, and tells each tag that is another now", async () => {
    const { id } = await converse(api, company);
    for (const tag of ["one", "two", "three"]) await api.post(`/v1/conversations/${id}/tags`, { tag });
    await say(api, id, "user", { from: company.given.agentId ?? "" });
    const sent = [
      { tagName: "three", source: "human" },
      { tagName: "One", source: "human" },
      { tagName: "two", source: "ai" },
      { tagName: "TWO", source: "human" },
    ];
    const events = await eventsDuring(company, () => put(id, { operatorTags: sent }));
    expect(events.map(({ type, data }) => [type, data.tag, data.source])).toEqual([
      ["conversation/tag_removed", "one", "human"],
      ["conversation/tag_removed", "two", "human"],
      ["conversation/tag_added", "One", "human"],
      ["conversation/tag_added", "two", "ai"],
    ]);
    const read = await reread(api, id);
    expect(read.operatorTags).toEqual(sent.slice(0, 3));
    expect(read.tags.filter((tag) => !tag.endsWith("intervened"))).toEqual(["three", "One", "two"]);
    expect(read.tags).toEqual(expect.arrayContaining(["is_intervened", "was_intervened"]));
    expect(await typesDuring(company, () => put(id, { operatorTags: sent }))).toEqual([]);
    expect(await reread(api, id)).toEqual(read);
  });

  it("keeps the sources of tags that the flat list names, and takes its spelling", async () => {
    const { id } = await converse(api, company);
    const uses = [
      { tagName: "one", source: "ai" },
      { tagName: "two", source: "chatbot" },
    ];
    await put(id, { operatorTags: uses });
    await put(id, { ...(await reread(api, id)), tags: ["one", "Two", "three"] });
    expect((await reread(api, id)).operatorTags).toEqual([
      { tagName: "one", source: "ai" },
      { tagName: "Two", source: "chatbot" },
      { tagName: "three", source: "human" },
    ]);
  });

  it("takes the flat tags too, ignoring system ones among them", async () => {
    const { id } = await converse(api, company);
    await put(id, { tags: ["red", "is_intervened", "fired_x"] });
    expect((await reread(api, id)).tags).toEqual(["red"]);
  });

  it("follows whichever of the two tag lists was changed since it was read", async () => {
    const { id } = await converse(api, company);
    await put(id, { tags: ["red"] });
    const read = await reread(api, id);
    await put(id, { ...read, tags: ["blue"] });
    expect((await reread(api, id)).tags).toEqual(["blue"]);
  });

  it("ignores unknown, read-only and state fields", async () => {
    const before = await converse(api, company);
    await put(before.id, {
      id: other.given.conversationId,
      companyId: other.companyId,
      contactId: other.given.contactId,
      status: "CLOSED",
      chatbotState: "OFF",
      assignedTo: company.given.agentId,
      participants: [],
      nonsense: true,
      visitorName: "Only this",
    });
    const after = await reread(api, before.id);
    expect(after).toEqual({ ...before, visitorName: "Only this", updatedAt: after.updatedAt });
  });

  it("refuses a system tag among operatorTags, storing nothing", async () => {
    const { id } = await converse(api, company);
    const refused = await put(id, { visitorName: "No", operatorTags: [{ tagName: "post_lead", source: "human" }] });
    expect(refused.status).toBe(400);
    expect((await reread(api, id)).visitorName).toBe("");
  });

  it("answers 404 for another company's conversation", async () => {
    expect((await put(other.given.conversationId ?? "", { visitorName: "x" })).status).toBe(404);
    expect((await patch(other.given.conversationId ?? "", { visitorName: "x" })).status).toBe(404);
  });
});
