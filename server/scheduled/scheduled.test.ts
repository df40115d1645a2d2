import { afterEach, describe, expect, it } from "vitest";
import { day, hour, minute, shiftClock } from "#server/base/clock.ts";
import { createChannel } from "#server/channels/creating.ts";
import { setOptOut } from "#server/channels/reaching.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import type { Message } from "#server/messages/schema.ts";
import type { Task } from "#server/tasks/schema.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { recordSubmission } from "#server/templates/submitting.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say, transcript } from "#server/testing/talking.ts";
import type { ScheduledMessage } from "./schema.ts";
import { sendDue } from "./sending.ts";

const company = await openCompany("Acme", ["whatsapp"]);
const api = await openApi(company, ["chat_talk", "clients_read", "clients_write"]);
const system = systemActor(company.companyId);
const whatsapp = company.given.whatsappChannelId ?? "";
afterEach(() => shiftClock(0));

const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const pathOf = (id: string) => `/v1/conversations/${id}/scheduled-messages`;
const schedule = (id: string, body: string, ms: number, more: object = {}) =>
  api.post<ScheduledMessage>(pathOf(id), { sendAt: at(ms), message: { body }, ...more });
const waiting = async (id: string) => (await api.get<ScheduledMessage[]>(pathOf(id))).body;
const said = async (id: string) =>
  (await transcript(api, id)).filter(({ fromType }) => fromType === "user").map(({ text }) => text);

describe("a message that waits for its time", () => {
  it("leaves then, once, in the order of times, however many look [W8]", async () => {
    const { id } = await converse(api, company);
    for (const [index, minutes] of [30, 10, 20].entries()) await schedule(id, `M${index}`, minutes * minute);
    expect((await waiting(id)).map(({ text }) => text)).toEqual(["M1", "M2", "M0"]);
    await sendDue(system);
    expect(await said(id)).toEqual([]);
    shiftClock(hour);
    await Promise.all([sendDue(system), sendDue(system), sendDue(system)]);
    expect(await said(id)).toEqual(["M1", "M2", "M0"]);
    expect(await waiting(id)).toEqual([]);
    expect((await api.get<Conversation>(`/v1/conversations/${id}`)).body.assignedTo).toBe(company.admin.id);
  });

  it.each([
    ["2027-03-27T20:00:00Z", "2027-03-28T09:00:00+02:00"],
    ["2027-10-30T20:00:00Z", "2027-10-31T09:00:00+01:00"],
  ])(
    "leaves at nine of the person's morning after the clocks changed in the night of %s [W8]",
    async (evening, nine) => {
      const moment = new Date(nine).getTime();
      const { id } = await converse(api, company);
      shiftClock(new Date(evening).getTime() - Date.now());
      const { body } = await api.post<ScheduledMessage>(pathOf(id), {
        sendAt: nine,
        message: { body: "Good morning" },
      });
      expect(body.sendAt).toBe(new Date(nine).toISOString());
      shiftClock(moment - minute - Date.now());
      await sendDue(system);
      expect(await said(id)).toEqual([]);
      shiftClock(moment + minute - Date.now());
      await sendDue(system);
      expect(await said(id)).toEqual(["Good morning"]);
    },
  );

  it("waits and leaves once under its sender's own id, whoever of both comes first [F3, W8]", async () => {
    const { id } = await converse(api, company);
    const path = `/v1/conversations/${id}/messages`;
    const words = { from: company.agent.id, fromType: "user", body: "Once", clientMessageId: "once" };
    const first = await api.post<Message>(path, { ...words, sendAt: at(hour) });
    expect(first.body.clientMessageId).toBe("once");
    for (const again of [{ ...words, sendAt: at(2 * hour) }, words]) {
      const { status, body } = await api.post<Message>(path, again);
      expect([status, body]).toEqual([202, first.body]);
    }
    expect(await waiting(id)).toHaveLength(1);
    expect(await said(id)).toEqual([]);
    shiftClock(hour + minute);
    await sendDue(system);
    expect((await api.post<Message>(path, { ...words, sendAt: at(5 * hour) })).body.seq).toBeGreaterThan(0);
    expect([await said(id), await waiting(id)]).toEqual([["Once"], []]);
  });

  it("takes one reason to go back by itself as well as several, and says what it does not know [W8]", async () => {
    const { id } = await converse(api, company);
    expect((await schedule(id, "One", hour, { cancelIf: "visitor_replied" })).body.cancelIf).toEqual([
      "visitor_replied",
    ]);
    const refused = await api.post<{ details: unknown[] }>(pathOf(id), {
      ...{ sendAt: at(hour), message: { body: "X" }, cancelIf: "rain" },
    });
    expect([refused.status, refused.body.details]).toMatchObject([400, [{ field: "cancelIf" }]]);
    expect(refused.body.details).toHaveLength(1);
  });

  it("is an answer of the shape of a message, where sending takes sendAt [W8]", async () => {
    const { id } = await converse(api, company);
    const body = { from: company.agent.id, fromType: "user", body: "Later", sendAt: at(hour) };
    const answer = await api.post<Message>(`/v1/conversations/${id}/messages`, body);
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { text: "Later", seq: 0, status: "queued", sendAt: body.sendAt },
    ]);
    const [one] = await waiting(id);
    expect(one).toMatchObject({ id: answer.body.scheduledMessageId, from: company.agent.id, text: "Later" });
    expect(await said(id)).toEqual([]);
    const robot = await api.post(`/v1/conversations/${id}/messages`, { ...body, fromType: "robot" });
    expect(robot.status).toBe(400);
  });

  it("is written to a person first, later: the conversation is there at once [W8]", async () => {
    const template = { templateId: company.given.templateId, variables: { "1": "Zoe" } };
    const body = { channelId: whatsapp, to: { phone: "+5491166660001" }, template, sendAt: at(hour) };
    const { status, body: made } = await api.post<{ conversationId: string; scheduledMessageId: string }>(
      "/v1/messages",
      body,
    );
    expect(status).toBe(202);
    expect(await waiting(made.conversationId)).toMatchObject([
      { id: made.scheduledMessageId, text: expect.stringMatching(/^Hello Zoe/), message: null },
    ]);
    shiftClock(2 * hour);
    await sendDue(system);
    const thread = await transcript(api, made.conversationId);
    expect(thread.find(({ command }) => command?.name === "template_sent")).toBeDefined();
    expect(thread.some(({ text }) => /^Hello Zoe/.test(text))).toBe(true);
  });

  it("says of a template to somebody who has opted out meanwhile that this is why it stays [W5] [W8]", async () => {
    const { id: templateId } = await createTemplate.execute(company.admin, {
      ...{ channelId: whatsapp, name: "stays", language: "en", category: "MARKETING" },
      components: [{ type: "BODY", text: "Our sale is on." }],
    });
    await recordSubmission.execute(system, { templateId, externalId: "5771", status: "APPROVED" });
    const to = { phone: "+5491166660009" };
    const body = { channelId: whatsapp, to, template: { templateId }, sendAt: at(hour) };
    const { body: made } = await api.post<{ conversationId: string; contactId: string }>("/v1/messages", body);
    await setOptOut.execute(company.admin, { contactId: made.contactId, optedOut: true });
    shiftClock(2 * hour);
    await sendDue(system);
    expect(await waiting(made.conversationId)).toMatchObject([{ error: "opted_out" }]);
  });

  it("can be changed, sent now and taken back [W8]", async () => {
    const { id } = await converse(api, company);
    const [first, second] = [(await schedule(id, "One", hour)).body, (await schedule(id, "Two", 2 * hour)).body];
    const changed = await api.patch<ScheduledMessage>(`${pathOf(id)}/${first.id}`, {
      message: { body: "Uno" },
      sendAt: at(3 * hour),
    });
    expect(changed.body).toMatchObject({ text: "Uno", message: { body: "Uno" } });
    const sent = await api.post<{ messageId: string }>(`${pathOf(id)}/${first.id}/send`);
    expect(sent.status).toBe(202);
    expect((await transcript(api, id)).find((one) => one.id === sent.body.messageId)?.text).toBe("Uno");
    expect((await api.post(`${pathOf(id)}/${first.id}/send`)).status).toBe(404);
    expect((await api.delete(`${pathOf(id)}/${second.id}`)).body).toMatchObject({ deleted: true, text: "Two" });
    shiftClock(day / 2);
    await sendDue(system);
    expect(await said(id)).toEqual(["Uno"]);
  });

  it("does not leave once what it waited for has happened; an earlier one of its own is no reply [W8]", async () => {
    const { id } = await converse(api, company);
    await schedule(id, "First", 10 * minute);
    await schedule(id, "If nobody answered", 20 * minute, { cancelIf: ["human_replied", "visitor_replied"] });
    shiftClock(15 * minute);
    await sendDue(system);
    shiftClock(25 * minute);
    await sendDue(system);
    expect(await said(id)).toEqual(["First", "If nobody answered"]);
    for (const [cancelIf, happen] of [
      ["visitor_replied", () => say(api, id, "visitor")],
      ["human_replied", () => say(api, id, "user", { from: company.agent.id, body: "By hand" })],
      ["closed", () => api.post(`/v1/conversations/${id}/close`, { isLead: false })],
    ] as const) {
      await schedule(id, `Not after ${cancelIf}`, hour, { cancelIf: [cancelIf] });
      await happen();
    }
    shiftClock(2 * hour);
    await sendDue(system);
    expect(await said(id)).toEqual(["First", "If nobody answered", "By hand"]);
    expect(await waiting(id)).toEqual([]);
  });

  it("stays with the reason when its window has closed by then, and somebody gets a task [W8]", async () => {
    const from = "5491166660002";
    const { id } = await converse(api, company, { channelId: whatsapp, channel: "WHATSAPP", from, visitorName: "Wim" });
    await say(api, id, "visitor", { from });
    await schedule(id, "Too late", 30 * hour);
    shiftClock(31 * hour);
    await sendDue(system);
    await sendDue(system);
    expect(await said(id)).toEqual([]);
    expect(await waiting(id)).toMatchObject([{ text: "Too late", error: "messaging_window_closed" }]);
    const tasks = (await api.get<{ data: Task[] }>(`/v1/tasks?conversationId=${id}`)).body.data;
    expect(tasks).toMatchObject([{ title: expect.stringMatching(/^Choose a template/), assignedTo: company.admin.id }]);
    const [kept] = await waiting(id);
    expect((await api.post(`${pathOf(id)}/${kept?.id}/send`)).status).toBe(409);
  });

  it("does not send whoever answers on a page to templates that no page has [found C8]", async () => {
    const { id: channelId } = await createChannel.execute(company.admin, {
      ...{ type: "FACEBOOK", label: "Page", sandbox: true },
    });
    const from = "7100000000042";
    const { id } = await converse(api, company, { channelId, channel: "FACEBOOK", from });
    await say(api, id, "visitor", { from });
    await schedule(id, "Too late", 30 * hour);
    shiftClock(31 * hour);
    await sendDue(system);
    const tasks = (await api.get<{ data: Task[] }>(`/v1/tasks?conversationId=${id}`)).body.data;
    expect(tasks).toMatchObject([{ title: expect.stringContaining("once the visitor has written again") }]);
  });

  it("leaves its task to nobody where its author, who also holds the conversation, was deactivated [W8]", async () => {
    const gone = await company.person("agent", "Gone");
    const theirs = await openApi(company, ["chat_talk"], gone);
    const assigneeAfter = async (holder: string) => {
      const { id } = await converse(api, company);
      await api.post(`/v1/conversations/${id}/assign`, { assignedTo: holder });
      const body = { sendAt: at(hour), message: { body: "Later" } };
      expect((await theirs.post(pathOf(id), body)).status).toBe(202);
      return async () =>
        (await api.get<{ data: Task[] }>(`/v1/tasks?conversationId=${id}`)).body.data.map((task) => task.assignedTo);
    };
    const [own, colleague] = [await assigneeAfter(gone.id), await assigneeAfter(company.agent.id)];
    await systemPool().query(`update users set "active" = false where "id" = $1`, [gone.id]);
    shiftClock(2 * hour);
    await sendDue(system);
    expect([await own(), await colleague()]).toEqual([[null], [company.agent.id]]);
  });

  it("is refused for a time that has passed, in a closed conversation, and beyond the limit [W8]", async () => {
    const { id } = await converse(api, company);
    const past = await schedule(id, "Past", -minute);
    expect([past.status, past.body]).toMatchObject([400, { details: [{ field: "sendAt", code: "too_early" }] }]);
    expect((await schedule(id, "Far", 3700 * day)).status).toBe(400);
    for (let index = 0; index < 50; index += 1) await schedule(id, `Number ${index}`, hour);
    const beyond = await schedule(id, "One more", hour);
    expect([beyond.status, beyond.body]).toMatchObject([409, { error: "limit_reached", limit: 50 }]);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    const closed = await schedule((await converse(api, company)).id, "Open", hour);
    expect(closed.status).toBe(202);
    const other = await converse(api, company);
    await api.post(`/v1/conversations/${other.id}/close`, { isLead: false });
    expect((await schedule(other.id, "Closed", hour)).body).toMatchObject({ error: "conversation_closed" });
  });
});
