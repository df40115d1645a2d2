import { describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import type { Note } from "#server/notes/schema.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import type { Contact } from "./schema.ts";

type Created = Contact & { duplicatedContact?: true };

const company = await openCompany();
const other = await furnishedCompany("Other");
const api = await openApi(company);

const create = (extra: Record<string, unknown> = {}) =>
  api.post<Created>("/v1/contacts", { websiteId: company.given.channelId, name: "Ana García", ...extra });

describe("POST /v1/contacts (D2)", () => {
  it("answers the whole contact with its defaults", async () => {
    const { status, body } = await create({ name: "  Ana García " });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Ana García",
      email: "",
      phone: "",
      internationalPhoneNumber: "",
      channelId: company.given.channelId,
      companyId: company.companyId,
      conversationId: "",
      status: "new",
      subStatus: "",
      message: "",
      assignedTo: null,
      rating: 0,
      entryMethod: "API",
      tags: [],
      customFields: {},
      gclid: "",
    });
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).not.toHaveProperty("duplicatedContact");
    expect(body).not.toHaveProperty("emailKey");
    expect(body).not.toHaveProperty("phoneKeys");
    expect((await api.get(`/v1/contacts/${body.id}`)).body).toEqual(body);
  });

  it("keeps what it is given, and makes the note the first one", async () => {
    const given = {
      email: "Ana@Example.com",
      phone: "+54 9 11 2345-6789",
      status: "CLIENT",
      subStatus: "callback",
      rating: 4,
      message: "Hola",
      entryMethod: "FB_LEADADS",
      assignedTo: company.agent.id,
      customFields: { plan: "gold", seats: 3, gone: null },
      utmSource: "google",
      gclid: "abc",
      note: "  Met at the fair ",
    };
    const { body } = await create(given);
    expect(body).toMatchObject({
      email: "Ana@Example.com",
      phone: "+54 9 11 2345-6789",
      internationalPhoneNumber: "5491123456789",
      status: "client",
      subStatus: "callback",
      rating: 4,
      message: "Hola",
      entryMethod: "FB_LEADADS",
      assignedTo: company.agent.id,
      customFields: { plan: "gold", seats: 3 },
      utmSource: "google",
      gclid: "abc",
    });
    const notes = (await api.get<Note[]>(`/v1/contacts/${body.id}/notes`)).body;
    expect(notes.map((note) => note.text)).toEqual(["Met at the fair"]);
  });

  it("emits contact/created alone, with the contact as it is", async () => {
    const told = await eventsDuring(company, () =>
      create({ status: "active", assignedTo: company.agent.id, note: "x" }),
    );
    expect(told.map((event) => event.type)).toEqual(["contact/created"]);
    expect(told[0]?.channelId).toBe(company.given.channelId);
    expect(told[0]?.data).toMatchObject({
      companyId: company.companyId,
      websiteId: company.given.channelId,
      conversationId: "",
      name: "Ana García",
      status: "active",
      assignedTo: company.agent.id,
      entryMethod: "API",
      rating: 0,
      tags: [],
      customFields: {},
    });
  });

  it("reads phones as the company's country does, unless the international number is given", async () => {
    const inArgentina = `update companies set "settings" = '{"country":"AR"}' where "id" = $1`;
    await systemPool().query(inArgentina, [company.companyId]);
    expect((await create({ phone: "11 15 2345-6789" })).body.internationalPhoneNumber).toBe("5491123456789");
    const given = { phone: "11 15 2345-6789", internationalPhoneNumber: "+34 600-123-456" };
    expect((await create(given)).body.internationalPhoneNumber).toBe("34600123456");
    expect((await create({ phone: "extension 12" })).body).toMatchObject({
      phone: "extension 12",
      internationalPhoneNumber: "",
    });
  });

  it("never merges but says that email or phone is another's", async () => {
    const first = (await create({ email: "dup@example.com", phone: "+55 11 98765-4321" })).body;
    expect(first.duplicatedContact).toBeUndefined();
    const second = (await create({ email: " DUP@example.com " })).body;
    expect(second.duplicatedContact).toBe(true);
    expect(second.id).not.toBe(first.id);
    expect((await create({ phone: "551187654321" })).body.duplicatedContact).toBe(true);
    const elsewhere = http(app, (await other.token(["admin"])).secret);
    const foreign = { websiteId: other.given.channelId, name: "Ana", email: "dup@example.com" };
    expect((await elsewhere.post<Created>("/v1/contacts", foreign)).body.duplicatedContact).toBeUndefined();
  });

  it("does not tell a restricted writer of contacts it may not see", async () => {
    await create({ email: "hidden@example.com", assignedTo: company.admin.id });
    await create({ email: "own@example.com", assignedTo: company.agent.id });
    const { secret } = await company.token(["clients_write_assigned"], company.agent);
    const post = (email: string) =>
      http(app, secret).post<Created>("/v1/contacts", { websiteId: company.given.channelId, name: "X", email });
    expect((await post("hidden@example.com")).body.duplicatedContact).toBeUndefined();
    expect((await post("own@example.com")).body.duplicatedContact).toBe(true);
  });

  it.each([
    ["websiteId", { websiteId: undefined }],
    ["websiteId", { websiteId: "nope" }],
    ["name", { name: "   " }],
    ["name", { name: undefined }],
    ["name", { name: "x".repeat(256) }],
    ["email", { email: "not an address" }],
    ["email", { email: `${"x".repeat(250)}@example.com` }],
    ["phone", { phone: "1".repeat(33) }],
    ["status", { status: "hot" }],
    ["rating", { rating: 6 }],
    ["rating", { rating: 2.5 }],
    ["rating", { rating: -1 }],
    ["entryMethod", { entryMethod: "web form" }],
    ["assignedTo", { assignedTo: "nobody-here" }],
    ["customFields", { customFields: ["a"] }],
    ["customFields", { customFields: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])) }],
    ["customFields", { customFields: { big: "x".repeat(17_000) } }],
    ["customFields.constructor", { customFields: { constructor: 1 } }],
    ["note", { note: "x".repeat(5001) }],
    ["internationalPhoneNumber", { internationalPhoneNumber: "call me" }],
    ["name", { name: "nul \u0000 here" }],
  ])("refuses a bad %s", async (field, extra) => {
    const { status, body } = await create(extra);
    expect(status).toBe(400);
    expect(body.error).toBe("validation_error");
    expect(body.details?.map((detail) => detail.field)).toContain(field);
  });

  it("refuses another company's channel and people as it refuses unknown ones", async () => {
    const foreign = await create({ websiteId: other.given.channelId });
    const unknown = await create({ websiteId: "0195b2a0-0000-7000-8000-000000000000" });
    expect(foreign.body.details).toEqual(unknown.body.details);
    expect(foreign.body.details?.[0]?.field).toBe("websiteId");
    expect((await create({ assignedTo: other.agent.id })).body.details?.[0]?.field).toBe("assignedTo");
  });

  it("needs clients_write", async () => {
    const { secret } = await company.token(["clients_read"]);
    const body = { websiteId: company.given.channelId, name: "Ana" };
    const refused = await http(app, secret).post("/v1/contacts", body);
    expect(refused.status).toBe(403);
    expect(refused.body.requiredPermissions).toEqual(["clients_write"]);
  });
});
