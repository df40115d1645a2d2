import { beforeAll, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { createChannel } from "#server/channels/creating.ts";
import { setOptOut } from "#server/channels/reaching.ts";
import { createContact } from "#server/contacts/creating.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { offers } from "#server/outreach/reaching.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { lines, transcript } from "#server/testing/talking.ts";
import { createTemplate } from "./creating.ts";
import { applyPlatform } from "./deciding.ts";
import { listSendable } from "./sendable.ts";
import { sendTemplate } from "./sending.ts";
import { recordSubmission } from "./submitting.ts";

let channelId: string;
let path: string;
let phone = 5_491_155_550_000;

const company = await openCompany("Acme", ["talk", "whatsapp"]);
const other = await furnishedCompany("Other", ["talk", "whatsapp"]);
const api = await openApi(company, ["chat_talk", "clients_read", "clients_write", "websites_read"]);

beforeAll(async () => {
  channelId = company.given.whatsappChannelId ?? "";
  path = `/v1/whatsapp/${channelId}`;
});

const system = () => systemActor(company.companyId);

/** A template of the company, approved unless told. */
async function template(
  name: string,
  components: object[],
  status = "APPROVED",
  category = "UTILITY",
): Promise<number> {
  const made = await createTemplate.execute(company.admin, {
    channelId,
    name,
    language: "en",
    category,
    components: components as never,
  });
  await recordSubmission.execute(system(), { templateId: made.id, externalId: `5${made.id}`, status });
  return made.id;
}
const body = (text: string) => ({ type: "BODY", text });

async function contact(name: string, more: object = {}): Promise<string> {
  phone += 1;
  const columns = { websiteId: channelId, name, phone: `+${phone}`, ...more };
  return (await createContact.execute(company.admin, columns)).id;
}

type Sent = { id: number; destination: string; status: string; templateId: string; conversationId: string };
type Bulk = {
  accepted: number;
  rejected: number;
  results: {
    contactId: string;
    destination: string;
    eventId: number | null;
    status: string;
    failureCode: string | null;
  }[];
};
const conversation = async (id: string) => (await api.get<Conversation>(`/v1/conversations/${id}`)).body;
const fields = (answer: { body: { details?: { field: string }[] } }) => answer.body.details?.map(({ field }) => field);

describe("POST /notifications (J6)", () => {
  it("answers the event, opens a conversation, stores the message and a template_sent command", async () => {
    const id = await template("notice", [
      { type: "HEADER", text: "For {{1}}" },
      body("Hello {{1}}, order {{2}} is ready."),
      { type: "FOOTER", text: "Acme" },
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "Thanks" },
          { type: "URL", text: "Track it", url: "https://shop.example/o/{{1}}", example: ["1"] },
          { type: "PHONE_NUMBER", text: "Call us", phone_number: "+5491144440000" },
        ],
      },
    ]);
    const destination = "+54 9 11 4444-0001";
    const variables = { "1": "Ana", "2": 77, header: "you", button_1: "77?a=b" };
    let sent: Sent | undefined;
    const events = await eventsDuring(company, async () => {
      const answer = await api.post<Sent>(`${path}/notifications`, { templateId: String(id), destination, variables });
      expect(answer.status).toBe(202);
      sent = answer.body;
    });
    expect(sent).toMatchObject({ destination: "5491144440001", status: "enqueued", templateId: String(id) });
    expect(Number.isInteger(sent?.id)).toBe(true);
    expect(events.map(({ type }) => type)).toEqual(["conversation/created", "conversation/message"]);
    const messages = await transcript(api, sent?.conversationId ?? "");
    expect(lines(messages)).toEqual(["/template_sent", "robot: For you\n\nHello Ana, order 77 is ready.\n\nAcme"]);
    expect(messages.at(-1)).toMatchObject({ status: "queued", responseOptions: ["Thanks"] });
    expect(messages.at(-1)?.extra?.buttons).toEqual([
      { kind: "link", text: "Track it", value: "https://shop.example/o/77?a=b" },
      { kind: "phone", text: "Call us", value: "+5491144440000" },
    ]);
    expect(await conversation(sent?.conversationId ?? "")).toMatchObject({
      channel: "WHATSAPP",
      visitorId: "5491144440001",
      chatbotState: "ON",
    });
    // Again: the same conversation.
    const again = await api.post<Sent>(`${path}/notifications`, {
      templateId: id,
      destination: "5491144440001",
      variables,
    });
    expect(again.body.conversationId).toBe(sent?.conversationId);
    expect(again.body.id).toBe((sent?.id ?? 0) + 1);
  });

  it("names what is missing, and takes params for variables", async () => {
    const id = await template("two_values", [body("Hello {{1}}, order {{2}} is ready.")]);
    const send = (more: object) =>
      api.post<Sent>(`${path}/notifications`, { templateId: id, destination: "+5491144440002", ...more });
    const missing = await send({ variables: { "1": "Ana" } });
    expect([missing.status, fields(missing)]).toEqual([400, ["variables.2"]]);
    expect((await send({ params: ["Ana", "9"] })).status).toBe(202);
    const picture = await template("picture", [{ type: "HEADER", format: "IMAGE" }, body("Look")]);
    const bare = await api.post(`${path}/notifications`, { templateId: picture, destination: "+5491144440002" });
    expect([bare.status, fields(bare)]).toEqual([400, ["media.link"]]);
    const media = { link: "https://example.com/a.png" };
    const shown = await api.post<Sent>(`${path}/notifications`, {
      templateId: picture,
      destination: "+5491144440002",
      media,
    });
    expect((await transcript(api, shown.body.conversationId)).at(-1)?.attachments).toMatchObject([
      { image_url: media.link },
    ]);
  });

  it("shows in the thread which document or film a template took along", async () => {
    for (const [format, file] of [
      ["DOCUMENT", "invoice-77.pdf"],
      ["VIDEO", "tour.mp4"],
    ] as const) {
      const id = await template(`with_${format.toLowerCase()}`, [{ type: "HEADER", format }, body("Here it is")]);
      const media = { link: `https://example.com/files/${file}`, ...(format === "DOCUMENT" ? { filename: file } : {}) };
      const destination = "+5491144440002";
      const sent = await api.post<Sent>(`${path}/notifications`, { templateId: id, destination, media });
      const last = (await transcript(api, sent.body.conversationId)).at(-1);
      expect(last?.attachments).toMatchObject([{ title: file, image_url: media.link }]);
      expect(last?.extra).toMatchObject({ template: { language: "en" }, files: [{ name: file, url: media.link }] });
    }
  });

  it("keeps the order of checks: shape, template, variables, approval", async () => {
    const pending = await template("pending_one", [body("Hello {{1}} there")], "PENDING");
    const send = (more: object) =>
      api.post(`${path}/notifications`, { templateId: pending, destination: "+5491144440003", ...more });
    expect(fields(await send({ destination: "hello" }))).toEqual(["destination"]);
    expect((await send({ templateId: 1, destination: "hello" })).status).toBe(400);
    for (const templateId of [1, "x", other.given.templateId]) expect((await send({ templateId })).status).toBe(404);
    expect((await send({})).status).toBe(400);
    const refused = await send({ variables: { "1": "Ana" } });
    expect([refused.status, refused.body.error]).toEqual([409, "template_not_approved"]);
    const reader = http(app, (await company.token(["websites_read"])).secret);
    expect((await reader.post(`${path}/notifications`, {})).status).toBe(403);
    const elsewhere = await createChannel.execute(company.admin, {
      type: "WHATSAPP_API",
      label: "Second",
      sandbox: true,
    });
    const moved = await api.post(`/v1/whatsapp/${elsewhere.id}/notifications`, {
      templateId: pending,
      destination: "+5491144440003",
      variables: { "1": "a" },
    });
    expect(moved.status).toBe(404);
  });
});

describe("POST /messages (J5)", () => {
  it("gives a result per contact in the order given, filled from the contact", async () => {
    const id = await template("to_contacts", [body("Hello {name}, your code is {code} today.")]);
    const [ana, bob, noPhone] = [
      await contact("Ana", { customFields: { Code: "A1" } }),
      await contact("Bob"),
      await contact("Zoe", { phone: "" }),
    ];
    const contacts = [noPhone, ana, "nobody", bob, other.given.contactId ?? "", ana];
    const answer = await api.post<Bulk>(`${path}/messages`, { templateId: String(id), contacts });
    expect(answer.status).toBe(202);
    expect([answer.body.accepted, answer.body.rejected]).toEqual([2, 4]);
    expect(answer.body.results.map(({ contactId, status, failureCode }) => [contactId, status, failureCode])).toEqual([
      [noPhone, "invalid", "no_phone"],
      [ana, "enqueued", null],
      ["nobody", "invalid", "contact_not_found"],
      [bob, "invalid", "missing_variable"],
      [other.given.contactId, "invalid", "contact_not_found"],
      [ana, "enqueued", null],
    ]);
    const [, first, , , , repeat] = answer.body.results;
    expect(first?.eventId).toBe(repeat?.eventId);
    const [thread] = (await api.get<Conversation[]>(`/v1/conversations/contact/${ana}`)).body;
    expect(lines(await transcript(api, thread?.id ?? ""))).toEqual([
      "/template_sent",
      "robot: Hello Ana, your code is A1 today.",
    ]);
  });

  it("sends once to a number that two contacts have, and knows an id in capitals", async () => {
    const id = await template("one_number", [body("Hello there")]);
    const first = await contact("First");
    const same = await contact("Same", { phone: `+${phone}` });
    const contacts = [first.toUpperCase(), same, first];
    const { results, accepted } = (await api.post<Bulk>(`${path}/messages`, { templateId: id, contacts })).body;
    expect(results.map(({ contactId, status, failureCode }) => [contactId, status, failureCode])).toEqual([
      [first.toUpperCase(), "enqueued", null],
      [same, "invalid", "duplicate"],
      [first, "enqueued", null],
    ]);
    expect([accepted, results[0]?.eventId]).toEqual([2, results[2]?.eventId]);
  });

  it("takes 1 to 1000 contacts, and spares who wants no marketing", async () => {
    const id = await template("bulk_limits", [body("Hello there")], "APPROVED", "MARKETING");
    const send = (contacts: unknown) => api.post<Bulk>(`${path}/messages`, { templateId: id, contacts });
    for (const contacts of [[], Array.from({ length: 1001 }, () => "x"), "x"])
      expect((await send(contacts)).status).toBe(400);
    const ana = await contact("Ana");
    await setOptOut.execute(company.admin, { contactId: ana, optedOut: true });
    expect((await send([ana])).body.results).toMatchObject([{ status: "invalid", failureCode: "opted_out" }]);
  });

  it("reaches, for a token held to its own rows, only those", async () => {
    const id = await template("own_rows", [body("Hello there")]);
    const { secret } = await company.token(["chat_talk", "clients_read_assigned"], company.agent);
    const mine = await contact("Mine", { assignedTo: company.agent.id });
    const answer = await http(app, secret).post<Bulk>(`${path}/messages`, {
      templateId: id,
      contacts: [mine, await contact("Theirs")],
    });
    expect(answer.body.results.map(({ failureCode }) => failureCode)).toEqual([null, "contact_not_found"]);
  });
});

describe("POST /template-messages (J7)", () => {
  it("reaches a contact, a number or a conversation, by id or by name and language", async () => {
    await template("by_name", [body("Hi {{1}} again")]);
    const ana = await contact("Ana Paz");
    const named = { elementName: "by_name", language: "en" };
    const first = await api.post<Sent>(`${path}/template-messages`, { ...named, contactId: ana });
    expect(first.status).toBe(202);
    const conversationId = first.body.conversationId;
    expect(await conversation(conversationId)).toMatchObject({ contactId: ana, lastMessage: "Hi Ana Paz again" });
    await api.post(`/v1/conversations/${conversationId}/close`, { isLead: false });
    const events = await eventsDuring(company, async () => {
      const reopened = await api.post<Sent>(`${path}/template-messages`, { ...named, conversationId });
      expect(reopened.body.conversationId).toBe(conversationId);
    });
    expect(events.map(({ type }) => type)).toEqual(["conversation/updated", "conversation/message"]);
    expect((await conversation(conversationId)).closed).toBe(false);
    const direct = await api.post<Sent>(`${path}/template-messages`, {
      ...named,
      destination: `+${phone}`,
      params: ["you"],
    });
    expect(direct.body.conversationId).toBe(conversationId);
    for (const to of [{ contactId: ana }, { conversationId }, { destination: `+${phone}` }]) {
      const once = { ...named, ...to, variables: ["you"], clientMessageId: `once ${Object.keys(to)}` };
      const [one, two] = [
        await api.post(`${path}/template-messages`, once),
        await api.post(`${path}/template-messages`, once),
      ];
      expect([one.status, two.body]).toEqual([202, one.body]);
    }
    const said = (await transcript(api, conversationId)).filter(({ type }) => type !== "command");
    expect(said).toHaveLength(6);
  });

  it.each<[string, object, string]>([
    ["no target", {}, "contactId"],
    ["two targets", { contactId: "x", destination: "+5491144440009" }, "destination"],
    ["an unknown contact", { contactId: "x" }, "contactId"],
    ["an unknown conversation", { conversationId: "x" }, "conversationId"],
    ["a bad number", { destination: "abc" }, "destination"],
  ])("refuses %s", async (_, target, field) => {
    const answer = await api.post(`${path}/template-messages`, { templateId: company.given.templateId, ...target });
    expect([answer.status, fields(answer)]).toEqual([400, [field]]);
  });

  it("refuses a conversation of another channel, another company's contact, and a name without its language", async () => {
    const { templateId, conversationId } = company.given;
    const web = await api.post(`${path}/template-messages`, { templateId, conversationId });
    expect(fields(web)).toEqual(["conversationId"]);
    const theirs = await api.post(`${path}/template-messages`, { templateId, contactId: other.given.contactId });
    expect(fields(theirs)).toEqual(["contactId"]);
    const nameless = await api.post(`${path}/template-messages`, {
      elementName: "by_name",
      destination: "+5491144440009",
    });
    expect(fields(nameless)).toEqual(["language"]);
    const unknown = { elementName: "unknown", language: "en", destination: "+5491144440009" };
    expect((await api.post(`${path}/template-messages`, unknown)).status).toBe(404);
  });
});

describe("in the inbox, when the window is closed", () => {
  it("an agent's template goes out where a free message does not, and takes the conversation over", async () => {
    const id = await template("reopen", [body("Dear {{1}}, shall we go on?")]);
    const ana = await contact("Ana Sol");
    const { conversationId } = (await api.post<Sent>(`${path}/template-messages`, { templateId: id, contactId: ana }))
      .body;
    shiftClock(25 * hour);
    const free = { from: company.agent.id, fromType: "user", body: "Hello?" };
    const late = await api.post(`/v1/conversations/${conversationId}/messages`, free);
    expect(late.body.error).toBe("messaging_window_closed");
    const { templates } = await listSendable.execute(company.agent, { conversationId });
    const offered = templates.find((one) => one.template.id === id);
    expect(offered).toMatchObject({ values: { "1": "Ana Sol" }, missing: [] });
    expect(templates.every((one) => one.template.status === "APPROVED")).toBe(true);
    await sendTemplate.execute(company.agent, { conversationId, templateId: id });
    shiftClock(0);
    const after = await conversation(conversationId);
    expect(after).toMatchObject({ chatbotState: "OFF", assignedTo: company.agent.id, lastMessageBy: "user" });
    expect((await transcript(api, conversationId)).at(-1)?.user).toBe(company.agent.id);
  });
});

describe("a channel that is not connected", () => {
  it("sends nothing: 409", async () => {
    await systemPool().query(`update channels set "connected" = false where "id" = $1`, [channelId]);
    const answer = await api.post(`${path}/notifications`, {
      templateId: company.given.templateId,
      destination: "+5491144440001",
      variables: { "1": "Ana" },
    });
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
    await systemPool().query(`update channels set "connected" = true where "id" = $1`, [channelId]);
  });
});

describe("what cannot be delivered as intended is refused with its reason", () => {
  it("marketing to a person who has opted out: single sends too, and the composer says so [found C9]", async () => {
    const offer = await template("offer_refused", [body("Hello {{1}}, an offer.")], "APPROVED", "MARKETING");
    const contactId = await contact("Olga");
    await setOptOut.execute(company.admin, { contactId, optedOut: true });
    const destination = `+${phone}`;
    for (const to of [{ contactId }, { destination }]) {
      const answer = await api.post<Record<string, unknown>>(`${path}/template-messages`, {
        ...to,
        templateId: offer,
        variables: { "1": "Olga" },
      });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: "conflict", failureCode: "opted_out" });
    }
    const notified = await api.post<Record<string, unknown>>(`${path}/notifications`, {
      destination,
      templateId: offer,
      variables: { "1": "Olga" },
    });
    expect([notified.status, notified.body.failureCode]).toEqual([409, "opted_out"]);
    const { rows } = await systemPool().query(`select 1 from campaign_messages where "destination" = $1`, [
      String(phone),
    ]);
    expect(rows).toEqual([]);
  });

  it("a code whose words have not come from the platform yet [found C9]", async () => {
    const parts = [
      { type: "BODY" },
      { type: "BUTTONS", buttons: [{ type: "OTP", text: "Copy", otp_type: "COPY_CODE" }] },
    ];
    const code = await template("code_unread", parts, "APPROVED", "AUTHENTICATION");
    await contact("Pia");
    const answer = await api.post<Record<string, string>>(`${path}/template-messages`, {
      destination: `+${phone}`,
      templateId: code,
      variables: { "1": "123456" },
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: "template_not_approved" });
    expect(answer.body.message).toContain("synchronize");
    const link = { type: "URL" as const, text: "Copy", url: "https://www.whatsapp.com/otp/code/?code=otp{{1}}" };
    const components = [
      { type: "BODY" as const, text: "*{{1}}* is your code." },
      { type: "BUTTONS" as const, buttons: [link] },
    ];
    const decisions = [{ externalId: `5${code}`, name: "code_unread", language: "en", status: "APPROVED", components }];
    await applyPlatform.execute(system(), { channelId, decisions });
    const sent = await api.post<Sent>(`${path}/template-messages`, {
      destination: `+${phone}`,
      templateId: code,
      variables: { "1": "123456" },
    });
    expect(sent.body.status).toBe("enqueued");
  });
});

it("templates are offered filled with what the reader may see, and sent with the whole", async () => {
  const id = await template("passport", [body("Hello {{name}}, is {{passport}} yours, and {{email}} too?")]);
  const customFields = { passport: "AB-7719" };
  const to = { contactId: await contact("Ana", { email: "ana@example.com", customFields }) };
  const masks = ["email", "field:passport"] as const;
  const sight = { read: "all", write: "all", teamIds: [], channelIds: [], masks } as const;
  const offered = async (actor: Actor) =>
    (await offers.execute(actor, { channelId, to })).templates.find((one) => one.template.id === id)?.values;
  expect(await offered(company.admin)).toEqual({ name: "Ana", passport: "AB-7719", email: "ana@example.com" });
  const person = { ...company.supervisor, sight };
  expect(await offered(person)).toEqual({ name: "Ana", passport: "•••", email: "a•••@e•••.com" });
});
