import { beforeAll, describe, expect, it } from "vitest";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { personWith } from "#server/testing/roles.ts";
import type { Contact } from "../schema.ts";
import { listContacts } from "./listing.ts";

const company = await openCompany();
const api = await openApi(company);

type Page = { data: Contact[]; pagination: { total: number; nextCursor: string | null } };
type Refused = { error: string; details?: { field: string; code: string }[] };

const list = (parameters: Record<string, string>) =>
  api.get<Page & Refused>(`/v1/contacts?${new URLSearchParams(parameters)}`);
const names = async (customFields: string, more: Record<string, string> = {}) => {
  const { status, body } = await list({ customFields, subStatus: "custom", ...more });
  expect([customFields, status]).toEqual([customFields, 200]);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map(({ name }) => name).sort();
};

const people: Record<string, Record<string, unknown>> = {
  Ann: { plan: "Pro", seats: 10, renews: "2026-03-01", vip: true, note: "árbol, alto" },
  Bob: { plan: "Pro", seats: 9, renews: "2026-12-31", vip: false, note: "Zebra" },
  Cat: { plan: "Free", seats: -1.5, note: "banco" },
  Dan: { other: "3", seats: 100 },
  Eve: {},
};

beforeAll(async () => {
  const fields = [
    { key: "plan", type: "list", options: ["Free", "Pro"] },
    { key: "seats", type: "number" },
    { key: "renews", type: "date" },
    { key: "vip", type: "boolean" },
    { key: "note", type: "text" },
    { key: "phone book", type: "text" },
  ];
  for (const field of fields) expect((await api.post("/v1/custom-fields", field)).status).toBe(200);
  for (const [name, customFields] of Object.entries(people)) {
    const made = await api.post("/v1/contacts", {
      ...{ websiteId: company.given.channelId, name, subStatus: "custom", customFields },
    });
    expect(made.status).toBe(200);
  }
});

describe("contacts filtered by custom fields [W9]", () => {
  it.each([
    ["plan=Pro", ["Ann", "Bob"]],
    ["plan=Pro,plan=Free", ["Ann", "Bob", "Cat"]],
    ["plan=Pro,seats>=10", ["Ann"]],
    ["seats>=9,seats<=10", ["Ann", "Bob"]],
    ["seats=10", ["Ann"]],
    ["seats=10.0", ["Ann"]],
    ["seats<=0", ["Cat"]],
    ["renews>=2026-03-01,renews<=2026-06-30", ["Ann"]],
    ["renews=2026-12-31", ["Bob"]],
    ["vip=true", ["Ann"]],
    ["vip=false", ["Bob"]],
    ["vip=", ["Cat", "Dan", "Eve"]],
    ["plan=,plan=Free", ["Cat", "Dan", "Eve"]],
    ["note=árbol%2C alto", ["Ann"]],
    ["note=arbol%2C alto", []],
    ["plan=gone", []],
    ["plan>=Free", undefined],
    ["seats=many", undefined],
    ["seats>=", undefined],
    ["renews>=2026-02-30", undefined],
    ["renews>=7", undefined],
    ["other=3", undefined],
    ["nothing", undefined],
    ["=x", undefined],
    ["__proto__=x", undefined],
    ["plan=Pro' or 1=1 --", []],
  ])("%s", async (filter, expected) => {
    if (expected) return expect(await names(filter)).toEqual(expected);
    const { status, body } = await list({ customFields: filter });
    expect([status, body.error, body.details?.[0]?.field.split(".")[0]]).toEqual([
      400,
      "validation_error",
      "customFields",
    ]);
  });

  it("holds together with other filters, in the export, and in a saved view, which narrows further", async () => {
    expect(await names("plan=Pro", { search: "ann" })).toEqual(["Ann"]);
    const csv = await api.get<string>("/v1/contacts/export?subStatus=custom&customFields=plan%3DPro");
    expect(csv.text.match(/Ann|Bob|Cat|Dan|Eve/g)?.sort()).toEqual(["Ann", "Bob"]);
    const view = { page: "contacts", name: "Pro", filters: { customFields: ["plan=Pro"] } };
    const { body } = await api.post<{ id: string; filters: unknown }>("/v1/views", view);
    expect(body.filters).toEqual({ customFields: ["plan=Pro"] });
    expect(await names("seats>=10", { view: body.id })).toEqual(["Ann"]);
    expect((await list({ view: body.id })).body.data.map(({ name }) => name).sort()).toEqual(["Ann", "Bob"]);
  });

  it("is a company's own, and finds nothing by texts that are hidden from the person", async () => {
    const foreign = http(app, (await (await furnishedCompany("Other")).token(["admin"])).secret);
    expect((await foreign.get("/v1/contacts?customFields=plan%3DPro")).status).toBe(400);
    await api.post("/v1/contacts", {
      ...{ websiteId: company.given.channelId, name: "Masked", subStatus: "masked" },
      customFields: { "phone book": "+54 9 11 4765 9083", note: "ann@example.com", seats: 12345 },
    });
    const masked = await personWith(company, {
      ...{ name: "Masked", permissions: ["clients_read"], maskedFields: ["email", "phone"] },
    });
    const found = async (filter: string) =>
      (await listContacts.execute(masked, { subStatus: "masked", customFields: filter })).data.length;
    expect(await found("phone book=+54 9 11 4765 9083")).toBe(0);
    expect(await found("note=ann@example.com")).toBe(0);
    expect(await found("seats=12345")).toBe(1);
    const sorted = listContacts.execute(masked, { orderBy: "customFields.note" });
    await expect(sorted).rejects.toMatchObject({ details: [{ field: "orderBy", code: "hidden" }] });
    expect((await listContacts.execute(masked, { orderBy: "customFields.seats" })).data.length).toBeGreaterThan(5);
  });
});

describe("contacts sorted by a custom field [W9]", () => {
  async function walked(orderBy: string, order: string, limit: number): Promise<string[]> {
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const asked = { orderBy, order, subStatus: "custom", limit: String(limit), ...(cursor ? { cursor } : {}) };
      const { status, body } = await list(asked);
      expect(status).toBe(200);
      found.push(...body.data.map(({ name }) => name));
      cursor = body.pagination.nextCursor ?? "";
      if (!cursor) return found;
    }
  }

  it.each([
    ["seats", "asc", ["Cat", "Bob", "Ann", "Dan", "Eve"]],
    ["seats", "desc", ["Dan", "Ann", "Bob", "Cat", "Eve"]],
    ["renews", "asc", ["Ann", "Bob"]],
    ["renews", "desc", ["Bob", "Ann"]],
    ["note", "asc", ["Ann", "Cat", "Bob"]],
    ["note", "desc", ["Bob", "Cat", "Ann"]],
    ["plan", "asc", ["Cat"]],
    ["vip", "asc", ["Bob", "Ann"]],
  ])("%s %s: as its type, without a value last, the same by cursors of any size", async (key, order, expected) => {
    const whole = await walked(`customFields.${key}`, order, 100);
    expect(whole.slice(0, expected.length)).toEqual(expected);
    expect(new Set(whole).size).toBe(5);
    for (const limit of [1, 2, 3]) expect(await walked(`customFields.${key}`, order, limit)).toEqual(whole);
  });

  it("refuses what is not defined, and a cursor of another order", async () => {
    for (const orderBy of ["customFields.other", "customFields.", "customFields", "customFields.a'; drop table x"])
      expect((await list({ orderBy })).status).toBe(400);
    const { nextCursor } = (await list({ orderBy: "customFields.seats", limit: "1" })).body.pagination;
    const asked = { cursor: nextCursor ?? "", limit: "1" };
    expect((await list({ ...asked, orderBy: "customFields.note" })).status).toBe(400);
    expect((await list({ ...asked, orderBy: "customFields.seats" })).status).toBe(200);
  });
});
