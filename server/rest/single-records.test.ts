import { describe, expect, it } from "vitest";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { app } from "./app.ts";

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);
const api = await openApi(company);

const unknown = "018f0000-0000-7000-8000-000000000000";
type Given = TestCompany["given"];

const records: [string, string, (own: Given, given: Given) => string][] = [
  ["a message", "messageId", (own, given) => `/v1/conversations/${own.conversationId}/messages/${given.messageId}`],
  [
    "a note",
    "conversationNoteId",
    (own, given) => `/v1/conversations/${own.conversationId}/notes/${given.conversationNoteId}`,
  ],
  ["a contact's note", "noteId", (own, given) => `/v1/contacts/${own.contactId}/notes/${given.noteId}`],
  ["a phase", "phaseId", (_, given) => `/v1/phases/${given.phaseId}`],
  ["a chatbot", "chatbotId", (_, given) => `/v1/chatbots/${given.chatbotId}`],
  ["a saved report", "savedReportId", (_, given) => `/v1/saved-reports/${given.savedReportId}`],
  ["a view", "savedViewId", (_, given) => `/v1/views/${given.savedViewId}`],
];

describe("one record is read by its address [found A10]", () => {
  it.each(records)("%s; unknown and foreign ones are not found", async (_name, key, path) => {
    const { status, body } = await api.get<{ id: string }>(path(company.given, company.given));
    expect([status, body.id]).toEqual([200, company.given[key]]);
    for (const id of [unknown, "junk"]) {
      expect((await api.get(path(company.given, { ...company.given, [key]: id }))).status).toBe(404);
    }
    expect((await api.get(path(company.given, other.given))).status).toBe(404);
  });

  it("a template, on its own channel only", async () => {
    const { whatsappChannelId, templateId, channelId } = company.given;
    const { status, body } = await api.get<{ id: number }>(`/v1/whatsapp/${whatsappChannelId}/templates/${templateId}`);
    expect([status, String(body.id)]).toEqual([200, templateId]);
    for (const path of [`${whatsappChannelId}/templates/999999999`, `${channelId}/templates/${templateId}`]) {
      expect((await api.get(`/v1/whatsapp/${path}`)).status).toBe(404);
    }
  });

  it("the notes of a conversation, oldest first", async () => {
    const path = `/v1/conversations/${company.given.conversationId}/notes`;
    const before = await api.get<{ text: string }[]>(path);
    await api.post(path, { message: "The newest" });
    const { status, body } = await api.get<{ text: string }[]>(path);
    expect([status, body.at(-1)?.text, body.length]).toEqual([200, "The newest", before.body.length + 1]);
    expect((await api.get(`/v1/conversations/${other.given.conversationId}/notes`)).status).toBe(404);
  });

  it("a contact is found by its whole email or phone, not by a part", async () => {
    const make = (name: string, email: string, phone: string) =>
      api.post<{ id: string }>("/v1/contacts", { websiteId: company.given.channelId, name, email, phone });
    const { body: ann } = await make("Ann", "Ann@Exact.example", "+54 9 11 5555-7788");
    await make("Joann", "joann@exact.example", "+54 9 11 5555-77889");
    type Page = { data: { id: string }[]; pagination: { total: number } };
    for (const query of ["exactEmail=ann%40exact.example", "exactPhone=%2B5491155557788", "exactPhone=5491155557788"]) {
      const { body } = await api.get<Page>(`/v1/contacts?${query}`);
      expect([body.data.map(({ id }) => id), body.pagination.total], query).toEqual([[ann.id], 1]);
    }
    expect((await api.get<Page>("/v1/contacts?exactEmail=exact.example")).body.data).toEqual([]);
  });

  it("a webhook to localhost is refused with what would allow it", async () => {
    const { status, body } = await api.post("/v1/webhooks", {
      url: "http://localhost:9/x",
      eventTypes: ["contact/created"],
    });
    expect([status, body.details?.[0]?.field]).toEqual([400, "url"]);
    expect(body.message).toContain("ALLOW_PRIVATE_TARGETS");
  });
});

describe("an integrator's own id of a contact [found A10]", () => {
  type Contact = { id: string; externalId: string; updatedAt: string };
  type Page = { data: { id: string }[]; pagination: { total: number } };
  const make = (externalId?: string) =>
    api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, name: "Eve", externalId });
  const find = async (id: string) =>
    (await api.get<Page>(`/v1/contacts?externalId=${encodeURIComponent(id)}`)).body.data.map((one) => one.id);

  it("is kept trimmed, read back, found whole and let go; without one it is empty", async () => {
    const { status, body } = await make(" crm/42 ");
    expect([status, body.externalId]).toEqual([200, "crm/42"]);
    expect((await api.get<Contact>(`/v1/contacts/${body.id}`)).body.externalId).toBe("crm/42");
    expect([await find("crm/42"), await find("crm/4"), await find("CRM/42")]).toEqual([[body.id], [], []]);
    expect((await make()).body.externalId).toBe("");
    const cleared = await api.patch<Contact>(`/v1/contacts/${body.id}`, { externalId: "" });
    expect([cleared.status, cleared.body.externalId, await find("crm/42")]).toEqual([200, "", []]);
    expect((await make("crm/42")).status).toBe(200);
  });

  it("belongs to one contact of the company, also when two come at once; other companies have their own", async () => {
    const { body: first } = await make("only-1");
    const { body: second } = await make("only-2");
    for (const refused of [
      await make("only-1"),
      await api.patch(`/v1/contacts/${second.id}`, { externalId: "only-1" }),
    ]) {
      expect([refused.status, refused.body.error, refused.body.details?.[0]?.field]).toEqual([
        409,
        "already_exists",
        "externalId",
      ]);
    }
    expect((await api.patch(`/v1/contacts/${first.id}`, { externalId: "only-1" })).status).toBe(200);
    const race = await Promise.all(Array.from({ length: 4 }, () => make("raced")));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const theirs = http(app, (await other.token(["admin"])).secret);
    const foreign = { websiteId: other.given.channelId, name: "Eve", externalId: "only-1" };
    expect((await theirs.post("/v1/contacts", foreign)).status).toBe(200);
    expect((await make("x".repeat(256))).body.details?.[0]?.field).toBe("externalId");
  });
});

describe("If-Match on what two people change at once [found A10]", () => {
  const contact = async () =>
    (await api.post<{ id: string }>("/v1/contacts", { websiteId: company.given.channelId, name: "Ida" })).body.id;
  const conversation = async () => {
    const { companyId, given } = company;
    const body = { companyId, channelId: given.channelId, channel: "WEB", from: "visitor-9" };
    return (await api.post<{ id: string }>("/v1/conversations", body)).body.id;
  };
  let made = 0;
  /** Makes another one each time, as its name says. */
  const maker = (path: string, bodyOf: (name: string) => object) => async () => {
    made += 1;
    return (await api.post<{ id: string }>(path, bodyOf(`made-${made}`))).body.id;
  };
  const phase = maker("/v1/phases", (name) => ({ name, type: "success" }));
  const trigger = maker("/v1/triggers", (name) => ({ name }));
  const user = maker("/v1/users", (name) => ({ name, email: `${name}@example.com`, role: "agent" }));
  const webhook = maker("/v1/webhooks", () => ({ url: "https://example.com/in", eventTypes: ["contact/created"] }));
  type Kind = {
    path: string;
    write: "PATCH" | "PUT" | "DELETE";
    body?: Record<string, unknown>;
    make: () => Promise<string>;
  };
  const kinds: Kind[] = [
    { path: "/v1/contacts", write: "PATCH", body: { name: "Iris" }, make: contact },
    { path: "/v1/contacts", write: "DELETE", make: contact },
    { path: "/v1/conversations", write: "PATCH", body: { visitorName: "Iris" }, make: conversation },
    { path: "/v1/conversations", write: "PUT", body: { visitorName: "Iris" }, make: conversation },
    { path: "/v1/conversations", write: "DELETE", make: conversation },
    { path: "/v1/phases", write: "PATCH", body: { name: "Iris" }, make: phase },
    { path: "/v1/triggers", write: "PATCH", body: { name: "Iris" }, make: trigger },
    { path: "/v1/triggers", write: "PUT", body: { name: "Iris" }, make: trigger },
    { path: "/v1/users", write: "PATCH", body: { name: "Iris" }, make: user },
    { path: "/v1/webhooks", write: "PATCH", body: { retryCount: 2 }, make: webhook },
    { path: "/v1/webhooks", write: "PUT", body: { retryCount: 2 }, make: webhook },
  ];
  const changed = {
    ...{ "/v1/contacts": { name: "Ina" }, "/v1/conversations": { visitorName: "Ina" } },
    ...{ "/v1/phases": { name: "Ina" }, "/v1/triggers": { name: "Ina" }, "/v1/users": { name: "Ina" } },
    "/v1/webhooks": { retryCount: 1 },
  };

  it.each(kinds)(
    "$write $path: the version that was read passes, a stale one is 412 and changes nothing",
    async (kind) => {
      const at = `${kind.path}/${await kind.make()}`;
      const write = (headers: Record<string, string>) => api.call(kind.write, at, kind.body, { headers });
      const first = (await api.get(at)).headers.get("etag") ?? "";
      expect(first).toMatch(/^"[^"]+"$/);
      await api.patch(at, Reflect.get(changed, kind.path));
      const before = await api.get(at);
      const stale = await write({ "if-match": first });
      expect([stale.status, stale.body.error]).toEqual([412, "precondition_failed"]);
      expect((await api.get(at)).text).toBe(before.text);
      const etag = before.headers.get("etag") ?? "";
      const done = await write({ "if-match": `"else", ${etag}` });
      expect(done.status).toBe(200);
      if (kind.write === "DELETE") return expect((await api.get(at)).status).toBe(404);
      // The answer's version is the one to go on with.
      expect(done.headers.get("etag")).toBe((await api.get(at)).headers.get("etag"));
      expect((await write({ "if-match": "*" })).status).toBe(200);
      expect((await write({})).status).toBe(200);
    },
  );

  it("comes last: a fault of the request is reported first, and only the header counts", async () => {
    const at = `/v1/contacts/${await contact()}`;
    const headers = { "if-match": '"stale"' };
    expect((await api.patch(at, { assignedTo: "nobody-known" }, { headers })).status).toBe(400);
    expect((await api.patch(`/v1/contacts/${unknown}`, { name: "X" }, { headers })).status).toBe(404);
    expect((await api.patch(at, { name: "X", ifMatch: '"stale"' })).status).toBe(200);
  });

  it("lets one of two writers through who read the same version", async () => {
    const at = `/v1/contacts/${await contact()}`;
    const etag = (await api.get(at)).headers.get("etag") ?? "";
    const writers = ["Una", "Dua", "Tria"].map((name) => api.patch(at, { name }, { headers: { "if-match": etag } }));
    expect((await Promise.all(writers)).map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});
