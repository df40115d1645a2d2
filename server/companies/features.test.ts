import { afterEach, expect, it } from "vitest";
import { callWebhook } from "#server/actions/webhook-calls.ts";
import { exportAudit } from "#server/audit/exporting.ts";
import { newId } from "#server/base/ids.ts";
import { createCampaign } from "#server/campaigns/creating.ts";
import { exportCampaign } from "#server/campaigns/exporting.ts";
import { readCampaign } from "#server/campaigns/listing.ts";
import { startCampaign } from "#server/campaigns/starting.ts";
import { listChannelNames } from "#server/channels/listing.ts";
import { saveSettings } from "#server/chatbots/configuration/settings.ts";
import { createChatbot, updateChatbot } from "#server/chatbots/managing.ts";
import { startFlow } from "#server/chatbots/turn/starting.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { planPhases } from "#server/phases/choices.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { updateCompany } from "./editing.ts";
import type { FeatureName } from "./schema.ts";

const company = await openCompany("Features", ["talk", "whatsapp"]);
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
  const called = { conversationId: company.given.conversationId ?? "", webhookId: made.body.id };
  await expect(callWebhook.execute(company.admin, called)).rejects.toMatchObject({ code: "plan_limit_reached" });
  expect(await api.post("/v1/webhooks", hook)).toMatchObject(refused);
  expect((await api.patch(one, { isActive: false })).status).toBe(200);
  expect(await api.patch(one, { isActive: true })).toMatchObject(refused);
  expect((await api.delete(one)).status).toBe(200);
});

it("without `campaigns` none is begun, nor one that was scheduled before", async () => {
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  const given = { ...createCampaign.example(company.given), scheduledAt };
  const { id: campaignId } = await createCampaign.execute(company.admin, given);
  await without("campaigns");
  await expect(createCampaign.execute(company.admin, createCampaign.example(company.given))).rejects.toMatchObject({
    code: "plan_limit_reached",
  });
  await systemPool().query(`update campaigns set "scheduledAt" = now() where "id" = $1`, [campaignId]);
  expect(await startCampaign.execute(systemActor(company.companyId), { campaignId })).toEqual({ started: false });
  expect(await readCampaign.execute(company.admin, { campaignId })).toMatchObject({
    status: "STOPPED",
    stopReason: "The plan no longer includes campaigns.",
  });
});

it("without `enable_chatbot` none is made, switched on or started, and those that are there leave visitors to the team [P6]", async () => {
  const { chatbotId = "", conversationId = "", channelId = "" } = company.given;
  const one = { chatbotId };
  const told = { code: "plan_limit_reached" };
  const served = async () =>
    (await listChannelNames.execute(company.admin, {})).find(({ id }) => id === channelId)?.served;
  await updateChatbot.execute(company.admin, { ...one, enabled: true, muted: false });
  expect(await served()).toBe(true);
  await without("enable_chatbot");
  await expect(createChatbot.execute(company.admin, { name: "Night shift", lang: "en" })).rejects.toMatchObject(told);
  await expect(startFlow.execute(company.admin, { conversationId, step: "name" })).rejects.toMatchObject(told);
  const switched = (chatbotState: string) =>
    api.patch(`/v1/conversations/${conversationId}/chatbot-state`, { chatbotState });
  expect((await switched("OFF")).status).toBe(200);
  expect(await switched("ON")).toMatchObject(refused);
  const acted = { ids: [conversationId], actions: [{ name: "bot_on", input: {} }] };
  expect((await api.post("/v1/conversations/bulk", acted)).text).toContain("plan_limit_reached");

  expect(await served()).toBe(false);
  const visitor = await visitorOn(channelId);
  await visitor.begin("hello");
  const again = await visitor.post<{ conversation: { botActive: boolean } }>("/session", { token: visitor.token });
  expect(again.body.conversation.botActive).toBe(false);

  await updateChatbot.execute(company.admin, { ...one, muted: true });
  await expect(updateChatbot.execute(company.admin, { ...one, muted: false })).rejects.toMatchObject(told);
  await expect(saveSettings.execute(company.admin, { ...one, settings: { muted: false } })).rejects.toMatchObject(told);
  await updateChatbot.execute(company.admin, { ...one, name: "Renamed" });
});

it("without `unlimited_kanban` there are no more phases than a company begins with [P6]", async () => {
  await without("unlimited_kanban");
  const phases = (await api.get<{ id: string }[]>("/v1/phases")).body.length;
  const made = async () => (await api.post("/v1/phases", { name: newId().slice(-12), type: "progress" })).status;
  for (let n = phases; n < planPhases; n += 1) expect(await made()).toBe(200);
  expect(await made()).toBe(403);
});

it("without `ai` no address is said to be one; those that are there stay and go [P6]", async () => {
  const set = (aiEndpoints: string[]) => updateCompany.execute(company.admin, { settings: { aiEndpoints } });
  await set(["https://ai.example.com/"]);
  await without("ai");
  await set(["https://ai.example.com/"]);
  await expect(set(["https://ai.example.com/", "https://other.example.com/"])).rejects.toMatchObject({
    code: "plan_limit_reached",
  });
  await set([]);
});
