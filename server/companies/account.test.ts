import { beforeAll, describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { type Client, http } from "#server/testing/http.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { updateCompany } from "./editing.ts";
import { createFirstCompany, hasCompany } from "./first-run.ts";
import { readCompany } from "./reading.ts";

let api: Client;

const company = await openCompany("Acme", allFurniture);

beforeAll(async () => {
  // Any valid token will do (C1).
  api = http(app, (await company.token(["webhooks_read"])).secret);
});

type Plan = { tier: string; leadLimit: number; usage: Record<string, number> };
type Account = { plan: string; features: Record<string, boolean>; statuses: string[] };

describe("GET /v1/accounts/me and /v1/features (L2)", () => {
  it("describes the company with every feature on unless it is off", async () => {
    await systemPool().query(`update companies set "features" = '{"campaigns": false}' where "id" = $1`, [
      company.companyId,
    ]);
    const { status, body } = await api.get<Account>("/v1/accounts/me");
    expect([status, body]).toMatchObject([200, { id: company.companyId, name: "Acme", plan: "Own installation" }]);
    expect(body.statuses).toEqual(["active"]);
    const features = {
      enable_chatbot: true,
      ai: true,
      unlimited_kanban: true,
      campaigns: false,
      webhooks: true,
      export: true,
    };
    expect(body.features).toEqual(features);
    expect((await api.get("/v1/features")).body).toEqual({ features });
    expect((await http(app).get("/v1/accounts/me")).status).toBe(401);
  });
});

describe("GET /v1/plans and /v1/plans/current (L4)", () => {
  it("lists the plans from TIER_0 to TIER_6", async () => {
    const { body } = await api.get<Plan[]>("/v1/plans");
    // Other test files of this database may have added plans of their own.
    const tiers = [...new Set(body.map(({ tier }) => tier))].sort();
    expect(tiers).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `TIER_${n}`));
    expect(Object.keys(body[0] ?? {}).sort()).toEqual(
      "annualPlan channelLimit conversationLimit description id leadLimit name priceARS priceUSD storageLimit tier userLimit".split(
        " ",
      ),
    );
  });

  it("shows the company's own with what is used, and the account says when a limit is reached", async () => {
    const { body } = await api.get<Plan>("/v1/plans/current");
    expect(body).toMatchObject({ tier: "TIER_6", usage: { leads: 2, conversations: 1, channels: 2, users: 5 } });
    await systemPool().query(
      `insert into plans ("id", "name", "description", "tier", "leadLimit", "conversationLimit", "channelLimit", "userLimit",
         "priceUSD", "priceARS") values ('tiny', 'Tiny', '', 'TIER_0', 1, 2, 1, 1, 0, 0)`,
    );
    await systemPool().query(`update companies set "planId" = 'tiny' where "id" = $1`, [company.companyId]);
    expect((await api.get<Account>("/v1/accounts/me")).body.statuses).toEqual(["active", "lead_limit_reached"]);
    await systemPool().query(`update companies set "planId" = 'own' where "id" = $1`, [company.companyId]);
    await systemPool().query(`delete from plans where "id" = 'tiny'`);
  });
});

describe("a company over its plan", () => {
  it("says so in its statuses, and still refuses no visitor (L4)", async () => {
    await systemPool().query(
      `insert into plans ("id", "name", "description", "tier", "leadLimit", "conversationLimit", "channelLimit", "userLimit",
         "priceUSD", "priceARS") values ('full', 'Full', '', 'TIER_0', 1, 1, 1, 1, 0, 0) on conflict do nothing`,
    );
    const small = await furnishedCompany("Small", allFurniture);
    const change = (set: string, values: unknown[] = []) =>
      systemPool().query(`update companies set ${set} where "id" = $1`, [small.companyId, ...values]);
    await change(`"planId" = 'full'`);
    const own = http(app, (await small.token(["admin"])).secret);
    const statuses = async () => (await own.get<Account>("/v1/accounts/me")).body.statuses;
    expect(await statuses()).toEqual(["active", "lead_limit_reached", "conversation_limit_reached"]);
    const visitor = await visitorOn(small.given.channelId ?? "");
    const begun = await visitor.begin("May I?");
    expect((await own.get(`/v1/conversations/${begun}`)).status).toBe(200);
    await own.post("/v1/contacts", { websiteId: small.given.channelId, name: "One more", entryMethod: "API" });
    expect((await own.get<Plan>("/v1/plans/current")).body.usage).toMatchObject({ leads: 3, conversations: 2 });
    const user = { name: "Una", email: "una@example.com", role: "agent" };
    expect((await own.post("/v1/users", user)).body.error).toBe("plan_limit_reached");
    expect((await own.post("/v1/channels", { type: "WEBSITE", label: "More" })).body.error).toBe("plan_limit_reached");
    await change(`"statuses" = $2`, [["trial", "suspended", "lead_limit_reached"]]);
    expect(await statuses()).toEqual(["trial", "lead_limit_reached", "conversation_limit_reached", "suspended"]);
    await change(`"planId" = 'own'`);
    // What is stored by hand stays; what is counted goes with the reason for it.
    expect(await statuses()).toEqual(["trial", "lead_limit_reached", "suspended"]);
  });
});

describe("the company's settings", () => {
  it("are complete, change one by one, and only an administrator changes them", async () => {
    const before = await readCompany.execute(company.viewer, {});
    expect(before.settings).toEqual({
      contactUnification: true,
      agentsSeeEverything: false,
      pushShowsText: false,
      undoSendSeconds: 5,
      aiEndpoints: [],
      timeZone: "UTC",
      country: "",
      currency: "",
      locale: "en",
      secondFactorRoles: [],
    });
    const change = { name: "Acme S.A.", settings: { timeZone: "America/Argentina/Buenos_Aires", country: "AR" } };
    const after = await updateCompany.execute(company.admin, change);
    expect(after).toMatchObject({ name: "Acme S.A.", settings: { ...before.settings, ...change.settings } });
    await expect(updateCompany.execute(company.supervisor, change)).rejects.toMatchObject({ code: "forbidden" });
    for (const settings of [
      { timeZone: "Mars/Base" },
      { country: "Spain" },
      { aiEndpoints: ["ftp://x"] },
      { locale: "xx" },
      { undoSendSeconds: 31 },
    ])
      await expect(updateCompany.execute(company.admin, { settings } as never)).rejects.toMatchObject({
        code: "validation_error",
      });
  });
});

describe("the first-run wizard", () => {
  it("is closed for ever once there is a company", async () => {
    const admin = { name: "Eve", email: "eve@example.com", password: "let me in please" };
    expect(await hasCompany()).toBe(true);
    await expect(createFirstCompany({ name: "Mine", admin })).rejects.toMatchObject({ code: "conflict" });
  });
});
