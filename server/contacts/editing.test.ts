import { describe, expect, it } from "vitest";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread } from "#server/testing/talking.ts";
import type { Contact } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const api = await openApi(company);

async function contact(extra: Record<string, unknown> = {}): Promise<Contact> {
  const body = { websiteId: company.given.channelId, name: "Ana", email: "ana@example.com", ...extra };
  return (await api.post<Contact>("/v1/contacts", body)).body;
}
const patch = (id: string, body: unknown) => api.patch<Contact>(`/v1/contacts/${id}`, body);

describe("PATCH /v1/contacts/{contactId} (D3)", () => {
  it("changes only what is sent", async () => {
    const before = await contact({ phone: "+34 600 123 456", rating: 2, customFields: { a: 1, b: 2 } });
    const { status, body } = await patch(before.id, { name: " Ana María ", customFields: { b: null, c: [3] } });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      name: "Ana María",
      customFields: { a: 1, c: [3] },
      updatedAt: body.updatedAt,
    });
    expect(body.updatedAt > before.updatedAt).toBe(true);
  });

  it("takes subStatus, rating, message, attribution and the international number", async () => {
    const { id } = await contact();
    const sent = {
      subStatus: "callback",
      rating: 5,
      message: "Hola",
      utmSource: "google",
      conversionUrl: "https://a.example/x",
      internationalPhoneNumber: "34600123456",
    };
    expect((await patch(id, sent)).body).toMatchObject(sent);
  });

  it("derives the international number anew with the phone, and forgets it with it", async () => {
    const { id } = await contact({ phone: "+34 600 123 456" });
    expect((await patch(id, { phone: "+54 9 11 2345-6789" })).body.internationalPhoneNumber).toBe("5491123456789");
    expect((await patch(id, { phone: "" })).body).toMatchObject({ phone: "", internationalPhoneNumber: "" });
  });

  it("emits contact/updated with before and after of each reported field", async () => {
    const { id } = await contact({ customFields: { plan: "silver" } });
    const told = await eventsDuring(company, () =>
      patch(id, { name: "Ann", email: "", customFields: { plan: "gold" }, rating: 3, subStatus: "s", message: "m" }),
    );
    expect(told.map((event) => event.type)).toEqual(["contact/updated"]);
    expect(told[0]?.data).toMatchObject({ id, name: "Ann", email: "", rating: 3 });
    expect(told[0]?.data.changes).toEqual({
      name: { before: "Ana", after: "Ann" },
      email: { before: "ana@example.com", after: "" },
      rating: { before: 0, after: 3 },
      subStatus: { before: "", after: "s" },
      customFields: { before: { plan: "silver" }, after: { plan: "gold" } },
    });
  });

  it("emits contact/status_changed in the shape of the specification", async () => {
    const { id } = await contact();
    const told = await eventsDuring(company, () => patch(id, { status: "LONG_TERM" }));
    expect(told.map((event) => event.type)).toEqual(["contact/status_changed"]);
    expect(told[0]?.data).toMatchObject({
      id,
      companyId: company.companyId,
      name: "Ana",
      email: "ana@example.com",
      status: "long_term",
      previousStatus: "new",
      changes: { status: { before: "new", after: "long_term" } },
    });
  });

  it("emits each of its three events once when all change, and none when nothing does", async () => {
    const { id } = await contact();
    const all = { name: "Ann", status: "client", assignedTo: company.agent.id };
    expect(await typesDuring(company, () => patch(id, all))).toEqual([
      "contact/updated",
      "contact/status_changed",
      "contact/operator_assigned",
    ]);
    const before = (await api.get<Contact>(`/v1/contacts/${id}`)).body;
    expect(await typesDuring(company, () => patch(id, { ...all, customFields: {} }))).toEqual([]);
    expect((await api.get<Contact>(`/v1/contacts/${id}`)).body).toEqual(before);
  });

  it("takes an empty name where there is none, and nowhere else", async () => {
    const named = await contact();
    expect((await patch(named.id, { name: "" })).status).toBe(400);
    const { id: conversationId } = await converse(api, company);
    await captureContact.execute(systemActor(company.companyId), { conversationId, email: "nameless@example.com" });
    const id = (await reread(api, conversationId)).contactId ?? "";
    expect((await api.get<Contact>(`/v1/contacts/${id}`)).body.name).toBe("");
    expect((await patch(id, { name: "", status: "client" })).body).toMatchObject({ name: "", status: "client" });
  });

  it("clears the assignee with an empty text, null or UNASSIGNED", async () => {
    for (const nobody of ["", null, "UNASSIGNED"]) {
      const { id } = await contact({ assignedTo: company.agent.id });
      const told = await eventsDuring(company, () => patch(id, { assignedTo: nobody }));
      expect(told.map((event) => event.type)).toEqual(["contact/operator_assigned"]);
      expect(told[0]?.data).toMatchObject({
        assignedTo: null,
        previousAssignedTo: company.agent.id,
        changes: { assignedTo: { before: company.agent.id, after: null } },
      });
    }
  });

  it("counts only what differs when several change the same contact at once", async () => {
    const { id } = await contact();
    const told = await typesDuring(company, () =>
      Promise.all(Array.from({ length: 8 }, () => patch(id, { status: "client" }))),
    );
    expect(told).toEqual(["contact/status_changed"]);
  });

  it("loses no custom field when several are written at once", async () => {
    const { id } = await contact();
    await Promise.all(Array.from({ length: 10 }, (_, n) => patch(id, { customFields: { [`k${n}`]: n } })));
    expect(Object.keys((await api.get<Contact>(`/v1/contacts/${id}`)).body.customFields)).toHaveLength(10);
  });

  it("ignores what is not a writable field", async () => {
    const before = await contact({ email: "" });
    const sent = { id: "x", companyId: other.companyId, createdAt: "2000-01-01", channelId: "x", tags: ["t"], nope: 1 };
    expect((await patch(before.id, sent)).body).toEqual(before);
  });

  it.each([
    ["status", { status: "hot" }],
    ["name", { name: "" }],
    ["email", { email: "nope" }],
    ["rating", { rating: "5" }],
    ["subStatus", { subStatus: "x".repeat(65) }],
    ["assignedTo", { assignedTo: "0195b2a0-0000-7000-8000-000000000000" }],
    ["customFields", { customFields: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])) }],
    ["customFields.__proto__", JSON.parse('{"customFields":{"__proto__":{"a":1}}}')],
  ])("refuses a bad %s", async (field, body) => {
    const { id } = await contact();
    const refused = await patch(id, body);
    expect(refused.status).toBe(400);
    expect(refused.body.details?.map((detail) => detail.field)).toContain(field);
  });

  it("answers 404 for unknown, malformed and foreign ids alike", async () => {
    const ids = ["0195b2a0-0000-7000-8000-000000000000", "nope", other.given.contactId ?? ""];
    const answers = await Promise.all(ids.map((id) => patch(id, { name: "X" })));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map((answer) => answer.body.message)).size).toBe(1);
  });
});
