import { beforeAll, describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { mask } from "./choices.ts";

type Integration = { id: string; name: string; type: string; enabled: boolean; config: Record<string, unknown> };

let crm: string;

const company = await openCompany();
const other = await furnishedCompany("Other");
const api = await openApi(company, ["websites_read", "websites_write"]);

beforeAll(async () => {
  const { body } = await api.get<Integration[]>("/v1/integrations");
  crm = `/v1/integrations/${body.find(({ type }) => type === "crm")?.id}`;
});

const stored = async () => {
  const id = crm.split("/").at(-1);
  const { rows } = await systemPool().query<{ config: Record<string, unknown> }>(
    `select "config" from integrations where "id" = $1`,
    [id],
  );
  return rows[0]?.config ?? {};
};

describe("/v1/integrations (L7)", () => {
  it("has one of each type, off, for every company from its first day", async () => {
    const { status, body } = await api.get<Integration[]>("/v1/integrations");
    expect(status).toBe(200);
    expect(body.map(({ type }) => type).sort()).toEqual(["analytics", "crm", "email", "sheets", "webhook"]);
    expect(body.every(({ enabled, config, name }) => !enabled && name !== "" && Object.keys(config).length === 0)).toBe(
      true,
    );
  });

  it("is read with websites_read and changed with websites_write, within the company", async () => {
    const reader = http(app, (await company.token(["websites_read"])).secret);
    expect((await reader.get(crm)).status).toBe(200);
    expect((await reader.patch(crm, { enabled: true })).body.requiredPermissions).toEqual(["websites_write"]);
    expect((await http(app, (await company.token(["clients_read"])).secret).get("/v1/integrations")).status).toBe(403);
    const stranger = http(app, (await other.token(["admin"])).secret);
    expect((await stranger.get(crm)).status).toBe(404);
    expect((await stranger.patch(crm, { enabled: true })).status).toBe(404);
    expect((await api.get("/v1/integrations/nonsense")).status).toBe(404);
    expect((await api.delete(crm)).status).toBe(405);
  });

  it("changes enabled and config apart from each other; a repeat changes nothing", async () => {
    expect((await api.patch<Integration>(crm, { enabled: true })).body).toMatchObject({ enabled: true, config: {} });
    const config = { account: "7", lists: [1, 2], nested: { deep: true } };
    expect((await api.patch<Integration>(crm, { config })).body).toMatchObject({ enabled: true, config });
    const events = async () =>
      (
        await systemPool().query(`select from events where "companyId" = $1 and "type" = 'integration/changed'`, [
          company.companyId,
        ])
      ).rowCount;
    const before = await events();
    await api.patch(crm, { enabled: true, config });
    expect(await events()).toBe(before);
    await api.patch(crm, { enabled: false });
    expect(await events()).toBe((before ?? 0) + 1);
  });

  it("refuses a change that was made on what someone has changed since, and keeps theirs", async () => {
    const { headers } = await api.get(crm);
    const match = { headers: { "if-match": headers.get("etag") ?? "" } };
    expect((await api.patch(crm, { config: { stage: "7" } }, match)).status).toBe(200);
    expect((await api.patch(crm, { config: { stage: "8" } }, match)).status).toBe(412);
    expect(await stored()).toEqual({ stage: "7" });
  });

  it("shows no secret again and stores none in the clear, wherever it stands", async () => {
    const secrets = {
      apiKey: "k-1234567890",
      auth: { client_secret: "hunter2hunter2", user: "ana" },
      headers: [{ Authorization: "Bearer abc.def" }],
      credentials: { pin: 4711, note: "inside" },
    };
    const { body } = await api.patch<Integration>(crm, { config: { ...secrets, region: "eu" } });
    expect(body.config).toEqual({
      apiKey: mask,
      auth: { client_secret: mask, user: "ana" },
      headers: [{ Authorization: mask }],
      credentials: { pin: mask, note: mask },
      region: "eu",
    });
    expect((await api.get<Integration>(crm)).body.config).toEqual(body.config);
    const kept = JSON.stringify(await stored());
    for (const secret of ["k-1234567890", "hunter2hunter2", "abc.def", "4711"]) expect(kept).not.toContain(secret);
  });

  it("keeps a secret whose mask comes back, and takes a new one", async () => {
    await api.patch(crm, { config: { token: "first", region: "eu" } });
    const first = (await stored()).token;
    await api.patch(crm, { config: { token: mask, region: "us" } });
    expect(await stored()).toEqual({ token: first, region: "us" });
    await api.patch(crm, { config: { token: "second", region: "us" } });
    expect((await stored()).token).not.toBe(first);
    // A mask with nothing behind it is not stored as if it were a secret.
    await api.patch(crm, { config: { password: mask } });
    expect(await stored()).toEqual({ password: "" });
  });

  it("refuses hostile keys, more than 16 KB and other shapes", async () => {
    for (const [config, field] of [
      [JSON.parse('{"__proto__":{"admin":true}}'), "config.__proto__"],
      [{ a: { constructor: 1 } }, "config.a.constructor"],
      [{ big: "x".repeat(17 * 1024) }, "config"],
      ["text", "config"],
      [[1], "config"],
      [null, "config"],
    ] as const) {
      const { status, body } = await api.patch(crm, { config });
      expect([status, body.error, body.details?.[0]?.field]).toEqual([400, "validation_error", field]);
    }
    expect((await api.patch(crm, { enabled: "yes" })).status).toBe(400);
  });
});
