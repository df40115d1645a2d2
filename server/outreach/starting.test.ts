import { describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { setOptOut } from "#server/channels/reaching.ts";
import { createContact } from "#server/contacts/creating.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { recordSubmission } from "#server/templates/submitting.ts";
import { typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { lines, say, transcript } from "#server/testing/talking.ts";
import { reach } from "./reaching.ts";

const company = await openCompany("Acme", ["talk", "whatsapp"]);
const api = await openApi(company, ["chat_talk", "clients_read", "clients_write", "websites_read"]);
const whatsapp = company.given.whatsappChannelId ?? "";
const web = company.given.channelId ?? "";

type Started = { conversationId: string; messageId: string; contactId: string };
const start = (body: object, options = {}) => api.post<Started>("/v1/messages", body, options);
const conversation = async (id: string) => (await api.get<Conversation>(`/v1/conversations/${id}`)).body;
const fields = (answer: { body: object }) =>
  (answer.body as { details?: { field: string; code: string }[] }).details?.map(({ field, code }) => [field, code]);

let last = 5_491_144_440_000;
const phone = () => {
  last += 1;
  return `+${last}`;
};
const template = { templateId: company.given.templateId ?? "", variables: { "1": "Ana" } };
const count = async (table: "contacts" | "conversations") => {
  const found = await systemPool().query(`select 1 from ${table} where "companyId" = $1`, [company.companyId]);
  return found.rowCount;
};

describe("POST /v1/messages", () => {
  it("makes contact and conversation for a number nobody knows, and sends the template [W5]", async () => {
    const to = { phone: phone(), name: "Nora New" };
    const types = await typesDuring(company, async () => {
      const answer = await start({ channelId: whatsapp, to, template });
      expect(answer.status).toBe(202);
      const made = await conversation(answer.body.conversationId);
      expect(made).toMatchObject({ contactId: answer.body.contactId, visitorName: "Nora New", visitorPhone: to.phone });
      const thread = await transcript(api, made.id);
      expect(thread.find(({ id }) => id === answer.body.messageId)?.text).toMatch(/^Hello Ana/);
      expect(lines(thread)[0]).toBe("/template_sent");
    });
    for (const type of ["contact/created", "conversation/created", "conversation/message"])
      expect(types).toContain(type);
  });

  it("refuses free text to who has not written, and leaves nothing behind [W5]", async () => {
    const before = [await count("contacts"), await count("conversations")];
    const answer = await start({ channelId: whatsapp, to: { phone: phone() }, message: { body: "Hi" } });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: "messaging_window_closed", lastVisitorMessageAt: null });
    expect([await count("contacts"), await count("conversations")]).toEqual(before);
  });

  it("writes into the open conversation while its window is open, and after that asks for a template [W5]", async () => {
    const to = { phone: phone() };
    const first = (await start({ channelId: whatsapp, to, template })).body;
    await say(api, first.conversationId, "visitor", { from: to.phone.slice(1) });
    const inside = await start({ channelId: whatsapp, to, message: { body: "Glad to hear" } });
    expect([inside.status, inside.body.conversationId]).toEqual([202, first.conversationId]);
    expect((await conversation(first.conversationId)).assignedTo).toBe(company.admin.id);
    shiftClock(25 * hour);
    const outside = await start({ channelId: whatsapp, to: { contactId: first.contactId }, message: { body: "Late" } });
    expect([outside.status, outside.body]).toMatchObject([409, { error: "messaging_window_closed" }]);
    const again = await start({ channelId: whatsapp, to: { contactId: first.contactId }, template });
    expect([again.status, again.body.conversationId]).toEqual([202, first.conversationId]);
    shiftClock(0);
  });

  it("writes to the number that is asked for, not to the one a contact had before [W5]", async () => {
    const [old, present] = [phone(), phone()];
    const first = (await start({ channelId: whatsapp, to: { phone: old }, template })).body;
    const { contactId } = first;
    await say(api, first.conversationId, "visitor", { from: old.slice(1) });
    await api.patch(`/v1/contacts/${contactId}`, { phone: present });
    const way = async (to: { phone: string } | { contactId: string }) =>
      (await reach.execute(company.admin, { to })).ways.find(({ channelId }) => channelId === whatsapp);
    for (const to of [{ phone: present }, { contactId }]) {
      const refused = await start({ channelId: whatsapp, to, message: "To your new number" });
      expect([refused.status, refused.body]).toMatchObject([409, { error: "messaging_window_closed" }]);
      expect(await way(to)).toMatchObject({ writes: "template" });
    }
    const begun = await start({ channelId: whatsapp, to: { phone: present }, template });
    expect([begun.status, begun.body.contactId]).toEqual([202, contactId]);
    expect(begun.body.conversationId).not.toBe(first.conversationId);
    expect(await conversation(begun.body.conversationId)).toMatchObject({ visitorPhone: present });
    await say(api, begun.body.conversationId, "visitor", { from: present.slice(1) });
    expect(await way({ contactId })).toMatchObject({ writes: "freely" });
    const free = await start({ channelId: whatsapp, to: { contactId }, message: "To your new number" });
    expect([free.status, free.body.conversationId]).toEqual([202, begun.body.conversationId]);
  });

  it("begins another conversation when it is told to, or when the last one is closed [W5]", async () => {
    const { id: contactId } = await createContact.execute(company.admin, { websiteId: web, name: "Will Web" });
    const write = (more = {}) => start({ channelId: web, to: { contactId }, message: "Hello", ...more });
    const one = (await write()).body;
    expect((await write()).body.conversationId).toBe(one.conversationId);
    const two = (await write({ newConversation: true })).body;
    expect(two.conversationId).not.toBe(one.conversationId);
    expect((await conversation(two.conversationId)).visitorName).toBe("Will Web");
    for (const id of [one, two]) await api.post(`/v1/conversations/${id.conversationId}/close`, { isLead: false });
    const three = (await write()).body;
    expect([one.conversationId, two.conversationId]).not.toContain(three.conversationId);
    expect(new Set([one.contactId, two.contactId, three.contactId])).toEqual(new Set([contactId]));
  });

  it("makes one contact and one conversation of two calls at once for one number [W5]", async () => {
    const number = phone();
    const before = [(await count("contacts")) ?? 0, (await count("conversations")) ?? 0];
    const forms = [number, `00${number.slice(1)}`, `${number.slice(0, 3)} ${number.slice(3)}`, number];
    const answers = await Promise.all(
      forms.map((form) => start({ channelId: whatsapp, to: { phone: form }, template })),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.contactId)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.conversationId)).size).toBe(1);
    expect([await count("contacts"), await count("conversations")]).toEqual(before.map((n) => n + 1));
  });

  it("answers a repeat with its key as it did, and sends nothing again [W5]", async () => {
    const body = { channelId: web, to: { visitorId: "repeating" }, message: { body: "Once" } };
    const options = { headers: { "idempotency-key": "outreach-1" } };
    const [first, second] = [await start(body, options), await start(body, options)];
    expect(second.text).toBe(first.text);
    expect(first.body.contactId).toBe("");
    const said = (await transcript(api, first.body.conversationId)).filter(({ fromType }) => fromType === "user");
    expect(said.map(({ text }) => text)).toEqual(["Once"]);
  });

  it("answers what bears an id that was sent to them already with the first, and sends nothing again [W5] [F3]", async () => {
    const to = { phone: phone() };
    const inTemplate = { channelId: whatsapp, to, template: { ...template, clientMessageId: "first" } };
    const [one, two] = await Promise.all([start(inTemplate), start(inTemplate)]);
    expect([one.status, two.body]).toEqual([202, one.body]);
    const other = { ...inTemplate, template: { ...template, clientMessageId: "second" } };
    expect((await start(other)).body).toMatchObject({ conversationId: one.body.conversationId });
    const said = (await transcript(api, one.body.conversationId)).filter(({ type }) => type !== "command");
    expect(said.map((message) => message.clientMessageId)).toEqual(["first", "second"]);
    const { id: contactId } = await createContact.execute(company.admin, { websiteId: web, name: "Rita Repeat" });
    const message = { body: "Once", clientMessageId: "third" };
    const words = { channelId: web, to: { contactId }, message, newConversation: true };
    const begun = await start(words);
    expect((await start(words)).body).toEqual(begun.body);
    const later = { ...words, message: { ...message, clientMessageId: "fourth" }, newConversation: false };
    const waiting = await start({ ...later, sendAt: new Date(Date.now() + hour).toISOString() });
    expect(waiting.body).toMatchObject({ messageId: "", scheduledMessageId: expect.any(String) });
    expect((await start({ ...later, sendAt: new Date(Date.now() + hour).toISOString() })).body).toEqual(waiting.body);
  });

  it("sends no marketing to who wants none [W5]", async () => {
    const components = [{ type: "BODY" as const, text: "Sale today" }];
    const named = { channelId: whatsapp, name: "outreach_sale", language: "en", category: "MARKETING" };
    const made = await createTemplate.execute(company.admin, { ...named, components });
    const approved = { templateId: made.id, externalId: `7${made.id}`, status: "APPROVED" };
    await recordSubmission.execute(systemActor(company.companyId), approved);
    const to = { phone: phone() };
    const { contactId } = (await start({ channelId: whatsapp, to, template })).body;
    await setOptOut.execute(company.admin, { contactId, optedOut: true });
    const refused = await start({ channelId: whatsapp, to, template: { templateId: made.id } });
    expect([refused.status, refused.body]).toMatchObject([409, { error: "conflict", failureCode: "opted_out" }]);
    expect((await start({ channelId: whatsapp, to, template })).status).toBe(202);
  });

  it("names the field that is wrong [W5]", async () => {
    const contactId = company.given.contactId ?? "";
    const wrong: [object, string, string][] = [
      [{ channelId: "x", to: { contactId }, message: "Hi" }, "channelId", "unknown_reference"],
      [{ channelId: web, to: { contactId: "x" }, message: "Hi" }, "to.contactId", "unknown_reference"],
      [{ channelId: whatsapp, to: { phone: "12" }, template }, "to.phone", "invalid_phone"],
      [{ channelId: web, to: { email: "nobody" }, message: "Hi" }, "to.email", "invalid_format"],
      [{ channelId: whatsapp, to: { email: "nobody@example.com" }, template }, "to.email", "unreachable"],
      [{ channelId: web, to: { phone: phone(), contactId }, message: "Hi" }, "to.phone", "required"],
      [{ channelId: web, to: {}, message: "Hi" }, "to", "required"],
      [{ channelId: web, to: { contactId } }, "message", "required"],
      [{ channelId: web, to: { contactId }, message: "Hi", template }, "template", "required"],
      [{ channelId: web, to: { contactId }, message: " " }, "message.body", "required"],
      [{ channelId: web, to: { contactId }, template }, "template", "unsupported"],
      [
        { channelId: whatsapp, to: { phone: phone() }, template: { templateId: 9 } },
        "template.templateId",
        "unknown_reference",
      ],
    ];
    for (const [body, field, code] of wrong) {
      const answer = await start(body);
      expect([answer.status, fields(answer)]).toEqual([400, [[field, code]]]);
    }
  });

  it("lets who sees only their own write to nobody else's contact [W5]", async () => {
    const own = await openApi(company, ["chat_talk", "clients_read_assigned"], company.otherAgent);
    const contactId = company.given.contactId ?? "";
    const refused = await own.post("/v1/messages", { channelId: web, to: { contactId }, message: "Hi" });
    expect([refused.status, fields(refused as never)]).toEqual([400, [["to.contactId", "unknown_reference"]]]);
    const reader = await openApi(company, ["clients_read"]);
    expect((await reader.post("/v1/messages", { channelId: web, to: { contactId }, message: "Hi" })).status).toBe(403);
  });
});
