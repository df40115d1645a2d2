import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { openIntegration } from "#server/testing/integrating.ts";
import { converse } from "#server/testing/talking.ts";
import type { IntegrationView } from "../schema.ts";

type Made = { url: string; integration: IntegrationView };
type Leads = { columns: string[]; rows: string[][] };

const company = await openCompany("Sheets");
const other = await furnishedCompany("Other");
const api = await openApi(company);
const sheets = await openIntegration(company, api, "sheets");
const path = `${sheets.path}/address`;

const make = async (given: Record<string, unknown> = {}) => (await api.post<Made>(path, given)).body.url;
const pathOf = (url: string) => new URL(url).pathname;
const read = async (url: string, from = "203.0.113.5") =>
  app.request(pathOf(url), { headers: { "x-forwarded-for": from } });
const table = async (url: string) => {
  const text = await (await read(url)).text();
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
};

describe("the address of the leads [P6]", () => {
  it("has a row for each lead, the newest first, with the formulas of visitors made harmless", async () => {
    const first = await sheets.lead(
      { amount: 80, utmCampaign: "=HYPERLINK(1)" },
      { name: '=cmd|"calc"', email: "first@example.com" },
    );
    await converse(api, company, { from: "nobody-yet" });
    const second = await sheets.lead({}, { name: 'Lena, the "2nd"\n', phone: "+14155550123" });
    const url = await make();
    expect(url).toMatch(/\/sheets\/[\w-]{43}\.csv$/);
    const response = await read(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const rows = await table(url);
    const ours = rows.filter(({ id }) => id === first || id === second);
    expect(ours.map(({ id }) => id)).toEqual([second, first]);
    expect(ours[1]).toMatchObject({
      name: `'=cmd|"calc"`,
      email: "first@example.com",
      amount: "80",
      utmCampaign: "'=HYPERLINK(1)",
      utmSource: "ads",
      phase: expect.stringMatching(/./),
    });
    expect(ours[0]?.phone).toMatch(/^'\+1/);
    expect(rows.some(({ name }) => name === "nobody-yet")).toBe(false);
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  });

  it("shows the newest rows before it is made, to who may read all conversations", async () => {
    const { body } = await api.get<Leads>(`${sheets.path}/leads`);
    expect(body.columns.slice(0, 5)).toEqual(["id", "createdAt", "name", "email", "phone"]);
    expect(body.rows.length).toBeLessThanOrEqual(10);
    const narrow = await openApi(company, ["websites_read", "websites_write", "clients_read_assigned"]);
    expect((await narrow.get(`${sheets.path}/leads`)).status).toBe(403);
    expect((await narrow.post(path, {})).body.requiredPermissions).toEqual(["clients_read"]);
    const webhook = (await api.get<IntegrationView[]>("/v1/integrations")).body.find(({ type }) => type === "webhook");
    expect((await api.post(`/v1/integrations/${webhook?.id}/address`, {})).status).toBe(409);
  });

  it("hides what its maker says", async () => {
    const id = await sheets.lead({}, { name: "Mia", email: "mia@secret.example", phone: "+14155550999" });
    const rows = await table(await make({ hide: ["email", "phone"] }));
    expect(rows.find((row) => row.id === id)).toMatchObject({ name: "Mia", email: "m•••@s•••.example" });
    expect(JSON.stringify(rows)).not.toMatch(/mia@secret|4155550999/);
  });

  it("ends when it is renewed or revoked, when it is switched off, and when the plan leaves it out", async () => {
    const old = await make();
    const url = await make();
    const absent = async (address: string) => {
      const response = await read(address);
      const { requestId: _id, ...body } = (await response.json()) as Record<string, unknown>;
      return { status: response.status, body };
    };
    const unknown = await absent(`http://x/sheets/${"x".repeat(43)}.csv`);
    expect(unknown.status).toBe(404);
    expect(await absent(old)).toEqual(unknown);
    expect((await read(url)).status).toBe(200);
    await sheets.set({ enabled: false });
    expect(await absent(url)).toEqual(unknown);
    await sheets.set({ enabled: true });
    await systemPool().query(`update companies set "features" = '{"export":false}' where "id" = $1`, [
      company.companyId,
    ]);
    expect(await absent(url)).toEqual(unknown);
    expect((await api.post(path, {})).body.error).toBe("plan_limit_reached");
    expect((await api.get<IntegrationView>(sheets.path)).body.lacks).toEqual(["plan"]);
    await systemPool().query(`update companies set "features" = '{}' where "id" = $1`, [company.companyId]);
    expect((await read(url)).status).toBe(200);
    expect((await api.get<IntegrationView>(sheets.path)).body.address?.readAt).toEqual(expect.any(String));
    const { body } = await api.delete<IntegrationView>(path);
    expect(body).toMatchObject({ address: null, enabled: false, lacks: ["address"] });
    expect(await absent(url)).toEqual(unknown);
    for (const wrong of ["", "x.csv", `${pathOf(url).slice(8)}.txt`, "%00.csv", "a/b"])
      expect((await app.request(`/sheets/${wrong}`)).status).toBe(404);
    expect((await app.request(pathOf(url), { method: "POST" })).status).toBe(404);
  });

  it("is of its company alone, and stored as a hash only", async () => {
    const url = await make();
    const token = pathOf(url).slice("/sheets/".length, -".csv".length);
    const stranger = http(app, (await other.token(["admin"])).secret);
    for (const answer of [stranger.post(path, {}), stranger.delete(path), stranger.get(`${sheets.path}/leads`)])
      expect((await answer).status).toBe(404);
    await read(url);
    for (const place of ["integrations", "events", "api_requests", "idempotency_keys"]) {
      const { rows } = await systemPool().query(`select t::text as "text" from ${place} t where t::text like $1`, [
        `%${token}%`,
      ]);
      expect([place, rows]).toEqual([place, []]);
    }
  });

  it("lets a network guess 120 times a minute", async () => {
    const tried = [];
    for (let time = 0; time < 130; time += 1)
      tried.push((await read(`http://x/sheets/${time}.csv`, "198.51.100.77")).status);
    expect(tried.filter((status) => status === 404).length).toBeLessThanOrEqual(120);
    expect(tried.at(-1)).toBe(429);
  });
});
