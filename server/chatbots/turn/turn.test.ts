import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openPools } from "#server/testing/pools.ts";
import { plainCompany, visitorOn } from "#server/testing/visitor.ts";
import { chatbotTasks } from "../jobs.ts";
import { incomingOf } from "./reading.ts";
import { takeBotTurn } from "./turn.ts";

openPools();

let acme: CreatedCompany;
const admin = () => systemActor(acme.companyId);

beforeAll(async () => {
  acme = await plainCompany();
});

type Row = Record<string, unknown> & { seq: number; fromType: string; text: string; id: string; type: string };

async function query<T>(text: string, values: unknown[]): Promise<T[]> {
  return (await systemPool().query(text, values)).rows as T[];
}

async function thread(conversationId: string): Promise<string[]> {
  const found = await query<Row>(`select * from messages where "conversationId" = $1 order by "seq"`, [conversationId]);
  return found.filter(({ type }) => type !== "command").map(({ fromType, text }) => `${fromType}: ${text}`);
}

async function conversationOf(id: string) {
  const [found] = await query<Record<string, unknown>>(`select * from conversations where "id" = $1`, [id]);
  return found ?? {};
}

/** Hands every visitor message of a conversation to the bot, as the relay does, each one twice. */
async function botRuns(conversationId: string): Promise<void> {
  const said = await query<Row>(
    `select "id" from messages where "conversationId" = $1 and "fromType" = 'visitor' order by "seq"`,
    [conversationId],
  );
  const [task] = chatbotTasks;
  for (const { id } of said) {
    const payload = {
      companyId: acme.companyId,
      eventId: newId(),
      type: "conversation/message",
      conversationId,
      contactId: null,
    };
    for (const _ of [1, 2]) await task?.perform({ ...payload, messageId: id });
  }
}

/** A visitor whose every message is answered by the bot before the next one. */
async function talker() {
  const visitor = await visitorOn(acme.channelId);
  const id = await visitor.begin("I need a quote");
  await botRuns(id);
  const say = async (body: string) => {
    await visitor.post(`/conversations/${id}/messages`, { body });
    await botRuns(id);
  };
  return { id, say, visitor };
}

describe("the bot", () => {
  it("asks for name, email and phone, once each, and the contact grows from the first answer", async () => {
    const { id, say } = await talker();
    await say("my name is Ana");
    const [first] = await query<Row>(`select * from contacts where "conversationId" = $1`, [id]);
    expect(first).toMatchObject({ name: "Ana", email: "", provisional: true, entryMethod: "WEB" });
    await say("ana-turn@example.com");
    await say("+1 212 555 0147");
    expect(await thread(id)).toEqual([
      "robot: Hi, welcome. How can we help you?",
      "visitor: I need a quote",
      "robot: Thanks. What is your name?",
      "visitor: my name is Ana",
      "robot: What is your email address, in case we need to write to you?",
      "visitor: ana-turn@example.com",
      "robot: And a phone number where we can reach you?",
      "visitor: +1 212 555 0147",
      "robot: Thank you. Someone from our team will continue with you here.",
    ]);
    const conversation = await conversationOf(id);
    expect(conversation).toMatchObject({
      visitorName: "Ana",
      visitorEmail: "ana-turn@example.com",
      visitorPhone: "+1 212 555 0147",
      chatbotState: "OFF",
      contactId: first?.id,
    });
    const contacts = await query<Row>(`select * from contacts where "id" = $1`, [first?.id]);
    expect(contacts).toMatchObject([{ email: "ana-turn@example.com", phone: "+1 212 555 0147", provisional: false }]);
  });

  it("hands over when it has said that someone from the team continues [found U6]", async () => {
    const { id, say } = await talker();
    await say("Uma");
    await say("uma-over@example.com");
    expect(await conversationOf(id)).toMatchObject({ chatbotState: "ON" });
    await say("+1 212 555 0148");
    expect((await thread(id)).at(-1)).toMatch(/^robot: Thank you\. Someone from our team will continue/);
    const after = await conversationOf(id);
    expect(after).toMatchObject({ chatbotState: "OFF" });
    expect(after.tags).toContain("automatic_transfer");
    const told = await query<Row>(`select * from messages where "conversationId" = $1 and "type" = 'command'`, [id]);
    expect(told.map((one) => JSON.stringify(one)).filter((one) => one.includes("operator_needed"))).toHaveLength(1);
    await say("Are you there?");
    expect((await thread(id)).at(-1)).toBe("visitor: Are you there?");
  });

  it("tells of each thing it learns, as itself", async () => {
    const { id, say } = await talker();
    await say("Bea");
    const told = (await eventsOf(acme)).filter((event) => event.conversationId === id && event.actorType === "robot");
    expect(told.map(({ type }) => type)).toContain("conversation/updated");
    const updated = told.find(({ type }) => type === "conversation/updated");
    expect(updated?.data.changes).toEqual({ visitorName: { before: "", after: "Bea" } });
    expect(told.every(({ actorId }) => actorId === acme.chatbotId)).toBe(true);
  });

  it("keeps silent while it is off, and does not go back to what was said meanwhile", async () => {
    const { id, say, visitor } = await talker();
    await switchChatbot.execute(admin(), { conversationId: id, chatbotState: "OFF" });
    await say("Carla");
    await say("carla@example.com");
    expect((await thread(id)).at(-1)).toBe("visitor: carla@example.com");
    await switchChatbot.execute(admin(), { conversationId: id, chatbotState: "ON" });
    await botRuns(id);
    expect((await thread(id)).at(-1)).toBe("visitor: carla@example.com");
    await visitor.post(`/conversations/${id}/messages`, { body: "Carla again" });
    await botRuns(id);
    expect((await thread(id)).at(-1)).toMatch(/^robot: .*email/);
    expect(await conversationOf(id)).toMatchObject({ visitorName: "Carla again" });
  });

  it("never answers after a person has written", async () => {
    const { id, say } = await talker();
    await sendMessage.execute(admin(), {
      conversationId: id,
      from: acme.userId,
      fromType: "user",
      body: "I take over",
    });
    await say("Dora");
    expect((await thread(id)).at(-1)).toBe("visitor: Dora");
  });

  it("answers messages in their order, also when their jobs come in another", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin("hello");
    await visitor.post(`/conversations/${id}/messages`, { body: "Eva" });
    const said = await query<Row>(
      `select "id" from messages where "conversationId" = $1 and "fromType" = 'visitor' order by "seq" desc`,
      [id],
    );
    await Promise.all(
      said.map((message) => takeBotTurn.execute(admin(), { conversationId: id, messageId: message.id })),
    );
    const robot = (await thread(id)).filter((line) => line.startsWith("robot"));
    expect(robot.slice(1)).toEqual([expect.stringContaining("name"), expect.stringContaining("email")]);
    expect(await conversationOf(id)).toMatchObject({ visitorName: "Eva", flowState: { waiting: "email" } });
  });

  it("greets first in a conversation that the API began, and keeps what the first message gave away", async () => {
    const { id } = await createConversation.execute(admin(), {
      channelId: acme.channelId,
      companyId: acme.companyId,
      channel: "WEB",
      from: "crm-1",
    });
    const hello = {
      conversationId: id,
      from: "crm-1",
      fromType: "visitor" as const,
      body: "hi, write to fay@example.com",
    };
    await sendMessage.execute(admin(), hello);
    await botRuns(id);
    expect((await thread(id)).slice(1)).toEqual(["robot: Hi, welcome. How can we help you?"]);
    expect(await conversationOf(id)).toMatchObject({ visitorEmail: "fay@example.com", contactId: expect.any(String) });
  });

  it("hands over at the first message while it is muted", async () => {
    const muted = await plainCompany();
    await systemPool().query(`update chatbots set "muted" = true where "id" = $1`, [muted.chatbotId]);
    const visitor = await visitorOn(muted.channelId);
    const id = await visitor.begin();
    const [message] = await query<Row>(`select "id" from messages where "conversationId" = $1`, [id]);
    await takeBotTurn.execute(systemActor(muted.companyId), { conversationId: id, messageId: message?.id ?? "" });
    expect(await thread(id)).toEqual(["visitor: hello"]);
    expect(await conversationOf(id)).toMatchObject({ chatbotState: "OFF", tags: ["automatic_transfer"] });
    const commands = await query<Row>(
      `select "command" from messages where "conversationId" = $1 and "type" = 'command'`,
      [id],
    );
    expect(commands).toMatchObject([{ command: { name: "operator_needed" } }, { command: { name: "assigned" } }]);
  });

  it("makes the contact of a known visitor also where no bot answers", async () => {
    const silent = await plainCompany();
    await systemPool().query(`update chatbots set "enabled" = false where "id" = $1`, [silent.chatbotId]);
    const visitor = await visitorOn(silent.channelId);
    const message = { body: "hi" };
    const { body } = await visitor.post<{ conversation: { id: string } }>("/conversations", {
      message,
      visitor: { email: "gil@example.com" },
    });
    const conversationId = body.conversation.id;
    const [first] = await query<Row>(`select "id" from messages where "conversationId" = $1`, [conversationId]);
    await takeBotTurn.execute(systemActor(silent.companyId), { conversationId, messageId: first?.id ?? "" });
    const [contact] = await query<Row>(`select "email" from contacts where "companyId" = $1`, [silent.companyId]);
    expect(contact).toEqual({ email: "gil@example.com" });
  });

  it("has nothing to do in a conversation that is gone", async () => {
    await expect(takeBotTurn.execute(admin(), { conversationId: newId(), messageId: newId() })).resolves.toEqual({
      said: 0,
      asking: null,
    });
    const payload = { companyId: acme.companyId, eventId: newId(), type: "conversation/message", contactId: null };
    await chatbotTasks[0]?.perform({ ...payload, conversationId: newId(), messageId: newId() });
  });
});

it("what stands for a message that is not supported is no answer (H6)", () => {
  const said = { seq: 1, text: "Message type is currently not supported.", attachments: [], createdAt: new Date() };
  expect(incomingOf({ ...said, type: "unsupported" })).toEqual({ text: "" });
  expect(incomingOf({ ...said, type: "text/plain" })).toEqual({ text: said.text });
});
