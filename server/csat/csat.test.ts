import { describe, expect, it } from "vitest";
import { day, hour, shiftClock } from "#server/base/clock.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { recordSubmission } from "#server/templates/submitting.ts";
import { botRuns } from "#server/testing/bot.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import { askAllDue, askNow } from "./asking.ts";
import type { CsatResponseView, CsatSettingsView } from "./schema.ts";

const company = await openCompany();
await runPlatform();
const api = await openApi(company);
const system = systemActor(company.companyId);

const set = (given: Partial<CsatSettingsView>) => api.patch<CsatSettingsView>("/v1/csat-settings", given);
const on = { enabled: true, delayMinutes: 0, everyDays: 30, scale: "stars" as const, lowTask: false };
await set(on);

const close = (id: string, isLead = false) => api.post(`/v1/conversations/${id}/close`, { isLead });
type Page = { data: CsatResponseView[]; pagination: { total: number; nextCursor: string | null } };
const responses = async (query: string) => (await api.get<Page>(`/v1/csat-responses?${query}`)).body.data;
const of = (id: string) => responses(`conversationId=${id}`);
const ask = (id: string) => askNow.execute(system, { conversationId: id });

let people = 0;
/** A web conversation that the team has answered, closed. */
async function served(extra: Record<string, unknown> = {}): Promise<string> {
  people += 1;
  const { id } = await converse(api, company, { from: `guest-${people}`, ...extra });
  await say(api, id, "user", { from: company.agent.id });
  await close(id, extra.visitorEmail !== undefined);
  return id;
}

async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  shiftClock(ms);
  return work().finally(() => shiftClock(0));
}

describe("who is asked", () => {
  it("nobody, as long as the company has not switched it on", async () => {
    await set({ enabled: false });
    const id = await served();
    expect(await of(id)).toEqual([]);
    await set(on);
  });

  it("only whose conversation a person of the team has written in", async () => {
    const { id } = await converse(api, company, { from: "bot-only" });
    await say(api, id, "visitor");
    await say(api, id, "robot");
    await close(id);
    expect(await ask(id)).toEqual({ asked: false });
    expect(await of(id)).toEqual([]);
  });

  it("each once, however often the job runs and whoever dies before it is done", async () => {
    const id = await served();
    const tries = await Promise.all([ask(id), ask(id), ask(id), askAllDue(system)]);
    expect(tries.filter((one) => one?.asked).length).toBeLessThanOrEqual(1);
    await askAllDue(system);
    const asked = (await transcript(api, id)).filter((one) => one.extra?.survey);
    expect(asked.map(({ text, responseOptions }) => [text, responseOptions.length])).toEqual([
      ["How would you rate this conversation?", 5],
    ]);
    const { rows } = await systemPool().query<{ n: number }>(
      `select count(*)::int as n from events where "conversationId" = $1 and "type" = 'csat/asked'`,
      [id],
    );
    expect(rows[0]?.n).toBe(1);
  });

  it("after the delay, and not where it was reopened meanwhile; closed again, the delay begins anew", async () => {
    await set({ delayMinutes: 10 });
    const id = await served();
    expect(await ask(id)).toEqual({ asked: false });
    await api.post(`/v1/conversations/${id}/open`);
    await later(11 * 60_000, () => ask(id));
    expect((await of(id)).map(({ state, reason }) => [state, reason])).toEqual([["skipped", "reopened"]]);
    await close(id);
    expect(await ask(id)).toEqual({ asked: false });
    expect(await later(11 * 60_000, () => ask(id))).toEqual({ asked: true });
    await set(on);
  });

  it("a contact at most once in so many days, in whichever conversation", async () => {
    const email = "regular@example.com";
    const [first, second] = [
      await served({ visitorEmail: email, visitorName: "Rita" }),
      await served({ visitorEmail: email, visitorName: "Rita" }),
    ];
    const both = await Promise.all([ask(first), ask(second)]);
    expect(both.filter(({ asked }) => asked)).toHaveLength(1);
    const states = [...(await of(first)), ...(await of(second))].map(({ state, reason }) => `${state} ${reason}`);
    expect(states.sort()).toEqual(["asked ", "skipped recent"]);
    await later(31 * day, async () => {
      const again = await served({ visitorEmail: email, visitorName: "Rita" });
      expect(await ask(again)).toEqual({ asked: true });
    });
  });
});

describe("answers in words", () => {
  it("count without reopening the conversation or waking the bot, and are no message for webhooks", async () => {
    const id = await served();
    await ask(id);
    const before = await reread(api, id);
    await say(api, id, "visitor", { from: `guest-${people}`, body: "Great!" });
    await botRuns(company.companyId, id);
    const after = await reread(api, id);
    expect(after.status).toBe("CLOSED");
    expect(after).toMatchObject({ lastMessageAt: before.lastMessageAt, lastVisitorSeq: before.lastVisitorSeq });
    expect(lines(await transcript(api, id)).slice(-2)).toEqual([
      "robot: How would you rate this conversation?",
      "visitor: Great!",
    ]);
    const [answer] = await of(id);
    expect(answer).toMatchObject({ state: "answered", rating: 5, good: true, agentId: company.agent.id });
    const told = (await eventsOf(company)).filter(({ conversationId }) => conversationId === id);
    expect(told.filter(({ type }) => type === "csat/received")).toHaveLength(1);
    const words = told.filter(({ type }) => type === "conversation/message").map(({ data }) => JSON.stringify(data));
    expect(words.some((one) => one.includes("Great!"))).toBe(false);
  });

  it("that are not clear are left as messages, which reopen it as ever", async () => {
    const id = await served();
    await ask(id);
    await say(api, id, "visitor", { from: `guest-${people}`, body: "I still have 2 questions" });
    expect((await reread(api, id)).status).toBe("ACTIVE");
    expect((await of(id))[0]).toMatchObject({ state: "asked", rating: null });
  });

  it("do what they always did where nothing was asked, or it was answered", async () => {
    const id = await served();
    await say(api, id, "visitor", { from: `guest-${people}`, body: "5" });
    expect((await reread(api, id)).status).toBe("ACTIVE");
    const other = await served();
    await ask(other);
    for (const body of ["5", "4"]) await say(api, other, "visitor", { from: `guest-${people}`, body });
    expect((await reread(api, other)).status).toBe("ACTIVE");
    expect((await of(other))[0]).toMatchObject({ rating: 5 });
  });

  it("that are bad become a task of who held it, where that is wished", async () => {
    await set({ lowTask: true });
    const id = await served({ visitorName: "Grumpy" });
    await ask(id);
    await say(api, id, "visitor", { from: `guest-${people}`, body: "2 - nobody called back" });
    await set(on);
    type Tasks = { data: { title: string; assignedTo: string }[] };
    const { body } = await api.get<Tasks>(`/v1/tasks?conversationId=${id}`);
    expect(body.data).toMatchObject([
      { title: "Follow up on a rating of 2 out of 5 (Grumpy)", assignedTo: company.agent.id },
    ]);
    expect((await of(id))[0]?.comment).toBe("nobody called back");
  });
});

describe("in the widget", () => {
  it("stars and a comment come in by the visitor's own door, each once", async () => {
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin("Hello there");
    await say(api, id, "user", { from: company.agent.id });
    await close(id);
    await ask(id);
    type Listed = { messages: VisitorMessage[] };
    const { body } = await visitor.get<Listed>(`/conversations/${id}/messages`);
    const survey = body.messages.at(-1)?.survey;
    expect(survey).toMatchObject({ scale: "stars", rating: null, askComment: true });
    const rate = (given: object) =>
      visitor.post<{ message: VisitorMessage }>(`/conversations/${id}/survey`, { surveyId: survey?.id, ...given });
    expect((await rate({ comment: "too early" })).status).toBe(409);
    expect((await rate({ rating: 4 })).body.message.survey).toMatchObject({ rating: 4, comment: "" });
    expect((await rate({ rating: 4 })).status).toBe(200);
    expect((await rate({ rating: 1 })).status).toBe(409);
    expect((await rate({ comment: "Kind and quick" })).body.message.survey?.comment).toBe("Kind and quick");
    expect((await rate({ rating: 9 })).status).toBe(400);
    const stranger = await visitorOn(company.given.channelId ?? "");
    expect((await stranger.post(`/conversations/${id}/survey`, { surveyId: survey?.id, rating: 5 })).status).toBe(404);
    expect((await of(id))[0]).toMatchObject({ rating: 4, comment: "Kind and quick" });
    expect((await reread(api, id)).status).toBe("CLOSED");
    const told = (await eventsOf(company)).filter((one) => one.type === "csat/received" && one.conversationId === id);
    expect(told.map(({ data }) => (data as { about: string }).about)).toEqual(["rating", "comment"]);
  });
});

let number = 5491166600000;

/** A customer on a platform whom a person has answered, closed. */
async function customer(line: Line, peer: string): Promise<string> {
  await line.customer(peer);
  await line.settled();
  const id = await line.conversation(peer);
  await say(api, id, "user", { from: company.agent.id });
  await line.drain(id);
  await line.settled();
  await close(id);
  return id;
}

const shownIn = (body: Record<string, unknown> | undefined) => JSON.stringify(body ?? {});

describe("on messaging channels", () => {
  it("WhatsApp asks by a list; a tapped row counts, and a comment after it is asked for", async () => {
    const line = await Line.open(company);
    const peer = String(++number);
    const id = await customer(line, peer);
    await ask(id);
    await line.drain(id);
    const question = (await line.phone(peer)).at(-1);
    expect(question?.body).toMatchObject({ type: "interactive", interactive: { type: "list" } });
    const [{ messageId } = { messageId: "" }] = await of(id);
    for (const [option, text] of [[1, "★★ Poor"] as const, [4, "★★★★★ Excellent"] as const]) {
      const choice = `o:${messageId}:${option}`;
      await line.customer(peer, { type: "button", text, target: question?.id ?? "", choice });
      await line.settled();
      expect((await of(id))[0]).toMatchObject({ rating: 2, comment: "" });
      expect((await line.messages(id)).map((one) => one.text)).toContain(text);
    }
    await line.drain(id);
    const thanks = (await line.phone(peer)).at(-1);
    expect(shownIn(thanks?.body)).toContain("Add a comment");
    await line.customer(peer, { text: "Add a comment" });
    await line.settled();
    await line.customer(peer, { text: "It took very long" });
    await line.settled();
    expect((await of(id))[0]).toMatchObject({ rating: 2, comment: "It took very long" });
    expect((await reread(api, id)).status).toBe("CLOSED");
    await line.customer(peer, { text: "By the way, when do you open?" });
    await line.settled();
    expect((await reread(api, id)).status).toBe("ACTIVE");
  });

  it("WhatsApp asks by the channel's template after 24 hours, and not at all without one", async () => {
    const line = await Line.open(company);
    const [first, second] = [String(++number), String(++number)];
    const unasked = await customer(line, first);
    await later(25 * hour, () => ask(unasked));
    expect((await of(unasked))[0]).toMatchObject({ state: "skipped", reason: "window_closed" });

    const template = await createTemplate.execute(company.admin, {
      ...{ channelId: line.channelId, name: "how_was_it", language: "en_US", category: "UTILITY" },
      components: [{ type: "BODY", text: "How was it? Answer with 1 to 5." }],
    });
    await recordSubmission.execute(system, { templateId: template.id, externalId: "9how", status: "APPROVED" });
    expect((await set({ templates: [{ channelId: line.channelId, templateId: 999_999 }] })).status).toBe(400);
    await set({ templates: [{ channelId: line.channelId, templateId: template.id }] });
    const id = await customer(line, second);
    expect(await later(25 * hour, () => ask(id))).toEqual({ asked: true });
    expect((await reread(api, id)).status).toBe("CLOSED");
    expect((await line.messages(id)).at(-1)).toMatchObject({ text: "How was it? Answer with 1 to 5." });
    await line.customer(second, { text: "4" });
    await line.settled();
    expect((await of(id))[0]).toMatchObject({ rating: 4 });
    await set({ templates: [] });
  });

  it.each([
    ["FACEBOOK", "excelente", 5],
    ["INSTAGRAM", "👎", 1],
  ] as const)("%s asks by quick replies, and understands words", async (type, words, rating) => {
    await set({ scale: type === "INSTAGRAM" ? "thumbs" : "stars" });
    const line = await Line.open(company, type);
    const peer = String(++number);
    const id = await customer(line, peer);
    await ask(id);
    await line.drain(id);
    expect(shownIn((await line.phone(peer)).at(-1)?.body)).toContain("quick_replies");
    await line.customer(peer, { text: words });
    await line.settled();
    expect((await of(id))[0]).toMatchObject({ rating });
    expect((await reread(api, id)).status).toBe("CLOSED");
    await set(on);
  });
});

describe("the list", () => {
  it("is filtered, counted and paged, and shows nobody more than their conversations", async () => {
    const good = await responses("good=true&state=answered");
    expect(good.length).toBeGreaterThan(0);
    expect(good.every(({ rating }) => (rating ?? 0) >= 4)).toBe(true);
    expect((await api.get("/v1/csat-responses?rating=1,9")).status).toBe(400);
    const all = (await api.get<Page>("/v1/csat-responses?limit=2")).body;
    expect(all.pagination.total).toBeGreaterThan(2);
    const next = await responses(`limit=2&cursor=${all.pagination.nextCursor}`);
    expect(next.map(({ id }) => id)).not.toContain(all.data[0]?.id);
    expect((await api.get(`/v1/csat-responses/${all.data[0]?.id}`)).status).toBe(200);
    const own = await openApi(company, ["clients_read_assigned"], company.otherAgent);
    expect((await own.get<Page>("/v1/csat-responses")).body.pagination.total).toBe(0);
    const { body } = await api.get<Conversation>(`/v1/conversations/${all.data[0]?.conversationId}`);
    expect(body.id).toBe(all.data[0]?.conversationId);
  });
});
