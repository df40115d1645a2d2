import { describe, expect, it } from "vitest";
import { createPolicy } from "#server/assignment/policies.ts";
import { assignChannels } from "#server/channels/assigning-chatbot.ts";
import { updateChannel } from "#server/channels/editing.ts";
import { receiveMessages } from "#server/channels/inbound/receiving.ts";
import { receiveEcho } from "#server/channels/inbound/reflecting.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { close } from "#server/conversations/closing.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { eventsDuring, type SeenEvent } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { Client } from "#server/testing/http.ts";
import { Line } from "#server/testing/platform.ts";
import { converse, reread, transcript } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { saveSettings } from "../configuration/settings.ts";
import type { ChatbotSettings } from "../schema.ts";
import { takeBotTurn } from "./turn.ts";

// The contact is created outside of a bot's turn.

let next = 5491150047000;
const customer = () => String(++next);

await openCompany();

type Place = { company: TestCompany; api: Client; line: Line; set: (settings: ChatbotSettings) => Promise<unknown> };

/** A company whose chatbot serves a WhatsApp number and the web channel. */
async function open(): Promise<Place> {
  const company = await furnishedCompany("Begun", ["talk"]);
  const line = await Line.open(company);
  const chatbotId = company.given.chatbotId ?? "";
  const channels = [line.channelId, company.given.channelId ?? ""];
  await assignChannels.execute(company.admin, { chatbotId, channels });
  await systemPool().query(`delete from assignment_policies where "companyId" = $1`, [company.companyId]);
  const set = (settings: ChatbotSettings) => saveSettings.execute(company.admin, { chatbotId, settings });
  return { company, api: await openApi(company), line, set };
}

const first = (line: Line, peer = customer()) =>
  line.receive("text", { peer, text: "Hi" }).then(() => line.conversation(peer));
const automatic = (events: readonly SeenEvent[]) =>
  events.filter(({ type, data }) => type === "conversation/operator_assigned" && data.type === "automatic");

async function botRuns({ company }: Place, conversationId: string): Promise<void> {
  const { rows } = await systemPool().query<{ id: string }>(
    `select "id" from messages where "conversationId" = $1 and "fromType" = 'visitor' order by "seq" desc limit 1`,
    [conversationId],
  );
  await takeBotTurn.execute(systemActor(company.companyId), { conversationId, messageId: rows[0]?.id ?? "" });
}

describe("a platform's identity that creates the contact (G1)", () => {
  it("gives conversation and contact to the next of the channel's list, in the message's transaction, once", async () => {
    const place = await open();
    const { company, api, line } = place;
    const listed = [company.agent.id, company.otherAgent.id];
    await updateChannel.execute(company.admin, { channelId: line.channelId, settings: { assignees: listed } });
    const holders: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const peer = customer();
      const events = await eventsDuring(company, () => first(line, peer));
      const id = await line.conversation(peer);
      const { assignedTo, preAssigned, contactId } = await reread(api, id);
      expect(preAssigned).toBe(assignedTo);
      expect((await api.get<Contact>(`/v1/contacts/${contactId}`)).body.assignedTo).toBe(assignedTo);
      expect(automatic(events).map(({ data }) => [data.assignedTo, data.assignedBy])).toEqual([[assignedTo, null]]);
      expect(events.filter(({ type }) => type === "contact/operator_assigned")).toHaveLength(1);
      const later = await eventsDuring(company, async () => {
        await line.receive("text", { peer, text: "So?" });
        await botRuns(place, id);
      });
      expect(automatic(later)).toEqual([]);
      holders.push(assignedTo);
    }
    expect(holders).toEqual([company.agent.id, company.otherAgent.id, company.agent.id]);
    await company.close();
  });

  it("follows the bot's priorities, also of a muted bot, and nobody's where no bot serves the channel", async () => {
    const { company, api, line, set } = await open();
    await set({ assign_priority: ["TRIGGER", "INTERVENED"] });
    expect(await reread(api, await first(line))).toMatchObject({ assignedTo: "", preAssigned: "" });
    await set({ assign_priority: ["ROUND_ROBIN"], muted: true });
    expect((await reread(api, await first(line))).preAssigned).not.toBe("");
    const chatbotId = company.given.chatbotId ?? "";
    await assignChannels.execute(company.admin, { chatbotId, channels: [company.given.channelId ?? ""] });
    expect(await reread(api, await first(line))).toMatchObject({ assignedTo: "", preAssigned: "" });
    await company.close();
  });

  it("gives nothing out for who is known already, nor for what the team wrote from its phone", async () => {
    const { company, api, line } = await open();
    const known = customer();
    await api.post("/v1/contacts", { websiteId: line.channelId, name: "Known", phone: `+${known}` });
    expect(await reread(api, await first(line, known))).toMatchObject({ assignedTo: "", preAssigned: "" });
    const peer = customer();
    const to = { phone: peer, userId: null, name: "", username: "" };
    const content = { type: "text/plain" as const, text: "Hi", attachments: [], extra: {} };
    await receiveEcho.execute(line.actor, {
      channelId: line.channelId,
      message: { externalId: `wamid.echo.${peer}`, to, at: new Date(), content, metadata: "" },
    });
    expect(await reread(api, await line.conversation(peer))).toMatchObject({ contactId: "", preAssigned: "" });
    await company.close();
  });

  it("keeps the first words with a contact that was known without any [D10]", async () => {
    const { company, api, line } = await open();
    const known = customer();
    const { body } = await api.post<Contact>("/v1/contacts", {
      websiteId: line.channelId,
      name: "Known",
      phone: `+${known}`,
    });
    expect(body.message).toBe("");
    await line.receive("text", { peer: known, text: "First words" });
    expect((await api.get<Contact>(`/v1/contacts/${body.id}`)).body.message).toBe("First words");
    await company.close();
  });

  it("asks the channel's policy for each of several new people who are written down together [W6]", async () => {
    const { company, line } = await open();
    const rule = { method: "balanced", perPerson: 1, onlyAvailable: false, sticky: false } as const;
    await createPolicy.execute(company.admin, { channelId: line.channelId, ...rule });
    const peers = Array.from({ length: 3 }, customer);
    const content = { type: "text/plain" as const, text: "Hi", attachments: [], extra: {}, missing: [], places: [] };
    const messages = peers.map((phone) => ({
      ...{ externalId: `wamid.${phone}`, at: new Date(), content },
      from: { phone, userId: null, name: "", username: "" },
    }));
    await receiveMessages.execute(line.actor, { channelId: line.channelId, messages });
    const { rows } = await systemPool().query<{ assignedTo: string }>(
      `select "assignedTo" from conversations where "channelId" = $1 and "assignedTo" is not null`,
      [line.channelId],
    );
    expect(new Set(rows.map(({ assignedTo }) => assignedTo)).size).toBe(3);
    await company.close();
  });
});

describe("a person who creates the contact (G1)", () => {
  it("by closing as a lead, gives the conversation to who has answered in it, and tells it as the system's deed", async () => {
    const { company, api } = await open();
    const { id } = await converse(api, company, { visitorName: "Lia", visitorEmail: "lia@begun.example" });
    await reply.execute(company.agent, { conversationId: id, body: "Hello" });
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: "" });
    const events = await eventsDuring(company, () => api.post(`/v1/conversations/${id}/close`, { isLead: true }));
    expect(events.map(({ type }) => type)).toEqual([
      "contact/created",
      "conversation/contact",
      "conversation/operator_assigned",
      "contact/operator_assigned",
      "conversation/archived",
    ]);
    expect(automatic(events)[0]).toMatchObject({ actorType: "system", data: { assignedTo: company.agent.id } });
    const after = await reread(api, id);
    expect(after).toMatchObject({ status: "CLOSED", assignedTo: company.agent.id, preAssigned: company.agent.id });
    expect((await api.get<Contact>(`/v1/contacts/${after.contactId}`)).body.assignedTo).toBe(company.agent.id);
    await company.close();
  });

  it("answers who may only see their own, when it goes to somebody else", async () => {
    const { company, api } = await open();
    const channelId = company.given.channelId ?? "";
    await updateChannel.execute(company.admin, { channelId, settings: { assignees: [company.otherAgent.id] } });
    const { id } = await converse(api, company, { visitorEmail: "own@begun.example" });
    const body = await close.execute(company.agent, { conversationId: id, isLead: true });
    expect(body).toMatchObject({ status: "CLOSED", isLead: true, assignedTo: company.otherAgent.id });
    await company.close();
  });

  it("by saying that the visitor is somebody else than was claimed, gives it out where nobody was given it", async () => {
    const { company, api } = await open();
    const email = "claimed@begun.example";
    await api.post("/v1/contacts", { websiteId: company.given.channelId, name: "Vera", email });
    const id = await (await visitorOn(company.given.channelId ?? "")).begin("I am Vera");
    await systemPool().query(`update conversations set "visitorEmail" = $2 where "id" = $1`, [id, email]);
    await captureContact.execute(systemActor(company.companyId), { conversationId: id, email });
    expect(await reread(api, id)).toMatchObject({ contactLink: "claimed", preAssigned: "" });
    const separate = () => api.post<Conversation>(`/v1/conversations/${id}/separate-contact`);
    const events = await eventsDuring(company, separate);
    expect(automatic(events)).toHaveLength(1);
    const after = await reread(api, id);
    expect([after.contactLink, after.preAssigned]).toEqual(["separate", after.assignedTo]);
    expect((await api.get<Contact>(`/v1/contacts/${after.contactId}`)).body.assignedTo).toBe(after.assignedTo);
    expect(after.assignedTo).not.toBe("");
    await company.close();
  });
});

it("says nothing that could not arrive, and does not fail for it: the next words open the window [F10]", async () => {
  const place = await open();
  const { company, line } = place;
  const peer = customer();
  const long = String(Math.floor(Date.now() / 1000) - 25 * 3600);
  await line.receive("text", { peer, text: "Long ago", seconds: long });
  const id = await line.conversation(peer);
  const robots = async () => (await transcript(place.api, id)).filter(({ fromType }) => fromType === "robot");
  await botRuns(place, id);
  expect(await robots()).toEqual([]);
  await line.receive("text", { peer, text: "Now" });
  await botRuns(place, id);
  expect(await robots()).not.toEqual([]);
  await company.close();
});
