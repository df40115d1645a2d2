import { describe, expect, it } from "vitest";
import { filledText } from "#server/answers/filling.ts";
import { listAudit } from "#server/audit/listing.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { readableConversation } from "#server/conversations/access.sql.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { maskText, maskValue } from "#server/core/masking.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { rightsOfRole } from "#server/roles/access.ts";
import { forgetSessions } from "#server/sessions/authentication.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { personWith } from "#server/testing/roles.ts";
import { serveSockets, signedIn, until } from "#server/testing/sockets.ts";
import { converse, type MessagePage, say } from "#server/testing/talking.ts";
import { forgetTokens } from "#server/tokens/authentication.ts";
import type { Webhook } from "#server/webhooks/schema.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);
const email = "azul77@wombat.example";
const phone = "+54 9 11 4765-9083";
const digits = "47659083";
const person = await personWith(company, {
  name: "Masked",
  permissions: ["clients_read", "clients_write", "chat_talk", "users_read", "websites_read", "reports_read"],
  maskedFields: ["email", "phone"],
});
const theirs = await openApi(
  company,
  ["clients_read", "clients_write", "chat_talk", "webhooks_read", "webhooks_write"],
  person,
);

const { id } = await converse(api, company);
const known = { conversationId: id, name: "Ana Perez", email, phone, customFields: { celular: "4765 9083" } };
const { contactId } = await captureContact.execute(systemActor(company.companyId), known);
await api.patch(`/v1/conversations/${id}`, { visitorName: "Ana Perez", visitorEmail: email, visitorPhone: phone });
await say(api, id, "visitor", { body: `I am Ana, ${email}, my number is ${phone}, order 1234567` });

type FoundPage = { data: { snippet: { text: string; marks: { start: number; length: number }[] } }[] };
type Page<Row> = { pagination: { total: number }; data: Row[] };
/** The person as they are read anew. */
async function withMasks(): Promise<Actor> {
  const { userId, companyId } = person;
  const user = await inCompany(companyId, () => prisma.user.findFirst({ where: { companyId, id: userId ?? "" } }));
  const rights = await rightsOfRole(companyId, user?.roleId ?? "", userId ?? "");
  return { ...person, ...rights };
}
const leaks = (text: string) =>
  text.includes("azul77") || text.includes("wombat") || text.replace(/\D/g, "").includes(digits);

describe("masks", () => {
  it("hide addresses and numbers in records, lists, threads and histories, and nothing else [W11]", async () => {
    const contact = (await theirs.get<Contact>(`/v1/contacts/${contactId}`)).body;
    expect(contact).toMatchObject({ name: "Ana Perez", email: "a•••@w•••.example", phone: "•••• 9083" });
    expect(contact.customFields).toEqual({ celular: "•••• 9083" });
    const conversation = (await theirs.get<Conversation>(`/v1/conversations/${id}`)).body;
    expect(conversation).toMatchObject({ visitorEmail: "a•••@w•••.example", visitorPhone: "•••• 9083", contactId });
    const thread = (await theirs.get<MessagePage>(`/v1/conversations/${id}/messages`)).body.data;
    expect(thread.at(-1)?.text).toBe("I am Ana, a•••@w•••.example, my number is •••• 9083, order 1234567");
    for (const path of [
      ...["/v1/contacts", "/v1/conversations", "/v1/conversations/by-phase", `/v1/contacts/${contactId}/history`],
      ...[`/v1/conversations/contact/${contactId}`, `/v1/contacts/${contactId}/notes`, "/v1/messages/search?q=number"],
      ...["/v1/contacts/export?format=csv", "/v1/contacts/export?format=json"],
      ...["/v1/conversations/export?format=csv", "/v1/conversations/export?format=json"],
    ]) {
      const { status, text } = await theirs.get(path);
      expect([path, status, leaks(text)]).toEqual([path, 200, false]);
    }
    expect((await api.get<Contact>(`/v1/contacts/${contactId}`)).body.email).toBe(email);
  });

  it("let nothing be found, filtered or sorted by what they hide [W11]", async () => {
    const total = async (path: string, by = theirs) => {
      const { body } = await by.get<Page<unknown>>(path);
      return body.pagination?.total ?? body.data.length;
    };
    for (const query of [
      ...["search=azul77@wombat", "search=azul77", "search=47659083", "search=4765-9083"],
      ...["email=azul77", "phone=4765", `exactEmail=${email}`, `exactPhone=${encodeURIComponent(phone)}`],
    ]) {
      expect([query, await total(`/v1/contacts?${query}`, api)]).toEqual([query, 1]);
      expect([query, await total(`/v1/contacts?${query}`)]).toEqual([query, 0]);
      const exported = await theirs.get(`/v1/contacts/export?format=json&${query}`);
      expect([query, exported.body]).toEqual([query, []]);
    }
    for (const query of ["azul77@wombat", "wombat.example", "azul77", "47659083", "4765-9083"]) {
      expect([query, await total(`/v1/conversations?search=${query}`)]).toEqual([query, 0]);
      expect([query, await total(`/v1/messages/search?q=${query}`)]).toEqual([query, 0]);
    }
    expect(await total("/v1/contacts?search=Ana")).toBe(1);
    expect(await total("/v1/conversations?search=Ana")).toBe(1);
    expect(await total("/v1/messages/search?q=number")).toBe(1);
    expect((await theirs.get("/v1/contacts?orderBy=email")).status).toBe(400);
  });

  it("hide in what was found before it is cut, and the marks stand where the words do [W10]", async () => {
    const { id: other } = await converse(api, company, { from: "visitor-cut" });
    const far = "far ".repeat(44);
    await say(api, other, "visitor", { body: `numbat ${email} numbat ${far} 4765 9083 1122 and ${email}` });
    await say(api, other, "visitor", { body: `numbat ${far} +54 9 ${phone} ${phone}` });
    const { body } = await theirs.get<FoundPage>("/v1/messages/search?q=numbat");
    expect(body.data).toHaveLength(2);
    for (const { snippet } of body.data) {
      expect([snippet.text, leaks(snippet.text) || /4765|wombat|azul/.test(snippet.text)]).toEqual([
        snippet.text,
        false,
      ]);
      const marked = snippet.marks.map(({ start, length }) => snippet.text.slice(start, start + length));
      expect(marked).toEqual(marked.map(() => "numbat"));
    }
    await api.delete(`/v1/conversations/${other}`);
  });

  it("are not written back as if they were the value, and do not keep from writing a new one [W11]", async () => {
    const path = `/v1/contacts/${contactId}`;
    expect((await theirs.patch(path, { email: "a•••@w•••.example" })).status).toBe(400);
    expect((await theirs.patch(path, { phone: "•••• 9083" })).status).toBe(400);
    const changed = await theirs.patch<Contact>(path, { rating: 4 });
    expect(changed.body).toMatchObject({ rating: 4, email: "a•••@w•••.example" });
    expect((await api.get<Contact>(path)).body).toMatchObject({ rating: 4, email, phone });
    const made = await theirs.post("/v1/contacts", { websiteId: company.given.channelId, name: "Twin", email });
    expect(made.body).not.toHaveProperty("duplicatedContact");
    await api.delete(`/v1/contacts/${(made.body as Contact).id}`);
  });

  it("leave variables of texts without a value [W11]", async () => {
    const text = "{{contact.name}} {{contact.email|x}} {{contact.phone|y}} {{contact.custom.celular|z}}";
    const filled = (actor: Actor) =>
      inCompany(company.companyId, async () => filledText(actor, await readableConversation(actor, id), text));
    expect(await filled(person)).toBe("Ana Perez x y z");
    expect(await filled(company.admin)).toBe(`Ana Perez ${email} ${phone} 4765 9083`);
  });

  it("keep webhooks and the feed of events from who has them [W11]", async () => {
    const wanted = { url: "https://example.com/hook", eventTypes: ["contact/created"] };
    expect((await theirs.post("/v1/webhooks", wanted)).status).toBe(403);
    expect((await theirs.get("/v1/webhooks")).status).toBe(403);
    expect(leaks((await theirs.get("/v1/events")).text)).toBe(false);
    expect((await api.post<Webhook>("/v1/webhooks", wanted)).status).toBe(200);
  });

  it("hold for what is sent live, and only for who has them [W11]", async () => {
    const server = await serveSockets();
    const [masked, whole] = [
      await server.agent((await signedIn(person)).cookie),
      await server.agent((await signedIn(company.supervisor)).cookie),
    ];
    await masked.watch(id);
    await whole.watch(id);
    await say(api, id, "visitor", { body: `Again: ${email}, ${phone}` });
    const rows = (ear: typeof masked) => ear.events.filter(({ type }) => type === "conversation/row");
    const messages = (ear: typeof masked) => ear.events.filter(({ message }) => message?.text.startsWith("Again"));
    await until(() => rows(masked).length > 0 && rows(whole).length > 0 && messages(masked).length > 0);
    await until(() => messages(whole).length > 0);
    expect(leaks(JSON.stringify(masked.events))).toBe(false);
    expect(messages(masked)[0]?.message?.text).toBe("Again: a•••@w•••.example, •••• 9083");
    expect(messages(whole)[0]?.message?.text).toContain(email);
    expect(rows(whole)[0]?.conversation?.visitorEmail).toBe(email);
    await server.close();
  });
});

it("a mask given since holds for an answer that was kept with its key", async () => {
  const { roleId } = person;
  const options = { headers: { "idempotency-key": "kept before" } };
  const set = async (maskedFields: string[]) => {
    await api.patch(`/v1/roles/${roleId}`, { maskedFields });
    forgetTokens({ companyId: company.companyId });
  };
  await set([]);
  const body = { websiteId: company.given.channelId, name: "Kept", email: "azul77.kept@wombat.example" };
  const first = await theirs.post<Contact>("/v1/contacts", body, options);
  expect(first.body.email).toBe(body.email);
  expect((await theirs.post("/v1/contacts", body, options)).text).toBe(first.text);
  await set(["email", "phone"]);
  const again = await theirs.post<Contact>("/v1/contacts", body, options);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(again.body).toMatchObject({ id: first.body.id, email: "a•••@w•••.example" });
  await api.delete(`/v1/contacts/${first.body.id}`);
});

it("a mask hides the number of who writes by WhatsApp wherever an id of theirs stands", async () => {
  const number = "5491147659083";
  const { id: theirsToo } = await converse(api, company, { from: number });
  await say(api, theirsToo, "visitor", { body: "hello" });
  await api.patch(`/v1/conversations/${theirsToo}`, { conversationContext: { userId: number } });
  await api.patch(`/v1/contacts/${contactId}`, { externalId: number });
  const paths = [
    `/v1/conversations/${theirsToo}`,
    "/v1/conversations",
    "/v1/conversations/by-phase",
    `/v1/contacts/${contactId}`,
  ];
  for (const path of [...paths, `/v1/conversations/${theirsToo}/messages`, `/v1/contacts/${contactId}/history`]) {
    const { status, text } = await theirs.get(path);
    expect([path, status, leaks(text)]).toEqual([path, 200, false]);
  }
  const { participants, visitorId } = (await theirs.get<Conversation>(paths[0] ?? "")).body;
  expect(visitorId).toBe("•••• 9083");
  expect(participants).toContainEqual(expect.objectContaining({ id: visitorId, type: "visitor" }));
  await api.delete(`/v1/conversations/${theirsToo}`);
});

describe("a mask covers custom fields that are personal data", () => {
  const secret = "AB-7719";
  const text = (body: unknown) => JSON.stringify(body);

  it("in records, lists, histories, exports, the audit log, live events, filters, order and texts [W9] [W11]", async () => {
    const server = await serveSockets();
    const masked = await server.agent((await signedIn(person)).cookie);
    const fields: { id: string }[] = [];
    for (const entity of ["contact", "conversation"])
      for (const [key, type] of [
        ["passport", "text"],
        ["born", "date"],
        ["children", "number"],
        ["plan", "text"],
      ]) {
        const made = await api.post<{ id: string; personalData: boolean }>("/v1/custom-fields", {
          ...{ entity, key, type, personalData: key !== "plan" },
        });
        expect(made.body.personalData).toBe(key !== "plan");
        fields.push(made.body);
      }
    const customFields = { passport: secret, born: "1984-03-17", children: 31, plan: "Gold" };
    await masked.watch(id);
    await api.patch(`/v1/contacts/${contactId}`, { customFields });
    await api.patch(`/v1/conversations/${id}`, { customFields });
    const shown = { passport: "•••", born: "•••", children: "•••", plan: "Gold" };
    const fresh = async () => (await theirs.get<Contact>(`/v1/contacts/${contactId}`)).body.customFields;
    // A mask that has grown is known within seconds, as a changed role is.
    forgetTokens({ companyId: company.companyId });
    forgetSessions({ companyId: company.companyId });
    expect(await fresh()).toMatchObject(shown);
    const paths = [
      ...["/v1/contacts", "/v1/conversations", `/v1/conversations/${id}`, `/v1/contacts/${contactId}/history`],
      ...["/v1/conversations/by-phase", "/v1/contacts/export?format=csv", "/v1/contacts/export?format=json"],
      ...["/v1/conversations/export?format=csv", "/v1/conversations/export?format=json"],
    ];
    for (const path of paths) {
      const answer = await theirs.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, answer.text.includes(secret), answer.text.includes("1984-03-17")]).toEqual([path, false, false]);
      if (!path.includes("history")) expect([path, answer.text.includes("Gold")]).toEqual([path, true]);
      expect([path, (await api.get(path)).text.includes(secret)]).toEqual([path, true]);
    }
    const now = await withMasks();
    expect(
      text(await listAudit.execute({ ...now, permissions: new Set([...now.permissions, "admin"]) }, {})),
    ).not.toContain(secret);
    for (const condition of [
      `passport=${secret}`,
      "born=1984-03-17",
      "born>=1900-01-01",
      "children=31",
      "children<=99",
    ])
      for (const path of ["/v1/contacts", "/v1/conversations"]) {
        const query = `${path}?customFields=${encodeURIComponent(condition)}`;
        expect([query, (await theirs.get<Page<unknown>>(query)).body.data.length]).toEqual([query, 0]);
        expect([query, (await api.get<Page<unknown>>(query)).body.data.length]).toEqual([query, 1]);
      }
    expect((await theirs.get<Page<unknown>>("/v1/contacts?customFields=plan=Gold")).body.data).toHaveLength(1);
    for (const key of ["passport", "born", "children"])
      expect((await theirs.get(`/v1/contacts?orderBy=customFields.${key}`)).status).toBe(400);
    expect((await api.get("/v1/contacts?orderBy=customFields.born")).status).toBe(200);
    const filled = (actor: Actor) =>
      inCompany(company.companyId, async () =>
        filledText(
          actor,
          await readableConversation(actor, id),
          "{{contact.custom.passport|x}} {{contact.custom.plan}}",
        ),
      );
    expect([await filled(now), await filled(company.admin)]).toEqual(["x Gold", `${secret} Gold`]);
    expect((await theirs.patch(`/v1/contacts/${contactId}`, { customFields: { passport: "•••" } })).status).toBe(400);
    await api.patch(`/v1/conversations/${id}`, { customFields: { passport: `${secret}-2` } });
    await until(() => text(masked.events).includes(`"passport":"•••"`));
    expect(text(masked.events)).not.toContain(secret);
    for (const { id: fieldId } of fields.slice(0, 1)) {
      expect((await theirs.patch(`/v1/custom-fields/${fieldId}`, { personalData: false })).status).toBe(403);
      expect((await theirs.delete(`/v1/custom-fields/${fieldId}`)).status).toBe(403);
      expect((await api.patch(`/v1/custom-fields/${fieldId}`, { personalData: false })).status).toBe(200);
    }
    await server.close();
  });

  it("wherever a key names one, and no field of the product that is called the same [W11]", () => {
    const masks = ["email", "field:name", "field:passport"] as const;
    expect(maskValue({ name: "Ana", customFields: { name: "Ana B", city: "x" } }, masks)).toEqual({
      ...{ name: "Ana", customFields: { name: "•••", city: "x" } },
    });
    const told = { field: "customFields", before: { passport: 1, city: "x" }, after: { passport: null } };
    expect(maskValue(told, masks)).toEqual({ ...told, before: { passport: "•••", city: "x" } });
    expect(maskValue({ text: "customFields.passport", from: null, to: ["a"] }, masks)).toEqual({
      ...{ text: "customFields.passport", from: null, to: "•••" },
    });
    expect(maskValue({ customFields: ["passport>=12", "city=x"] }, masks)).toEqual({
      customFields: ["passport>=•••", "city=x"],
    });
  });
});

describe("masking", () => {
  it("knows addresses and numbers in words, and leaves ids, times and small numbers [W11]", () => {
    const both = ["email", "phone"] as const;
    for (const same of [
      "0192a3b4-1111-7123-8123-123456789012",
      "2026-11-23T10:00:00.000Z",
      "order 123456",
      "2026-11-23",
    ])
      expect(maskText(same, both)).toBe(same);
    expect(maskText("tel:+5491147659083 or 011 4765 9083", both)).toBe("tel:•••• 9083 or •••• 9083");
    expect(maskText("https://x.example/?e=ana%40b.com", both)).not.toContain("ana%40");
    expect(maskText("ana@b.com +5491147659083", ["email"])).toBe("a•••@b•••.com +5491147659083");
    const entry = { text: "phone", from: "4765-9083", to: "", createdAt: new Date(0) };
    expect(maskValue(entry, both)).toEqual({ ...entry, from: "•••• 9083" });
    expect(maskValue({ collected: [{ name: "phone", value: "47659" }] }, both)).toEqual({
      collected: [{ name: "phone", value: "••••" }],
    });
  });
});
