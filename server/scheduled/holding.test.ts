import { afterEach, describe, expect, it } from "vitest";
import { minute, second, shiftClock } from "#server/base/clock.ts";
import { updateCompany } from "#server/companies/editing.ts";
import { assign, transfer } from "#server/conversations/assigning.ts";
import { close } from "#server/conversations/closing.ts";
import { addNote, listNotes } from "#server/conversations/noting/noting.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { snooze } from "#server/conversations/triage/snoozing.ts";
import { systemActor } from "#server/core/actor.ts";
import type { Message } from "#server/messages/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import { replyHeld, templateHeld } from "./holding.ts";
import { createScheduled, listScheduled, removeScheduled } from "./scheduling.ts";
import { sendDue } from "./sending.ts";

const company = await openCompany("Acme", ["whatsapp"]);
const api = await openApi(company, ["chat_talk", "clients_read", "clients_write"]);
const admin = await openApi(company);
const system = systemActor(company.companyId);

afterEach(() => shiftClock(0));
const holdFor = (undoSendSeconds: number) => updateCompany.execute(company.admin, { settings: { undoSendSeconds } });
const write = (conversationId: string, body: string, clientMessageId?: string) =>
  replyHeld.execute(company.admin, { conversationId, type: "text/plain", body, clientMessageId });
const waiting = (conversationId: string) => listScheduled.execute(company.admin, { conversationId });
const said = async (id: string) =>
  (await transcript(api, id)).filter(({ fromType }) => fromType === "user").map(({ text }) => text);

describe("a message that can still be undone", () => {
  it("is kept back for the company's seconds, and leaves then, once, in the order of writing [W8]", async () => {
    const { id } = await converse(api, company);
    await holdFor(30);
    const { held, message } = await write(id, "One", "c-1");
    expect([message, held]).toMatchObject([null, { held: true, text: "One", from: company.admin.id, error: "" }]);
    expect(Date.parse(held?.sendAt ?? "") - Date.parse(held?.createdAt ?? "")).toBe(30 * second);
    expect((await write(id, "One", "c-1")).held?.id).toBe(held?.id);
    await holdFor(1);
    await write(id, "Two", "c-2");
    expect((await waiting(id)).map(({ text }) => text)).toEqual(["One", "Two"]);
    expect(await said(id)).toEqual([]);
    shiftClock(minute);
    await Promise.all([sendDue(system), sendDue(system)]);
    expect(await said(id)).toEqual(["One", "Two"]);
    expect((await write(id, "One", "c-1")).message?.text).toBe("One");
    expect(await said(id)).toEqual(["One", "Two"]);
  });

  it("leaves by its own timer, without anybody looking [W8]", async () => {
    const { id } = await converse(api, company);
    await holdFor(1);
    await write(id, "By itself");
    await expect.poll(() => said(id), { timeout: 30_000 }).toEqual(["By itself"]);
    expect(await waiting(id)).toEqual([]);
  });

  it("comes back whole when it is undone, and never leaves [W8]", async () => {
    const { id } = await converse(api, company);
    const quoted = (await say(api, id, "visitor", { body: "Where is it?" })).body.id;
    await holdFor(5);
    const input = { conversationId: id, type: "text/plain" as const, body: "Oops", replyToId: quoted };
    const { held } = await replyHeld.execute(company.admin, input);
    const back = await removeScheduled.execute(company.agent, { conversationId: id, scheduledId: held?.id ?? "" });
    expect(back.message).toMatchObject({ body: "Oops", replyToId: quoted });
    shiftClock(minute);
    await sendDue(system);
    expect(await said(id)).toEqual([]);
  });

  it("leaves before what is done next: a note, a snooze, the closing [W8]", async () => {
    const { id } = await converse(api, company);
    await holdFor(30);
    await write(id, "First");
    await addNote.execute(company.admin, { conversationId: id, message: "Called" });
    const [note] = await listNotes.execute(company.admin, { conversationId: id });
    const first = (await transcript(api, id)).find(({ text }) => text === "First");
    expect(note?.afterSeq).toBeGreaterThanOrEqual(first?.seq ?? Number.POSITIVE_INFINITY);
    await write(id, "Second");
    await snooze.execute(company.admin, { conversationId: id, until: new Date(Date.now() + minute).toISOString() });
    await write(id, "Third");
    await close.execute(company.admin, { conversationId: id, isLead: false });
    const order = lines(await transcript(api, id)).filter((line) => /Second|Third|snoozed|closed/.test(line));
    expect(order.map((line) => /Second|Third|snoozed|closed/.exec(line)?.[0])).toEqual(
      expect.arrayContaining(["Second", "Third", "closed"]),
    );
    expect(order.findIndex((line) => /Third/.test(line))).toBeLessThan(order.findIndex((line) => /closed/.test(line)));
    expect(await waiting(id)).toEqual([]);
  });

  it("leaves before the reply of a macro [W8]", async () => {
    const { id } = await converse(api, company);
    await holdFor(30);
    await write(id, "First, by hand");
    const actions = [{ name: "reply", input: { body: "Then, by the macro" } }];
    const macro = await admin.post<{ id: string }>("/v1/macros", { name: "Answer", actions });
    expect((await admin.post(`/v1/conversations/${id}/macros/${macro.body.id}`, {})).status).toBe(200);
    expect(await said(id)).toEqual(["First, by hand", "Then, by the macro"]);
    expect(await waiting(id)).toEqual([]);
  });

  it("leaves before the conversation is given away, and before the bot goes on [W8]", async () => {
    await holdFor(30);
    const asAgent = (conversationId: string) =>
      replyHeld.execute(company.agent, { conversationId, type: "text/plain", body: "Mine" });
    const own = async () => {
      const { id } = await converse(api, company);
      await assign.execute(company.admin, { conversationId: id, assignedTo: company.agent.id });
      await asAgent(id);
      return id;
    };
    const given = await own();
    await transfer.execute(company.agent, { conversationId: given, transferTo: company.otherAgent.id });
    expect([await said(given), (await reread(api, given)).assignedTo]).toEqual([["Mine"], company.otherAgent.id]);
    const left = await own();
    await assign.execute(company.agent, { conversationId: left, assignedTo: null });
    const resumed = await own();
    await switchChatbot.execute(company.agent, { conversationId: resumed, chatbotState: "ON" });
    expect([await said(left), await said(resumed)]).toEqual([["Mine"], ["Mine"]]);
    shiftClock(minute);
    await sendDue(system);
    expect((await reread(api, left)).assignedTo).toBe("");
    expect((await reread(api, resumed)).chatbotState).toBe("ON");
  });

  it("is refused at once where nothing may be written, and goes at once where the company holds nothing [W8]", async () => {
    const { id } = await converse(api, company);
    await holdFor(0);
    expect((await write(id, "At once")).message?.text).toBe("At once");
    await holdFor(5);
    await close.execute(company.admin, { conversationId: id, isLead: false });
    await expect(write(id, "Too late")).rejects.toMatchObject({ code: "conversation_closed" });
    const sent = await api.post<Message>(`/v1/conversations/${(await converse(api, company)).id}/messages`, {
      ...{ from: company.agent.id, fromType: "user", body: "By the API" },
    });
    expect(sent.body).toMatchObject({ seq: expect.any(Number), status: "sent", text: "By the API" });
  });

  it("counts as a reply of the team to what waits until nobody has answered [W8]", async () => {
    const { id } = await converse(api, company);
    await holdFor(5);
    const sendAt = new Date(Date.now() + 2 * minute).toISOString();
    const later = { conversationId: id, sendAt, message: "Still there?", cancelIf: ["human_replied" as const] };
    await createScheduled.execute(company.admin, later);
    await write(id, "Here is your answer");
    shiftClock(5 * minute);
    await sendDue(system);
    expect(await said(id)).toEqual(["Here is your answer"]);
  });
});

describe("a template that can still be undone", () => {
  const filled = { templateId: Number(company.given.templateId), variables: { "1": "Ana" } };
  const hold = (conversationId: string, template: object = filled) =>
    templateHeld.execute(company.admin, { conversationId, template: template as typeof filled });
  /** Beyond the window and closed, where only a template is let in. */
  async function silent() {
    const extra = { channelId: company.given.whatsappChannelId, channel: "WHATSAPP" };
    const { id } = await converse(api, company, { ...extra, from: `54911${String(Math.random()).slice(2, 10)}` });
    await say(api, id, "visitor", { body: "Hi" });
    return id;
  }

  it("is held also beyond the window and in a closed conversation, and leaves then, once [W8]", async () => {
    await holdFor(5);
    const id = await silent();
    shiftClock(30 * 60 * minute);
    await close.execute(company.admin, { conversationId: id, isLead: false });
    const { held, messageId } = await hold(id);
    expect([messageId, held]).toMatchObject([null, { held: true, template: filled, error: "" }]);
    expect(held?.text).toContain("Ana");
    expect(await said(id)).toEqual([]);
    shiftClock(31 * 60 * minute);
    await Promise.all([sendDue(system), sendDue(system)]);
    expect(await said(id)).toEqual([held?.text]);
    expect(await waiting(id)).toEqual([]);
    expect((await reread(api, id)).status).toBe("ACTIVE");
  });

  it("comes back with what was filled in when it is undone, and never leaves [W8]", async () => {
    await holdFor(5);
    const id = await silent();
    const { held } = await hold(id);
    const back = await removeScheduled.execute(company.admin, { conversationId: id, scheduledId: held?.id ?? "" });
    expect(back.template).toMatchObject(filled);
    shiftClock(minute);
    await sendDue(system);
    expect(await said(id)).toEqual([]);
  });

  it("keeps its place between what was written before and after it, and comes before a note [W8]", async () => {
    await holdFor(30);
    const id = await silent();
    await write(id, "Before");
    const { held } = await hold(id);
    await write(id, "After");
    await addNote.execute(company.admin, { conversationId: id, message: "Called" });
    expect(await said(id)).toEqual(["Before", held?.text, "After"]);
    expect(await waiting(id)).toEqual([]);
  });

  it("is one, however often it is sent under its id, while it waits and afterwards [W8] [F3]", async () => {
    const id = await silent();
    const pressed = { ...filled, clientMessageId: "pressed" };
    await holdFor(5);
    const first = await hold(id, pressed);
    expect((await hold(id, pressed)).held?.id).toBe(first.held?.id);
    shiftClock(minute);
    await sendDue(system);
    expect(await hold(id, pressed)).toMatchObject({ held: null, messageId: expect.any(String) });
    await holdFor(0);
    const atOnce = { ...filled, clientMessageId: "at once" };
    const sent = await hold(id, atOnce);
    expect(await hold(id, atOnce)).toEqual(sent);
    expect(await said(id)).toHaveLength(2);
  });

  it("is refused at once where it could not leave, and goes at once where the company holds nothing [W8]", async () => {
    await holdFor(5);
    const id = await silent();
    await expect(hold(id, { templateId: filled.templateId, variables: {} })).rejects.toMatchObject({
      code: "validation_error",
    });
    await expect(hold((await converse(api, company)).id)).rejects.toMatchObject({ code: "validation_error" });
    expect(await waiting(id)).toEqual([]);
    await holdFor(0);
    const { held, messageId } = await hold(id);
    expect([held, messageId]).toEqual([null, expect.any(String)]);
    expect(await said(id)).toHaveLength(1);
  });
});
