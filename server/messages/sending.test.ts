import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import type { Message } from "./schema.ts";

const channels: Record<string, string> = {};

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const api = await openApi(company);

beforeAll(async () => {
  for (const type of ["WHATSAPP_API", "WHATSAPP_BUSINESS", "FACEBOOK", "INSTAGRAM"]) {
    channels[type] = newId();
    await systemPool().query(
      `insert into channels ("companyId", "id", "type", "label", "connected") values ($1, $2, $3, $3, true)`,
      [company.companyId, channels[type], type],
    );
  }
});
afterEach(() => shiftClock(0));

const send = (id: string, body: unknown) => api.post<Message>(`/v1/conversations/${id}/messages`, body);

describe("what a message is (F1, F3)", () => {
  it("is answered with 202 and stands in the list at once", async () => {
    const { id } = await converse(api, company);
    const { status, body } = await send(id, { from: "v-1", fromType: "visitor", body: "Hello" });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      conversationId: id,
      seq: 1,
      user: "v-1",
      fromType: "visitor",
      senderType: "visitor",
      type: "text/plain",
      text: "Hello",
      attachments: [],
      responseOptions: [],
      status: "sent",
      failureReason: null,
      clientMessageId: null,
      command: null,
      edited: false,
    });
    expect(await transcript(api, id)).toEqual([body]);
  });

  it("turns an image into an attachment, its caption into the text", async () => {
    const { id } = await converse(api, company);
    const url = "https://img.example/a.png";
    const { body } = await send(id, {
      from: "v",
      fromType: "visitor",
      type: "image",
      message: { url, caption: "Look" },
    });
    expect(body).toMatchObject({
      type: "image",
      text: "Look",
      attachments: [{ title: "", text: "Look", image_url: url }],
    });
    const bare = await send(id, { from: "v", fromType: "visitor", type: "image", message: { url } });
    expect(bare.body).toMatchObject({ text: "", attachments: [{ title: "", text: "", image_url: url }] });
  });

  it("keeps quick replies", async () => {
    const { id } = await converse(api, company);
    const { body } = await send(id, { from: "b", fromType: "robot", body: "Which?", response_options: ["One", "Two"] });
    expect(body.responseOptions).toEqual(["One", "Two"]);
  });

  it("shows in the conversation: last message, when, by whom, participants", async () => {
    const { id } = await converse(api, company, { from: "v-9", visitorName: "Vic" });
    const first = (await send(id, { from: "v-9", fromType: "visitor", body: "one" })).body;
    shiftClock(5000);
    const last = (await send(id, { from: "v-9", fromType: "visitor", body: "two" })).body;
    const row = await reread(api, id);
    expect(row).toMatchObject({
      lastMessage: "two",
      lastMessageAt: last.createdAt,
      lastMessageBy: "visitor",
      lastSeq: 2,
    });
    const visitor = row.participants.find((one) => one.type === "visitor");
    expect(visitor).toEqual({
      id: "v-9",
      name: "Vic",
      type: "visitor",
      firstMessageAt: first.createdAt,
      lastMessageAt: last.createdAt,
    });
  });

  it("emits conversation/message with the message's id", async () => {
    const { id } = await converse(api, company);
    let message: Message | undefined;
    const events = await eventsDuring(company, async () => {
      message = (await say(api, id, "visitor")).body;
    });
    expect(events.map((event) => [event.type, event.conversationId, event.messageId])).toEqual([
      ["conversation/message", id, message?.id],
    ]);
  });

  it("takes 4096 characters and not one more; emoji and right-to-left text come back as they were", async () => {
    const { id } = await converse(api, company);
    const long = "é".repeat(4096);
    expect((await say(api, id, "visitor", { body: long })).body.text).toBe(long);
    expect((await say(api, id, "visitor", { body: `${long}x` })).status).toBe(400);
    for (const text of ["👩‍👩‍👧‍👦🇦🇷", "مرحبا بالعالم", "<script>alert(1)</script>"]) {
      expect((await say(api, id, "visitor", { body: text })).body.text).toBe(text);
    }
  });

  const fine = { from: "v", fromType: "visitor", body: "x" };
  it.each<[string, unknown, string]>([
    ["no from", { ...fine, from: undefined }, "from"],
    ["an empty from", { ...fine, from: " " }, "from"],
    ["a long from", { ...fine, from: "x".repeat(65) }, "from"],
    ["no fromType", { ...fine, fromType: undefined }, "fromType"],
    ["an unknown fromType", { ...fine, fromType: "system" }, "fromType"],
    ["an unknown type", { ...fine, type: "command" }, "type"],
    ["no body", { ...fine, body: undefined }, "body"],
    ["a blank body", { ...fine, body: "  \n" }, "body"],
    ["a body that is no text", { ...fine, body: 5 }, "body"],
    ["an image without its message", { ...fine, type: "image" }, "message"],
    ["an image by javascript:", { ...fine, type: "image", message: { url: "javascript:alert(1)" } }, "message.url"],
    ["an image by data:", { ...fine, type: "image", message: { url: "data:image/png;base64,AA" } }, "message.url"],
    [
      "a long caption",
      { ...fine, type: "image", message: { url: "https://a.b/c", caption: "x".repeat(1025) } },
      "message.caption",
    ],
    ["too many options", { ...fine, response_options: Array(21).fill("x") }, "response_options"],
    ["a long option", { ...fine, response_options: ["x".repeat(81)] }, "response_options.0"],
    ["a long clientMessageId", { ...fine, clientMessageId: "x".repeat(65) }, "clientMessageId"],
    ["an empty clientMessageId", { ...fine, clientMessageId: "" }, "clientMessageId"],
    ["NUL in the body", { ...fine, body: "a\u0000b" }, "body"],
    ["a lone surrogate", { ...fine, body: "a\ud800b" }, "body"],
  ])("refuses %s", async (_name, body, field) => {
    const { id } = await converse(api, company);
    const refused = await send(id, body);
    expect([refused.status, refused.body.error]).toEqual([400, "validation_error"]);
    expect(refused.body.details?.[0]?.field).toBe(field);
    expect((await reread(api, id)).lastSeq).toBe(0);
  });
});

describe("clientMessageId (F3)", () => {
  it("answers a repeat with the first message and creates nothing", async () => {
    const { id } = await converse(api, company);
    const first = await say(api, id, "visitor", { clientMessageId: "c-1", body: "once" });
    const types = await typesDuring(company, async () => {
      const again = await say(api, id, "visitor", { clientMessageId: "c-1", body: "twice" });
      expect([again.status, again.body]).toEqual([202, first.body]);
    });
    expect(types).toEqual([]);
    expect(await transcript(api, id)).toHaveLength(1);
  });

  it("creates one of twenty sent at the same time", async () => {
    const { id } = await converse(api, company);
    const said = await Promise.all(
      Array.from({ length: 20 }, () => say(api, id, "visitor", { clientMessageId: "same" })),
    );
    expect(new Set(said.map((answer) => answer.status))).toEqual(new Set([202]));
    expect(new Set(said.map((answer) => answer.body.id)).size).toBe(1);
    expect(await transcript(api, id)).toHaveLength(1);
  });

  it("counts within its conversation only", async () => {
    const [a, b] = [await converse(api, company), await converse(api, company)];
    const said = [
      await say(api, a.id, "visitor", { clientMessageId: "x" }),
      await say(api, b.id, "visitor", { clientMessageId: "x" }),
    ];
    expect(new Set(said.map((answer) => answer.body.id)).size).toBe(2);
  });
});

describe("who sends (F6)", () => {
  it("takes a user of the company as an agent, and gives the first one the conversation", async () => {
    const { id } = await converse(api, company);
    const events = await eventsDuring(company, () => say(api, id, "user", { from: company.agent.id }));
    expect(events.map((event) => event.type)).toContain("conversation/operator_assigned");
    const row = await reread(api, id);
    expect(row).toMatchObject({ assignedTo: company.agent.id, persistentLastOperator: company.agent.id });
    expect(row.participants.at(-1)).toMatchObject({ id: company.agent.id, name: "Abe Agent", type: "user" });
    await say(api, id, "user", { from: company.otherAgent.id });
    expect(await reread(api, id)).toMatchObject({
      assignedTo: company.agent.id,
      persistentLastOperator: company.otherAgent.id,
    });
  });

  it("does not take it from its assignee, nor assign it again after it was unassigned", async () => {
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.supervisor.id });
    await say(api, id, "user", { from: company.agent.id });
    expect((await reread(api, id)).assignedTo).toBe(company.supervisor.id);
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: null });
    await say(api, id, "user", { from: company.agent.id });
    expect(await reread(api, id)).toMatchObject({ assignedTo: "", chatbotState: "OFF" });
  });

  it("takes any other string as an external operator: its own participant type and tag, no assignment", async () => {
    const { id } = await converse(api, company);
    for (const from of ["crm-7", other.agent.id]) {
      const { body } = await say(api, id, "user", { from });
      expect(body).toMatchObject({ fromType: "user", senderType: "externalOperator", user: from });
    }
    const row = await reread(api, id);
    expect(row.assignedTo).toBe("");
    expect(row.tags).toEqual(["is_intervened", "was_intervened", "external_robot"]);
    expect(row.participants.slice(-2).map((one) => one.type)).toEqual(["externalOperator", "externalOperator"]);
    expect(JSON.stringify(row)).not.toContain(other.agent.name);
  });

  it("gives no work to a deactivated user", async () => {
    const { id } = await converse(api, company);
    const gone = await company.person("agent", "Gone");
    await systemPool().query(`update users set "active" = false where "id" = $1`, [gone.id]);
    expect((await say(api, id, "user", { from: gone.id })).status).toBe(202);
    expect((await reread(api, id)).assignedTo).toBe("");
  });
});

describe("the 24-hour window (F10) and the order of checks (F4)", () => {
  const talk = (type: string) =>
    converse(api, company, { channelId: channels[type], channel: type.startsWith("W") ? "WHATSAPP" : type });

  it.each(["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"])("closes on %s: exactly 24 hours is still inside", async (type) => {
    const { id, createdAt } = await talk(type);
    const start = new Date(createdAt).getTime();
    const at = (ms: number) => shiftClock(start + 24 * hour + ms - Date.now());
    at(-2000);
    expect((await say(api, id, "user")).status).toBe(202);
    at(5000);
    const refused = await say(api, id, "user");
    expect([refused.status, refused.body.error]).toEqual([409, "messaging_window_closed"]);
    expect(refused.body.windowExpiresAt).toBe(new Date(start + 24 * hour).toISOString());
    expect(refused.body.lastVisitorMessageAt).toBeNull();
  });

  it("opens anew with each message of the visitor, and is shown in the conversation", async () => {
    const { id } = await talk("WHATSAPP_API");
    shiftClock(30 * hour);
    const said = (await say(api, id, "visitor")).body;
    expect((await say(api, id, "user")).status).toBe(202);
    const expires = new Date(new Date(said.createdAt).getTime() + 24 * hour).toISOString();
    expect((await reread(api, id)).windowExpiresAt).toBe(expires);
  });

  it.each(["WEBSITE", "WHATSAPP_BUSINESS"])("does not exist on %s", async (type) => {
    const { id, windowExpiresAt } = await (type === "WEBSITE" ? converse(api, company) : talk(type));
    expect(windowExpiresAt).toBeNull();
    shiftClock(1000 * hour);
    expect((await say(api, id, "user")).status).toBe(202);
  });

  it("checks shape, then record, then closed, then the robot's state, then the window", async () => {
    const unknown = "018f0000-0000-7000-8000-000000000000";
    expect((await send(unknown, { from: "x", fromType: "robot" })).status).toBe(400);
    expect((await say(api, unknown, "robot")).status).toBe(404);
    const { id } = await talk("FACEBOOK");
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    shiftClock(48 * hour);
    expect((await say(api, id, "robot")).body.error).toBe("conversation_intervened");
    expect((await say(api, id, "user")).body.error).toBe("messaging_window_closed");
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    expect((await say(api, id, "robot")).body.error).toBe("conversation_closed");
  });

  it("answers 404 for another company's conversation", async () => {
    expect((await say(api, other.given.conversationId ?? "", "visitor")).status).toBe(404);
  });
});

describe("the thread's own lines (F8)", () => {
  it("never come as conversation/message, and take a seq", async () => {
    const { id } = await converse(api, company);
    const events = await eventsDuring(company, async () => {
      await say(api, id, "user", { from: company.agent.id });
      await api.post(`/v1/conversations/${id}/tags`, { tag: "x" });
    });
    expect(events.filter((event) => event.type === "conversation/message")).toHaveLength(1);
    const thread = await transcript(api, id);
    expect(lines(thread)).toEqual(["/intervened", "/bot_paused", "user: Hello from user", "/assigned", "/tag_added"]);
    expect(thread.map((message) => message.seq)).toEqual([1, 2, 3, 4, 5]);
    expect(thread[0]?.command).toMatchObject({ name: "intervened", targetId: company.agent.id });
  });
});
