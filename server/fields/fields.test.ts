import { describe, expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { converse } from "#server/testing/talking.ts";
import { cellsOfValues } from "./columns.ts";
import type { CustomField } from "./schema.ts";
import { readValues } from "./values.ts";

const company = await openCompany();
const api = await openApi(company);

type Refused = { error: string; details?: { field: string; code: string }[] };
const define = (body: Record<string, unknown>) => api.post<CustomField & Refused>("/v1/custom-fields", body);
const contact = (customFields: Record<string, unknown>) =>
  api.post<Contact & Refused>("/v1/contacts", { websiteId: company.given.channelId, name: "Ann", customFields });

it("a column of a file is empty where a row has no such field, whatever the field is called", () => {
  const columns = ["customFields.toString", "customFields.valueOf", "customFields.plan"];
  expect(cellsOfValues({ plan: "Gold" }, columns)).toEqual(["", "", "Gold"]);
  expect(cellsOfValues({ toString: "own" }, columns)).toEqual(["own", "", ""]);
});

describe("/v1/custom-fields (W9)", () => {
  it("defines, lists in the order they were made, changes by version and deletes", async () => {
    const { status, body } = await define({ key: " plan ", type: "list", options: ["Free", "Pro"] });
    expect([status, body]).toMatchObject([
      200,
      { entity: "contact", key: "plan", label: "plan", requiredOnClose: false },
    ]);
    const seats = (await define({ key: "seats", label: "Seats", type: "number" })).body;
    const { body: all } = await api.get<CustomField[]>("/v1/custom-fields");
    expect(all.filter(({ key }) => key !== "furnished")).toEqual([body, seats]);
    const path = `/v1/custom-fields/${body.id}`;
    const changed = await api.patch<CustomField>(path, { label: "Plan bought" });
    expect(changed.body).toMatchObject({ key: "plan", label: "Plan bought", options: ["Free", "Pro"] });
    expect((await api.get<CustomField>(path)).body).toEqual(changed.body);
    expect((await define({ key: "plan" })).body.error).toBe("already_exists");
    expect((await api.delete(path)).body).toEqual({ id: body.id, deleted: true });
    expect((await api.get(path)).status).toBe(404);
    await api.delete(`/v1/custom-fields/${seats.id}`);
  });

  it.each([
    ["key", { key: "" }],
    ["key", { key: "__proto__" }],
    ["type", { key: "a", type: "colour" }],
    ["options", { key: "a", type: "list" }],
    ["options", { key: "a", type: "text", options: ["b"] }],
    ["options.1", { key: "a", type: "list", options: ["b", "b"] }],
  ])("refuses %s that is wrong", async (field, body) => {
    const { status, body: refused } = await define(body);
    expect([status, refused.details?.[0]?.field]).toEqual([400, field]);
  });

  it("is defined only by who may write to all contacts: what is personal and required is everybody's", async () => {
    const { body: secret } = await define({ key: "secret", personalData: true });
    const own = await openApi(company, ["clients_read_assigned", "clients_write_assigned"], company.agent);
    const path = `/v1/custom-fields/${secret.id}`;
    const answers = [
      await own.post("/v1/custom-fields", { key: "mine", requiredOnClose: true }),
      await own.patch(path, { personalData: false }),
      await own.delete(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await own.get(path)).status).toBe(200);
    await api.delete(path);
  });

  it("knows a key once, also when two come at once, and is one's own company's", async () => {
    const race = await Promise.all([1, 2, 3].map(() => define({ key: "race" })));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const made = race.find(({ status }) => status === 200)?.body.id ?? "";
    const foreign = http(app, (await (await furnishedCompany("Other")).token(["admin"])).secret);
    expect((await foreign.patch(`/v1/custom-fields/${made}`, { label: "Mine" })).status).toBe(404);
    const reader = http(app, (await company.token(["clients_read"])).secret);
    expect((await reader.get("/v1/custom-fields")).status).toBe(200);
    expect((await reader.delete(`/v1/custom-fields/${made}`)).status).toBe(403);
    await api.delete(`/v1/custom-fields/${made}`);
  });
});

describe("a value of a defined field (W9)", () => {
  const field = (type: CustomField["type"], options: string[] = []) => [{ key: "k", label: "K", type, options }];

  it.each([
    ["text", "a", "a"],
    ["number", "1.5", 1.5],
    ["number", 2, 2],
    ["date", "2024-02-29", "2024-02-29"],
    ["number", "1.50e2", 150],
    ["boolean", "true", true],
    ["boolean", "FALSE", false],
    ["list", "Pro", "Pro"],
    ["url", "https://example.com/a", "https://example.com/a"],
    ["url", "", null],
  ] as const)("of the type %s is kept: %j as %j", (type, given, kept) => {
    expect(readValues(field(type, ["Pro"]), { k: given })).toEqual({ values: { k: kept }, misfits: [] });
  });

  it.each([
    ["text", 1],
    ["number", "many"],
    ["number", " "],
    ["number", "12345678901234567890"],
    ["date", "2023-02-29"],
    ["date", "2023-1-1"],
    ["boolean", "perhaps"],
    ["list", "pro"],
    ["url", "javascript:alert(1)"],
  ] as const)("of the type %s is refused: %j", (type, given) => {
    expect(readValues(field(type, ["Pro"]), { k: given }).misfits).toHaveLength(1);
  });

  it("is checked when a contact is made, changed and imported; other keys take anything", async () => {
    const { body: seats } = await define({ key: "seats", label: "Seats", type: "number" });
    const refused = await contact({ seats: "many" });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "customFields.seats"]);
    const { body } = await contact({ seats: "3", other: ["anything"] });
    expect(body.customFields).toEqual({ seats: 3, other: ["anything"] });
    const change = (customFields: Record<string, unknown>) =>
      api.patch<Contact>(`/v1/contacts/${body.id}`, { customFields });
    expect((await change({ seats: true })).status).toBe(400);
    expect((await change({ seats: "" })).body.customFields).toEqual({ other: ["anything"] });
    const file = { text: "name,seats\nBea,4\nCat,none\n", fileName: "people.csv", dryRun: true };
    const mapping = { seats: "customFields.seats", name: "name" };
    const report = await api.post<{ created: number; failed: number; faults: { faults: { field: string }[] }[] }>(
      "/v1/contacts/import",
      { ...file, mapping },
    );
    expect(report.body).toMatchObject({ created: 1, failed: 1 });
    expect(report.body.faults[0]?.faults[0]?.field).toBe("customFields.seats");
    await api.delete(`/v1/custom-fields/${seats.id}`);
    expect((await change({ seats: "many" })).body.customFields).toMatchObject({ seats: "many" });
  });

  it("stays what it is when its option is gone: it is found, sent back and imported as it was", async () => {
    const { body: tier } = await define({ key: "tier", label: "Tier", type: "list", options: ["Gold", "Basic"] });
    const { body } = await contact({ tier: "Gold" });
    await api.patch(`/v1/custom-fields/${tier.id}`, { options: ["Premium", "Basic"] });
    const found = await api.get<{ data: Contact[] }>("/v1/contacts?customFields=tier%3DGold");
    expect([found.status, found.body.data?.map(({ id }) => id)]).toEqual([200, [body.id]]);
    const change = (customFields: Record<string, unknown>) =>
      api.patch<Contact>(`/v1/contacts/${body.id}`, { customFields });
    expect((await change({ tier: "Gold", more: 1 })).body.customFields).toEqual({ tier: "Gold", more: 1 });
    const rehearse = (text: string) =>
      api.post<{ updated: number; created: number; failed: number }>("/v1/contacts/import", { text, dryRun: true });
    await api.patch(`/v1/contacts/${body.id}`, { email: "tier@example.com" });
    const text = "email,customFields.tier\ntier@example.com,Gold\nother@example.com,Gold\n";
    expect((await rehearse(text)).body).toMatchObject({ updated: 1, created: 0, failed: 1 });
    expect((await change({ tier: "Silver" })).status).toBe(400);
    await api.delete(`/v1/custom-fields/${tier.id}`);
  });

  it("must be there before a conversation is closed where it is required; without a contact nothing is", async () => {
    const { body: reason } = await define({ key: "reason", label: "Reason", requiredOnClose: true });
    const { id } = await converse(api, company);
    const close = () => api.post<Refused>(`/v1/conversations/${id}/close`, { isLead: false });
    const visitor = { conversationId: id, name: "Nora", email: "nora.closes@example.com" };
    const { contactId } = await captureContact.execute(systemActor(company.companyId), visitor);
    const refused = await close();
    expect([refused.status, refused.body.details?.[0]]).toMatchObject([
      409,
      { field: "customFields.reason", code: "required" },
    ]);
    await api.patch(`/v1/contacts/${contactId}`, { customFields: { reason: "Solved" } });
    expect((await close()).status).toBe(200);
    const other = await converse(api, company);
    expect((await api.post(`/v1/conversations/${other.id}/close`, { isLead: false })).status).toBe(200);
    await api.delete(`/v1/custom-fields/${reason.id}`);
  });
});
