import { expect, it } from "vitest";
import { listAudit } from "#server/audit/listing.ts";
import { newId } from "#server/base/ids.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { converse, say } from "#server/testing/talking.ts";
import { readPerson } from "./exporting.ts";

const company = await openCompany("Export of a person", allFurniture);
const api = await openApi(company);

type Exported = {
  templateMessages: { destination: string }[];
  channelIdentities: { phone: string; userId: string }[];
  contact: Contact;
  mergedContacts: { loserId: string }[];
  notes: { text: string }[];
  history: { type: string }[];
  tasks: { title: string }[];
  conversations: {
    conversation: { id: string };
    messages: { text: string }[];
    notes: { text: string }[];
    scheduledMessages: { text: string }[];
    ratings: unknown[];
  }[];
};

async function person() {
  const email = `${newId()}@example.com`;
  const talk = await converse(api, company, { visitorName: "Paz", visitorEmail: email });
  const { contactId } = await captureContact.execute(systemActor(company.companyId), { conversationId: talk.id });
  if (!contactId) throw new Error("no contact");
  return { email, contactId, conversationId: talk.id };
}

it("everything that is kept of one person is one file, more than a page of messages too [P4]", async () => {
  const { contactId, conversationId, email } = await person();
  for (let n = 1; n <= 102; n += 1) await say(api, conversationId, "visitor", { body: `word ${n}` });
  await api.post(`/v1/contacts/${contactId}/notes`, { message: "Likes mornings" });
  await api.post(`/v1/conversations/${conversationId}/notes`, { message: "Called twice" });
  await api.post("/v1/tasks", { title: "Send the offer", conversationId });
  await api.post("/v1/tasks", { title: "Congratulate", contactId });
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  await api.post(`/v1/conversations/${conversationId}/scheduled-messages`, { sendAt, message: "Until tomorrow" });
  const loser = await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, name: "Paz twice" });
  await api.post(`/v1/contacts/${contactId}/merge`, { loserId: loser.body.id });

  const answer = await api.get<Exported>(`/v1/contacts/${contactId}/data`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="contact-${contactId}.json"`);
  const { contact, notes, tasks, history, mergedContacts, conversations } = answer.body;
  expect(contact).toMatchObject({ id: contactId, email });
  expect(notes.map(({ text }) => text)).toEqual(["Likes mornings"]);
  expect(tasks.map(({ title }) => title).sort()).toEqual(["Congratulate", "Send the offer"]);
  expect(history.map(({ type }) => type)).toEqual(expect.arrayContaining(["created", "note", "merged"]));
  expect(mergedContacts).toMatchObject([{ loserId: loser.body.id }]);
  const [only] = conversations;
  expect(conversations).toHaveLength(1);
  const said = only?.messages.map(({ text }) => text).filter((text) => text.startsWith("word"));
  expect(said).toEqual(Array.from({ length: 102 }, (_, n) => `word ${n + 1}`));
  expect(only?.notes.map(({ text }) => text)).toEqual(["Called twice"]);
  expect(only?.ratings).toEqual([]);
  expect(only?.scheduledMessages.map(({ text }) => text)).toEqual(["Until tomorrow"]);

  const page = await readPerson.execute(company.admin, { contactId });
  expect(JSON.parse(page.json)).toEqual(answer.body);
  const { data } = await listAudit.execute(company.admin, {});
  expect(data.filter(({ type }) => type === "export/made")[0]?.data).toMatchObject({ what: "person", id: contactId });
});

it("it holds what an erasure would delete: also what they said unknown, were sent and are called [P4]", async () => {
  const channelId = company.given.whatsappChannelId ?? "";
  const from = `54911${String(Date.now()).slice(-8)}`;
  const unknown = await converse(api, company, { channel: "WHATSAPP", channelId, from });
  await api.patch(`/v1/conversations/${unknown.id}/close`, {});
  const known = await converse(api, company, { channel: "WHATSAPP", channelId, from, newConversation: true });
  expect(known.id).not.toBe(unknown.id);
  const who = { conversationId: known.id, name: "Paz", email: `${newId()}@example.com` };
  const { contactId } = await captureContact.execute(systemActor(company.companyId), who);
  await systemPool().query(`update conversations set "contactId" = null, "contactLink" = 'none' where "id" = $1`, [
    unknown.id,
  ]);
  await systemPool().query(
    `insert into channel_identities ("companyId", "id", "channelId", "phone", "visitorId", "userId")
     select "companyId", gen_random_uuid(), "channelId", $2, "visitorId", 'US.' || $2 from conversations where "id" = $1`,
    [known.id, from],
  );
  await systemPool().query(
    `insert into campaign_messages ("companyId", "id", "number", "campaignId", "channelId", "templateId", "contactId",
       "destination", "status")
     select "companyId", gen_random_uuid(), 78, "id", "channelId", "templateId", $2, $3, 'read' from campaigns where "id" = $1`,
    [company.given.campaignId, contactId, from],
  );
  const { body } = await api.get<Exported>(`/v1/contacts/${contactId}/data`);
  expect(body.conversations.map(({ conversation }) => conversation.id)).toEqual([unknown.id, known.id].sort());
  expect(body.templateMessages).toMatchObject([{ destination: from }]);
  expect(body.channelIdentities).toMatchObject([{ phone: from, userId: `US.${from}` }]);
});

it("it is the administrators' to give, and of their own company only [P4]", async () => {
  const { contactId } = await person();
  const path = `/v1/contacts/${contactId}/data`;
  expect((await (await openApi(company, ["clients_read", "chat_talk"])).get(path)).status).toBe(403);
  const other = await furnishedCompany("Another", allFurniture);
  expect((await (await openApi(other)).get(path)).status).toBe(404);
  expect((await api.get(`/v1/contacts/${newId()}/data`)).status).toBe(404);
});
