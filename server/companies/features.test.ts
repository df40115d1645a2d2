import { afterEach, expect, it } from "vitest";
import { exportAudit } from "#server/audit/exporting.ts";
import { createCampaign } from "#server/campaigns/creating.ts";
import { exportCampaign } from "#server/campaigns/exporting.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { FeatureName } from "./schema.ts";

const company = await openCompany("Features");
const api = await openApi(company);

const without = (name: FeatureName) =>
  systemPool().query(`update companies set "features" = $2 where "id" = $1`, [company.companyId, { [name]: false }]);
afterEach(() => systemPool().query(`update companies set "features" = '{}' where "id" = $1`, [company.companyId]));

const hook = { url: "https://hooks.invalid/parley", eventTypes: ["conversation/created"] };
const refused = { status: 403, body: { error: "plan_limit_reached" } };

it("without `export` nothing is exported, on any way [P6]", async () => {
  await without("export");
  expect(await api.get("/v1/conversations/export")).toMatchObject(refused);
  expect(await api.get("/v1/contacts/export")).toMatchObject(refused);
  const given = { campaignId: company.given.campaignId ?? "" };
  await expect(exportCampaign.execute(company.admin, given)).rejects.toMatchObject({ code: "plan_limit_reached" });
  await expect(exportAudit.execute(company.admin, { by: "team" })).rejects.toMatchObject({
    code: "plan_limit_reached",
  });
});

it("without `webhooks` none is made or switched on; those that are there may be changed and switched off", async () => {
  const made = await api.post<{ id: string }>("/v1/webhooks", hook);
  const one = `/v1/webhooks/${made.body.id}`;
  await without("webhooks");
  expect(await api.post("/v1/webhooks", hook)).toMatchObject(refused);
  expect((await api.patch(one, { isActive: false })).status).toBe(200);
  expect(await api.patch(one, { isActive: true })).toMatchObject(refused);
  expect((await api.delete(one)).status).toBe(200);
});

it("without `campaigns` none is begun", async () => {
  await without("campaigns");
  await expect(createCampaign.execute(company.admin, createCampaign.example(company.given))).rejects.toMatchObject({
    code: "plan_limit_reached",
  });
});
