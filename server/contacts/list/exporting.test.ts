import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import type { Contact } from "../schema.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);

const make = async (extra: Record<string, unknown>) =>
  (await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, name: "Somebody", ...extra })).body;
const table = async (query = "") => {
  const { text } = await api.get(`/v1/contacts/export${query}`);
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
};

beforeAll(async () => {
  await make({ name: '=HYPERLINK("http://evil","x")', email: "eve@example.com", phone: "+54 11 1234 5678" });
  await make({ name: "Ana, García", customFields: { plan: "gold", seats: -2, "@odd": { a: 1 } }, rating: 4 });
});

describe("GET /v1/contacts/export", () => {
  it("is CSV with a mark, a column for each custom field, and formulas disarmed [W9]", async () => {
    const { headers, text } = await api.get("/v1/contacts/export");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    expect(headers.get("content-disposition")).toBe(`attachment; filename="contacts-${day}.csv"`);
    expect(text).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`);
    const rows = await table();
    expect(rows.find(({ email }) => email === "eve@example.com")).toMatchObject({ phone: "'+54 11 1234 5678" });
    const custom = { "customFields.plan": "gold", "customFields.seats": "'-2", "customFields.@odd": '{"a":1}' };
    expect(rows.find(({ name }) => name === "Ana, García")).toMatchObject({ rating: "4", ...custom });
  });

  it("takes the list's filters and a view, and holds all rows, not a page [W9]", async () => {
    await systemPool().query(
      `insert into contacts ("companyId", "id", "name", "subStatus")
       select $1, gen_random_uuid(), 'Many ' || n, 'many' from generate_series(1, 2300) n`,
      [company.companyId],
    );
    const rows = await table("?subStatus=many&limit=5&page=3");
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2300);
    const json = await api.get<Contact[]>("/v1/contacts/export?format=json&search=garcia");
    expect(json.body).toEqual((await api.get<{ data: Contact[] }>("/v1/contacts?search=garcia")).body.data);
    const view = { name: "Rated", page: "contacts", query: "rating=4" };
    const made = await api.post<{ id: string }>("/v1/views", { ...view, scope: "private" });
    expect((await table(`?view=${made.body.id}`)).map(({ name }) => name)).toEqual(["Ana, García"]);
    expect(await table("?view=none")).toEqual([]);
  });

  it("shows agents only their own, and nobody anything without the plan's feature [W9]", async () => {
    const own = await openApi(company, ["clients_read_assigned"], company.agent);
    await make({ name: "Mine", assignedTo: company.agent.id });
    await make({ name: "Not mine", assignedTo: company.otherAgent.id });
    const mine = await own.get<Contact[]>("/v1/contacts/export?format=json");
    expect(mine.body.map(({ name }) => name)).toContain("Mine");
    expect(mine.body.map(({ name }) => name)).not.toContain("Not mine");
    expect((await (await openApi(company, ["chat_talk"])).get("/v1/contacts/export")).status).toBe(403);
    await systemPool().query(`update companies set "features" = '{"export": false}' where "id" = $1`, [
      company.companyId,
    ]);
    expect((await api.get("/v1/contacts/export")).body.error).toBe("plan_limit_reached");
    await systemPool().query(`update companies set "features" = '{}' where "id" = $1`, [company.companyId]);
  });

  it("stands in the audit log [W9]", async () => {
    await api.get("/v1/contacts/export?format=json&status=new");
    const { rows } = await systemPool().query<{ data: unknown }>(
      `select "data" from events where "companyId" = $1 and "type" = 'export/made' order by "ordinal" desc limit 1`,
      [company.companyId],
    );
    expect(rows[0]?.data).toEqual({ what: "contacts", filters: { format: "json", status: ["new"] } });
  });
});
