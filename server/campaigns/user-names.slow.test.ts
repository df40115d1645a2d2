import { beforeAll, describe, expect, it } from "vitest";
import { reachOfContact } from "#server/channels/reaching.ts";
import { simulatedAccount } from "#server/channels/simulator/accounts.ts";
import { queueCallback } from "#server/channels/simulator/state.ts";
import { createContact } from "#server/contacts/creating.ts";
import { deliverWaiting } from "#server/templates/delivering.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate, templateMessagesOf } from "#server/testing/processes/campaigning.ts";
import { createCampaign, dryRun } from "./creating.ts";
import { readCampaign } from "./listing.ts";
import { runCampaigns } from "./running.ts";
import { watchCampaigns } from "./watching.ts";

let templateId: number;
let next = 100;

const company = await openCompany("Names");
await runPlatform();
const line = await Line.open(company);
const api = await openApi(company);

beforeAll(async () => {
  templateId = (await approvedTemplate(company, line, "promo", "Hola {{1}}, hay novedades hoy.")).id;
});

/** A person who shows a user name and no number. */
async function named(name: string) {
  next += 1;
  const user = `AR.1349120865530274${next}`;
  await line.customer(user, { name });
  await line.settled();
  const conversationId = await line.conversation(user);
  const conversation = (await api.get<Record<string, string>>(`/v1/conversations/${conversationId}`)).body;
  return { user, conversationId, contactId: conversation.contactId ?? "" };
}

const phoneBody = async (user: string) => (await line.phone(user)).map(({ body }) => body);

describe("a person without a number", () => {
  it("gets templates by contact, conversation and bulk, addressed by their user id", async () => {
    const { user, conversationId, contactId } = await named("Zoe");
    await sendTemplate.execute(company.admin, { contactId, templateId, variables: {} });
    await sendTemplate.execute(company.admin, { conversationId, templateId, variables: { "1": "again" } });
    const path = `/v1/whatsapp/${line.channelId}/messages`;
    const bulk = await api.post<{ accepted: number }>(path, { templateId, contacts: [contactId] });
    expect([bulk.status, bulk.body.accepted]).toEqual([202, 1]);
    await deliverWaiting(line.actor);
    await line.settled();
    const sent = await phoneBody(user);
    expect(sent).toHaveLength(3);
    for (const body of sent) expect([body.recipient, body.to]).toEqual([user, undefined]);
    const thread = await line.messages(conversationId);
    expect(thread.map(({ status }) => status)).toEqual(["sent", "read", "read", "read"]);
  });

  it("is reached by a campaign once, while a contact that never wrote still has no address", async () => {
    const { user, contactId } = await named("Yuri");
    const stranger = await createContact.execute(company.admin, { websiteId: line.channelId, name: "Xul" });
    const audience = { type: "contacts" as const, contactIds: [contactId, stranger.id] };
    const about = { channelId: line.channelId, templateId, audience };
    const counted = await dryRun.execute(company.admin, about);
    expect(counted).toMatchObject({ total: 2, sendable: 1 });
    const { id } = await createCampaign.execute(company.admin, { ...about, name: "To names", sendRate: 4800 });
    await runCampaigns(line.actor);
    await line.settled();
    await watchCampaigns.execute(line.actor, {});
    expect(await readCampaign.execute(company.admin, { campaignId: id })).toMatchObject({
      status: "SENT",
      eventCounter: { read: 1, invalid: 1 },
    });
    expect((await templateMessagesOf(id)).map(({ failureCode }) => failureCode).sort()).toEqual(["no_phone", null]);
    expect(await phoneBody(user)).toHaveLength(1);
  });

  it("gets no codes: those need a number (131062)", async () => {
    const { user, contactId } = await named("Vera");
    const code = await approvedTemplate(company, line, "code", "Tu código es {{1}} para entrar.", "AUTHENTICATION");
    const send = sendTemplate.execute(company.admin, { contactId, templateId: code.id, variables: { "1": "123456" } });
    await expect(send).rejects.toMatchObject({ code: "validation_error", details: [{ code: "no_phone" }] });
    expect(await phoneBody(user)).toEqual([]);
  });

  it("may stop marketing at the platform: the team sees it, and campaigns leave them alone", async () => {
    const { user, contactId } = await named("Uma");
    const look = () => reachOfContact.execute(company.admin, { contactId });
    expect(await look()).toMatchObject({ optedOutAt: null, accounts: [{ userId: user, username: "uma", phone: "" }] });
    const account = simulatedAccount({ companyId: company.companyId, channelId: line.channelId, platform: "whatsapp" });
    const preference = { user_id: user, category: "marketing_messages", value: "stop", detail: "stopped" };
    const change = { field: "user_preferences", value: { user_preferences: [preference] } };
    await line.within(() => queueCallback(account, change, 0));
    await line.settled();
    expect((await look()).optedOutAt).toBeInstanceOf(Date);
    const audience = { type: "contacts" as const, contactIds: [contactId] };
    const counted = await dryRun.execute(company.admin, { channelId: line.channelId, templateId, audience });
    expect(counted).toMatchObject({ total: 1, sendable: 0 });
  });
});
