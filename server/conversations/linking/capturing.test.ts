import { describe, expect, it } from "vitest";
import type { Contact, HistoryEntry } from "#server/contacts/schema.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import type { Note } from "#server/notes/schema.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import { captureContact } from "./capturing.ts";

const company = await openCompany();
const api = await openApi(company);

const capture = (conversationId: string, known: { name?: string; email?: string; phone?: string }) =>
  captureContact.execute(systemActor(company.companyId), { conversationId, ...known });
const read = async (id: string | null) => (await api.get<Contact>(`/v1/contacts/${id}`)).body;
const talk = async (extra: Record<string, unknown> = {}): Promise<Conversation> => converse(api, company, extra);

async function known(extra: Record<string, unknown>): Promise<Contact> {
  const body = { websiteId: company.given.channelId, name: "Known", ...extra };
  return (await api.post<Contact>("/v1/contacts", body)).body;
}

async function unify(on: boolean): Promise<void> {
  const settings = JSON.stringify({ contactUnification: on });
  await systemPool().query(`update companies set "settings" = $2 where "id" = $1`, [company.companyId, settings]);
}

describe("the first captured name, email or phone (D10)", () => {
  it("makes the contact, links the conversation and tells both", async () => {
    const conversation = await talk({ url: "https://shop.example/red-shoes" });
    await say(api, conversation.id, "visitor", { body: "I want the red ones" });
    const told = await eventsDuring(company, () => capture(conversation.id, { email: "new.one@example.com" }));
    expect(told.map((event) => event.type)).toEqual(["contact/created", "conversation/contact"]);
    const contactId = (await reread(api, conversation.id)).contactId;
    const contact = await read(contactId);
    expect(contact).toMatchObject({
      name: "",
      email: "new.one@example.com",
      entryMethod: "WEB",
      channelId: company.given.channelId,
      conversationId: conversation.id,
      conversionUrl: "https://shop.example/red-shoes",
      message: "I want the red ones",
      status: "new",
    });
    expect(told[1]?.data).toMatchObject({
      id: conversation.id,
      contactId,
      contact: { id: contactId, name: "", email: "new.one@example.com", phone: "" },
    });
    expect(lines(await transcript(api, conversation.id)).at(-1)).toBe("/contact_linked");
  });

  it("follows what the visitor says next, without another contact or a repeated event", async () => {
    const conversation = await talk();
    const { contactId } = await capture(conversation.id, { name: "Nora" });
    expect(await typesDuring(company, () => capture(conversation.id, { name: "Nora" }))).toEqual([]);
    expect(await typesDuring(company, () => capture(conversation.id, { email: "nora@example.com" }))).toEqual([
      "contact/updated",
    ]);
    expect(await typesDuring(company, () => capture(conversation.id, { phone: "+34 600 111 222" }))).toEqual([
      "contact/updated",
    ]);
    expect(await read(contactId)).toMatchObject({
      name: "Nora",
      email: "nora@example.com",
      phone: "+34 600 111 222",
      internationalPhoneNumber: "34600111222",
    });
  });

  it("keeps what fits where one answer is too long", async () => {
    const conversation = await talk();
    const customFields = { short: "one", long: "ج".repeat(9000), budget: "100" };
    await captureContact.execute(systemActor(company.companyId), {
      ...{ conversationId: conversation.id, name: "Nadia", customFields },
    });
    const { contactId } = await reread(api, conversation.id);
    expect((await read(contactId)).customFields).toEqual({ short: "one", budget: "100" });
  });

  it("is nothing as long as nothing is known, and a malformed email is nothing", async () => {
    const conversation = await talk({ visitorEmail: "not an address" });
    const told = await typesDuring(company, () => capture(conversation.id, { email: "neither this" }));
    expect(told).toEqual([]);
    expect((await reread(api, conversation.id)).contactId).toBe("");
  });

  it("keeps the last thing the visitor says", async () => {
    const conversation = await talk();
    const { contactId } = await capture(conversation.id, { email: "talker@example.com" });
    const before = await read(contactId);
    await say(api, conversation.id, "visitor", { body: "And now this" });
    await say(api, conversation.id, "user", { body: "An agent's words" });
    const after = await read(contactId);
    expect(after).toEqual({ ...before, message: "And now this" });
  });
});

describe("a person already known (D10)", () => {
  it("is linked by email whatever its case, kept where filled, filled where empty", async () => {
    const old = await known({ name: "Roberta", email: "Roberta@Example.com" });
    const conversation = await talk();
    const told = await eventsDuring(company, () =>
      capture(conversation.id, { name: "Bobbie", email: " roberta@example.COM ", phone: "+34 600 333 444" }),
    );
    expect(told.map((event) => event.type).sort()).toEqual(["contact/updated", "conversation/contact"]);
    expect((await reread(api, conversation.id)).contactId).toBe(old.id);
    expect(await read(old.id)).toMatchObject({
      name: "Roberta",
      email: "Roberta@Example.com",
      phone: "+34 600 333 444",
      conversationId: conversation.id,
    });
    const entries = (await api.get<HistoryEntry[]>(`/v1/contacts/${old.id}/history`)).body;
    const merged = entries.filter((entry) => entry.type === "merged");
    expect(merged.map(({ text, from, to }) => [text, from, to])).toEqual([["name", "Bobbie", "Roberta"]]);
    await capture(conversation.id, { name: "Bobbie" });
    const again = (await api.get<HistoryEntry[]>(`/v1/contacts/${old.id}/history`)).body;
    expect(again.filter((entry) => entry.type === "merged")).toHaveLength(1);
  });

  it.each([
    ["Brazil", "+55 31 98888-7777", "553188887777"],
    ["Argentina", "+54 11 2222-3333", "5491122223333"],
    ["Mexico", "+52 55 4444 5555", "5215544445555"],
  ])("is linked by the other shape of a mobile of %s", async (_country, stored, arriving) => {
    const old = await known({ phone: stored });
    const conversation = await talk();
    const { contactId, created } = await capture(conversation.id, { name: "Somebody else", phone: arriving });
    expect([contactId, created]).toEqual([old.id, false]);
  });

  it("is never recognised by name", async () => {
    const old = await known({ name: "Same Name" });
    const { contactId } = await capture((await talk()).id, { name: "Same Name" });
    expect(contactId).not.toBe(old.id);
  });

  it("is not looked for where the company wants no unification", async () => {
    await unify(false);
    const old = await known({ email: "twice@example.com" });
    const { contactId, created } = await capture((await talk()).id, { email: "twice@example.com" });
    expect(created).toBe(true);
    expect(contactId).not.toBe(old.id);
    await unify(true);
  });

  it("is the oldest of several", async () => {
    const first = await known({ email: "several@example.com" });
    await known({ email: "several@example.com" });
    expect((await capture((await talk()).id, { email: "several@example.com" })).contactId).toBe(first.id);
  });
});

describe("a contact known by name only (D10)", () => {
  it("gives way to the older contact, with all its conversations, notes and what the older one lacks", async () => {
    const older = await known({ name: "Older", email: "older@example.com", customFields: { plan: "gold" } });
    const conversation = await talk();
    const { contactId: provisional } = await capture(conversation.id, { name: "Ollie" });
    await api.patch(`/v1/contacts/${provisional}`, { subStatus: "callback", customFields: { plan: "tin", seats: 2 } });
    await api.post(`/v1/contacts/${provisional}/notes`, { message: "Keep me" });
    await api.post(`/v1/contacts/${provisional}/tags`, { tag: "vip" });
    const second = await talk();
    await systemPool().query(`update conversations set "contactId" = $2 where "id" = $1`, [second.id, provisional]);

    const told = await eventsDuring(company, () => capture(conversation.id, { email: "older@example.com" }));
    const types = told.map((event) => event.type);
    expect(types.filter((type) => type === "conversation/contact")).toHaveLength(2);
    expect(types.filter((type) => type === "contact/deleted")).toHaveLength(1);
    expect(told.find((event) => event.type === "contact/deleted")?.contactId).toBe(provisional);
    expect((await api.get(`/v1/contacts/${provisional}`)).status).toBe(404);
    expect((await reread(api, conversation.id)).contactId).toBe(older.id);
    expect((await reread(api, second.id)).contactId).toBe(older.id);
    expect(await read(older.id)).toMatchObject({
      name: "Older",
      subStatus: "callback",
      tags: ["vip"],
      customFields: { plan: "gold", seats: 2 },
    });
    const notes = (await api.get<Note[]>(`/v1/contacts/${older.id}/notes`)).body;
    expect(notes.map((note) => note.text)).toEqual(["Keep me"]);
  });

  it("stays when no other contact has its email", async () => {
    const conversation = await talk();
    const { contactId } = await capture(conversation.id, { name: "Stays" });
    const after = await capture(conversation.id, { email: "stays@example.com" });
    expect(after).toEqual({ contactId, created: false, linked: false });
  });

  it("is no longer provisional once an agent gave it an email: two known people are never merged", async () => {
    const other = await known({ email: "second@example.com" });
    const conversation = await talk();
    const { contactId } = await capture(conversation.id, { name: "Two" });
    await api.patch(`/v1/contacts/${contactId}`, { email: "first@example.com" });
    await capture(conversation.id, { email: "second@example.com" });
    expect((await reread(api, conversation.id)).contactId).toBe(contactId);
    expect((await read(contactId)).email).toBe("first@example.com");
    expect((await read(other.id)).email).toBe("second@example.com");
  });
});

describe("many conversations at once (D10)", () => {
  const count = async (column: string, value: string) => {
    const { rows } = await systemPool().query<{ n: string }>(
      `select count(*) as n from contacts where "companyId" = $1 and "${column}" = $2`,
      [company.companyId, value],
    );
    return Number(rows[0]?.n);
  };

  it("that capture the same email end as one contact", async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `race-${round}@example.com`;
      const conversations = await Promise.all(Array.from({ length: 6 }, () => talk()));
      const told = await typesDuring(company, async () => {
        const made = await Promise.all(conversations.map(({ id }, n) => capture(id, { email, name: `N${n}` })));
        expect(new Set(made.map((one) => one.contactId)).size).toBe(1);
        expect(made.filter((one) => one.created)).toHaveLength(1);
      });
      expect(told.filter((type) => type === "contact/created")).toHaveLength(1);
      expect(told.filter((type) => type === "conversation/contact")).toHaveLength(6);
      expect(await count("emailKey", email)).toBe(1);
    }
  });

  it("that capture the shapes of one number end as one contact, provisional ones included", async () => {
    const conversations = await Promise.all(Array.from({ length: 6 }, () => talk()));
    await Promise.all(conversations.map(({ id }, n) => capture(id, { name: `N${n}` })));
    const shapes = ["+55 41 99999-1111", "554199991111", "5541999991111", "+55 (41) 9999-1111"];
    const made = await Promise.all(
      conversations.map(({ id }, n) => capture(id, { phone: shapes[n % shapes.length] ?? "" })),
    );
    const last = await Promise.all(conversations.map(({ id }) => reread(api, id)));
    expect(new Set(last.map((one) => one.contactId)).size).toBe(1);
    expect(made.filter((one) => one.created)).toHaveLength(0);
  });

  it("that capture email and phone of one another crosswise do not wait in a ring", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await talk(), await talk()];
      const [email, phone] = [`cross-${round}@example.com`, `+3460050${String(round).padStart(4, "0")}`];
      await Promise.all([capture(a.id, { email, phone }), capture(b.id, { phone, email })]);
      expect((await reread(api, a.id)).contactId).toBe((await reread(api, b.id)).contactId);
    }
  });
});
