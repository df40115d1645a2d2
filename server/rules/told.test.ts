import { describe, expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { type WeekDay, weekDays } from "#server/calendars/choices.ts";
import type { Calendar } from "#server/calendars/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { askNow } from "#server/csat/asking.ts";
import { systemPool } from "#server/db/system.ts";
import { tellDueClocks } from "#server/sla/telling.ts";
import { botRuns } from "#server/testing/bot.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { runEvent } from "./following.ts";
import type { Rule, RuleRun } from "./schema.ts";

const company = await openCompany("Told rules");
const api = await openApi(company);
const system = systemActor(company.companyId);

/** Switched on, so that it hears what is told from now on. */
async function make(body: object): Promise<Rule> {
  const answer = await api.post<Rule>("/v1/rules", { name: "Rule", enabled: true, ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const tag = (name: string) => [{ name: "tag_add", input: { tag: name } }];
const tagsOf = async (id: string) => (await reread(api, id)).tags;

/** Runs what the newest event of this type sets off; answers how many rules ran. */
async function runLast(conversationId: string, type: string): Promise<number> {
  const { rows } = await systemPool().query<{ id: string }>(
    `select "id" from events where "conversationId" = $1 and "type" = $2 order by "ordinal" desc limit 1`,
    [conversationId, type],
  );
  return (await runEvent.execute(system, { eventId: rows[0]?.id ?? "" })).runs;
}

describe("a rule is set off by what is told of promises and ratings", () => {
  it("when a service level is nearly over, and when it is [W12] [S3]", async () => {
    await api.post("/v1/sla-policies", { name: "Quick", firstResponse: 600 });
    await make({ trigger: { type: "sla/warning" }, actions: tag("hurry") });
    await make({ trigger: { type: "sla/breached" }, actions: [{ name: "priority", input: { priority: "urgent" } }] });
    const { id } = await converse(api, company);
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    await say(api, id, "visitor");
    const at = async (minutes: number, type: string) => {
      shiftClock(minutes * minute);
      await tellDueClocks.execute(system, { conversationId: id }).finally(() => shiftClock(0));
      expect(await runLast(id, type)).toBe(1);
    };
    await at(9, "sla/warning");
    expect([await tagsOf(id), (await reread(api, id)).priority]).toEqual([["hurry"], "none"]);
    await at(11, "sla/breached");
    expect((await reread(api, id)).priority).toBe("urgent");
  });

  it("when a conversation is rated, well or badly, once: a comment that follows is no rating [W12] [C2]", async () => {
    await api.patch("/v1/csat-settings", { enabled: true, delayMinutes: 0, everyDays: 0 });
    await make({ name: "Bad", trigger: { type: "csat/received", rating: "bad" }, actions: tag("unhappy") });
    await make({ name: "Good", trigger: { type: "csat/received", rating: "good" }, actions: tag("happy") });
    const rated = async (rating: number) => {
      const visitor = await visitorOn(company.given.channelId ?? "");
      const id = await visitor.begin("hello");
      await say(api, id, "user", { from: company.agent.id });
      await api.post(`/v1/conversations/${id}/close`, { isLead: false });
      await askNow.execute(system, { conversationId: id });
      const { data } = (await api.get<{ data: { id: string }[] }>(`/v1/csat-responses?conversationId=${id}`)).body;
      const rate = (body: object) => visitor.post(`/conversations/${id}/survey`, { surveyId: data[0]?.id, ...body });
      await rate({ rating });
      return { id, rate };
    };
    const { id, rate } = await rated(2);
    expect(await runLast(id, "csat/received")).toBe(1);
    expect(await tagsOf(id)).toContain("unhappy");
    await rate({ comment: "Too slow" });
    expect(await runLast(id, "csat/received")).toBe(0);
    const pleased = await rated(5);
    expect(await runLast(pleased.id, "csat/received")).toBe(1);
    expect(await tagsOf(pleased.id)).toContain("happy");
    expect(await tagsOf(pleased.id)).not.toContain("unhappy");
  });

  it("asks which ratings only of ratings [W12]", async () => {
    const body = { name: "Odd", trigger: { type: "conversation/created", rating: "bad" }, actions: tag("x") };
    const { status, body: told } = await api.post<{ details: { field: string }[] }>("/v1/rules", body);
    expect([status, told.details[0]?.field]).toEqual([400, "trigger.rating"]);
  });
});

describe("a rule that is set off by what is told of a contact acts", () => {
  const tagContact = async (contactId: string, name: string) => {
    await api.post(`/v1/contacts/${contactId}/tags`, { tag: name });
    const { rows } = await systemPool().query<{ id: string }>(
      `select "id" from events where "contactId" = $1 and "type" = 'contact/tag_added' order by "ordinal" desc limit 1`,
      [contactId],
    );
    return runEvent.execute(system, { eventId: rows[0]?.id ?? "" });
  };
  const address = () => `${crypto.randomUUID()}@x.example`;
  /** A conversation that is closed, and its contact. */
  async function known(visitorEmail: string) {
    const { id } = await converse(api, company, { visitorName: "Rita", visitorEmail, from: visitorEmail });
    await say(api, id, "visitor", { from: visitorEmail });
    await api.post(`/v1/conversations/${id}/close`, { isLead: true });
    return { id, contactId: String((await reread(api, id)).contactId) };
  }
  const acted = async (ruleId: string) =>
    (await api.get<{ data: RuleRun[] }>(`/v1/rules/${ruleId}/runs`)).body.data
      .map((run) => run.conversationId)
      .reverse();
  const trigger = { type: "contact/tag_added" };

  it("in the conversation that is open, also where an older one made the contact [W12] [E4]", async () => {
    const email = address();
    const { id, contactId } = await known(email);
    const rule = await make({ trigger, actions: tag("told") });
    await tagContact(contactId, "one");
    await systemPool().query(
      `update conversations set "createdAt" = "createdAt" - interval '2 days', "closedAt" = "closedAt" - interval '2 days',
         "lastMessageAt" = "lastMessageAt" - interval '2 days' where "id" = $1`,
      [id],
    );
    const { conversationId } = (await say(api, id, "visitor", { from: email })).body;
    await tagContact(contactId, "two");
    expect(conversationId).not.toBe(id);
    expect(await acted(rule.id)).toEqual([id, conversationId]);
    // With a conversation its runs go.
    await api.delete(`/v1/conversations/${id}`);
    await tagContact(contactId, "three");
    expect(await acted(rule.id)).toEqual([conversationId, conversationId]);
    await api.delete(`/v1/rules/${rule.id}`);
  });

  it("in none that only claims to be theirs [W12] [D10]", async () => {
    const email = address();
    const { id, contactId } = await known(email);
    const rule = await make({ trigger, actions: [{ name: "note", input: { message: "told" } }] });
    const stranger = await visitorOn(company.given.channelId ?? "");
    const message = { body: "hi", clientMessageId: crypto.randomUUID() };
    const begun = await stranger.post<{ conversation: { id: string } }>("/conversations", {
      visitor: { name: "Mallory", email },
      message,
    });
    const claiming = begun.body.conversation.id;
    await botRuns(company.companyId, claiming);
    expect(await reread(api, claiming)).toMatchObject({ contactId, contactLink: "claimed" });
    await tagContact(contactId, "refund");
    expect(await acted(rule.id)).toEqual([id]);
    await api.delete(`/v1/conversations/${id}`);
    expect(await tagContact(contactId, "again")).toEqual({ runs: 0 });
    await api.delete(`/v1/rules/${rule.id}`);
  });
});

it("goes by the company's default calendar where the chatbot has no hours of its own [S1] [W12]", async () => {
  const today = weekDays[(new Date().getUTCDay() + 6) % 7] ?? "MON";
  const hours = (days: WeekDay[]) => [{ days, range: "*" }];
  const desk = { name: "Desk", timeZone: "UTC", isDefault: true, hours: hours([...weekDays]) };
  const { body: calendar } = await api.post<Calendar>("/v1/calendars", desk);
  const trigger = { type: "conversation/created" };
  await make({ trigger, conditions: { businessHours: "in" }, actions: tag("by day") });
  await make({ trigger, conditions: { businessHours: "out" }, actions: tag("by night") });
  const begun = async () => {
    const { id } = await converse(api, company);
    await runLast(id, "conversation/created");
    return tagsOf(id);
  };
  expect(await begun()).toEqual(["by day"]);
  await api.patch(`/v1/calendars/${calendar.id}`, { hours: hours(weekDays.filter((day) => day !== today)) });
  expect(await begun()).toEqual(["by night"]);
  await api.delete(`/v1/calendars/${calendar.id}`);
});
