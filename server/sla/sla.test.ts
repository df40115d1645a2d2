import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { hour, minute, now, shiftClock } from "#server/base/clock.ts";
import type { Calendar } from "#server/calendars/schema.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { app } from "#server/rest/app.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { renewClocks } from "./renewing.ts";
import type { SlaPolicyView } from "./schema.ts";
import { listDueClocks, tellDueClocks } from "./telling.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);
const bare = await openCompany("Acme", allFurniture);
const plain = await openApi(bare);
const jobs = systemActor(company.companyId);
const all = "/v1/sla-policies";
type Refused = { error: string; message: string; details?: { field: string }[] };

let made: string[] = [];
afterEach(async () => {
  shiftClock(0);
  for (const id of made) await api.delete(`${all}/${id}`);
  while ((await renewClocks.execute(jobs, {})).renewed > 0);
  made = [];
});

async function promise(policy: Record<string, unknown>): Promise<SlaPolicyView> {
  const { status, body, text } = await api.post<SlaPolicyView>(all, { name: "Level", ...policy });
  expect(status, text).toBe(200);
  made.push(body.id);
  return body;
}

/** A conversation that no bot serves. */
async function begin(client = api, of = company): Promise<string> {
  const { id } = await converse(client, of);
  await client.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  return id;
}

const clocksOf = async (id: string) =>
  (await reread(api, id)).sla?.clocks.map(({ kind, state }) => `${kind} ${state}`) ?? null;
const told = async (id: string) =>
  (await eventsOf(company))
    .filter(({ type, conversationId }) => type.startsWith("sla/") && conversationId === id)
    .map(({ type, data }) => `${type} ${data.clock}`);
const tell = (conversationId: string) => tellDueClocks.execute(jobs, { conversationId });

describe("service levels", () => {
  it("are kept in an order that can be changed [S2]", async () => {
    const first = await promise({ name: "First", resolution: 60 });
    const second = await promise({ name: "Second", resolution: 60, order: 0 });
    const names = async () => (await api.get<SlaPolicyView[]>(all)).body.map(({ name }) => name);
    expect(await names()).toEqual(["Second", "Furnished", "First"]);
    await api.patch(`${all}/${first.id}`, { order: 0 });
    expect(await names()).toEqual(["First", "Second", "Furnished"]);
    expect((await api.get<SlaPolicyView>(`${all}/${second.id}`)).body.order).toBe(1);
  });

  it.each([
    ["no target", {}, "firstResponse"],
    ["a target of nothing", { firstResponse: 0 }, "firstResponse"],
    ["a condition that a conversation cannot answer", { resolution: 60, conditions: { search: "x" } }, "conditions"],
    ["a calendar that is none", { resolution: 60, calendarId: "x" }, "calendarId"],
  ])("refuses %s and says which field [S2]", async (_what, policy, field) => {
    const refused = await api.post<Refused>(all, { name: "No", ...policy });
    expect([refused.status, refused.body.error]).toEqual([400, "validation_error"]);
    expect(refused.body.details?.[0]?.field).toContain(field);
  });

  it("are one company's, and need the permission to change settings [S2]", async () => {
    const { id } = await promise({ resolution: 60 });
    expect((await plain.get(`${all}/${id}`)).status).toBe(404);
    expect((await plain.patch(`${all}/${id}`, { name: "Theirs" })).status).toBe(404);
    expect((await plain.delete(`${all}/${id}`)).status).toBe(404);
    const reader = http(app, (await company.token(["websites_read"])).secret);
    expect((await reader.get(`${all}/${id}`)).status).toBe(200);
    expect((await reader.delete(`${all}/${id}`)).status).toBe(403);
  });

  it("keep the calendar they count by, which says who needs it [S1]", async () => {
    const { body: calendar } = await api.post<Calendar>("/v1/calendars", { name: "Needed" });
    const { id } = await promise({ name: "Needs it", resolution: 60, calendarId: calendar.id });
    const refused = await api.delete<Refused>(`/v1/calendars/${calendar.id}`);
    expect([refused.status, refused.body.error]).toEqual([409, "conflict"]);
    expect(refused.body.message).toContain("Needs it");
    await api.patch(`${all}/${id}`, { calendarId: null });
    expect((await api.delete(`/v1/calendars/${calendar.id}`)).status).toBe(200);
  });
});

describe("the clocks of a conversation", () => {
  it("go by the policy whose custom fields it meets, and follow them as they change [S2] [W12]", async () => {
    const gold = { name: "Gold", resolution: 600, order: 0, conditions: { customFields: ["plan=gold", "seats>=3"] } };
    await promise({ name: "Everybody", resolution: 3600 });
    await promise(gold);
    const id = await begin();
    const level = async () => (await reread(api, id)).sla?.policyName;
    const put = (customFields: object) => api.put(`/v1/conversations/${id}`, { customFields });
    expect(await level()).toBe("Everybody");
    await put({ plan: "gold", seats: 2 });
    expect(await level()).toBe("Everybody");
    await put({ seats: 4 });
    expect(await level()).toBe("Gold");
    await put({ plan: "free" });
    expect(await level()).toBe("Everybody");
  });

  it("begin when a human is needed and stop with the answer, in time [S2]", async () => {
    const { id: policyId } = await promise({ firstResponse: 600, nextResponse: 300, resolution: 3600 });
    const id = await begin();
    expect(await clocksOf(id)).toEqual(["resolution running"]);
    await say(api, id, "visitor");
    const waiting = await reread(api, id);
    expect(waiting.sla).toMatchObject({ policyId, policyName: "Level" });
    const [due] = (waiting.sla?.clocks ?? []).filter(({ kind }) => kind === "first_response");
    expect(new Date(due?.dueAt ?? 0).getTime() - new Date(due?.startedAt ?? 0).getTime()).toBe(600_000);
    expect(waiting.slaDueAt).toBe(due?.dueAt);
    await say(api, id, "user", { from: company.agent.id });
    expect(await clocksOf(id)).toEqual(["resolution running"]);
    await say(api, id, "visitor");
    expect(await clocksOf(id)).toContain("next_response running");
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    expect(await clocksOf(id)).toEqual([]);
    expect(await told(id)).toEqual(["sla/met first_response", "sla/met resolution"]);
    await api.post(`/v1/conversations/${id}/open`);
    expect(await clocksOf(id)).toEqual(["resolution running"]);
  });

  it("do not run for a response while a bot serves [S2]", async () => {
    await promise({ firstResponse: 600 });
    const { id } = await converse(api, company);
    await say(api, id, "visitor");
    expect(await clocksOf(id)).toEqual([]);
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    expect(await clocksOf(id)).toEqual(["first_response running"]);
  });

  it("stand still while it is put off, and the resolution's while the visitor is awaited where that is set [S2]", async () => {
    await promise({ firstResponse: 3600, resolution: 7200, pausesForVisitor: true });
    const id = await begin();
    expect(await clocksOf(id)).toEqual(["resolution paused"]);
    await say(api, id, "visitor");
    expect(await clocksOf(id)).toEqual(["resolution running", "first_response running"]);
    const before = (await reread(api, id)).slaDueAt;
    const until = new Date(Date.now() + 24 * hour).toISOString();
    await api.post(`/v1/conversations/${id}/snooze`, { until });
    expect(await clocksOf(id)).toEqual(["resolution paused", "first_response paused"]);
    expect((await reread(api, id)).slaDueAt).toBeNull();
    shiftClock(hour);
    await api.delete(`/v1/conversations/${id}/snooze`);
    const later = (await reread(api, id)).slaDueAt;
    const shift = new Date(later ?? 0).getTime() - new Date(before ?? 0).getTime();
    expect(Math.abs(shift - hour)).toBeLessThan(minute);
  });

  it("follow the first level whose conditions hold, when they begin to and when they cease to [S2]", async () => {
    await promise({ name: "Urgent", resolution: 60, conditions: { priority: ["urgent"], tags: ["vip"] } });
    await promise({ name: "High", resolution: 120, conditions: { priority: ["urgent", "high"] } });
    const id = await begin();
    const name = async () => (await reread(api, id)).sla?.policyName ?? null;
    expect(await name()).toBeNull();
    await api.patch(`/v1/conversations/${id}`, { priority: "urgent" });
    expect(await name()).toBe("High");
    await api.post(`/v1/conversations/${id}/tags`, { tag: "vip" });
    expect(await name()).toBe("Urgent");
    await api.patch(`/v1/conversations/${id}`, { priority: "low" });
    expect(await name()).toBeNull();
    expect((await reread(api, id)).slaDueAt).toBeNull();
  });

  it("count the open time of the calendar, and are reckoned anew when it or the level changes [S2]", async () => {
    const { body: calendar } = await api.post<Calendar>("/v1/calendars", {
      name: "Day",
      hours: [{ days: ["MON"], range: "*" }],
    });
    const { id: policyId } = await promise({ resolution: 3600, calendarId: calendar.id });
    const id = await begin();
    const due = async () => new Date((await reread(api, id)).slaDueAt ?? 0);
    const first = await due();
    expect(first.getUTCDay()).toBe(1);
    await api.patch(`/v1/calendars/${calendar.id}`, {
      hours: [{ days: ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"], range: "*" }],
    });
    await renewClocks.execute(jobs, {});
    const second = await due();
    expect(Math.abs(second.getTime() - now().getTime() - hour)).toBeLessThan(minute);
    await api.patch(`${all}/${policyId}`, { resolution: 7200 });
    await renewClocks.execute(jobs, {});
    expect((await due()).getTime() - second.getTime()).toBeGreaterThan(59 * minute);
    await api.patch(`${all}/${policyId}`, { calendarId: null });
    await api.delete(`${all}/${policyId}`);
    while ((await renewClocks.execute(jobs, {})).renewed > 0);
    expect((await reread(api, id)).sla).toBeNull();
    await api.delete(`/v1/calendars/${calendar.id}`);
  });

  it("are found by a list, those due first [S3]", async () => {
    await promise({ resolution: 7200, conditions: { priority: ["low"] } });
    await promise({ resolution: 60, conditions: { priority: ["high"] } });
    const [slow, fast] = [await begin(), await begin()];
    await api.patch(`/v1/conversations/${slow}`, { priority: "low" });
    await api.patch(`/v1/conversations/${fast}`, { priority: "high" });
    const list = async (query: string) =>
      (await api.get<{ data: Conversation[] }>(`/v1/conversations?limit=2&${query}`)).body.data.map(({ id }) => id);
    expect(await list("sort=slaDueAt:asc")).toEqual([fast, slow]);
    expect((await list("sort=slaDueAt:desc"))[0]).toBe(slow);
    expect(await list("sla=running&sort=slaDueAt:asc")).toEqual([fast, slow]);
    expect(await list("sla=breached")).toEqual([]);
    shiftClock(2 * minute);
    expect(await list("sla=breached")).toEqual([fast]);
    expect(await list("sla=none")).not.toContain(slow);
    const page = await api.get<{ pagination: { nextCursor: string } }>("/v1/conversations?limit=1&sort=slaDueAt:asc");
    expect(await list(`sort=slaDueAt:asc&cursor=${page.body.pagination.nextCursor}`)).toContain(slow);
  });
});

describe("warnings and breaches", () => {
  it("are told once each, by however many workers, although one of them dies [S2]", async () => {
    await promise({ firstResponse: 600 });
    const id = await begin();
    await say(api, id, "visitor");
    await tell(id);
    expect(await told(id)).toEqual([]);
    shiftClock(9 * minute);
    expect((await listDueClocks.execute(jobs, {})).ids).toContain(id);
    const killed = inTransaction(company.companyId, async () => {
      await tell(id);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await told(id)).toEqual([]);
    await Promise.all([tell(id), tell(id), tell(id)]);
    expect(await told(id)).toEqual(["sla/warning first_response"]);
    shiftClock(11 * minute);
    await Promise.all([tell(id), tell(id)]);
    expect(await told(id)).toEqual(["sla/warning first_response", "sla/breached first_response"]);
    expect((await listDueClocks.execute(jobs, {})).ids).not.toContain(id);
    expect(await clocksOf(id)).toEqual(["first_response breached"]);
    await say(api, id, "user", { from: company.agent.id });
    expect(await told(id)).toHaveLength(2);
  });

  it("are told by the late answer itself where nobody had looked yet [S2]", async () => {
    await promise({ firstResponse: 600 });
    const id = await begin();
    await say(api, id, "visitor");
    shiftClock(11 * minute);
    await say(api, id, "user", { from: company.agent.id });
    await tell(id);
    expect(await told(id)).toEqual(["sla/breached first_response"]);
  });
});

/** The statements that `work` sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const original = pg.Client.prototype.query;
  const sent: string[] = [];
  const spy = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    if (typeof first === "object" && first !== null && "text" in first) sent.push(String(first.text));
    return Reflect.apply(original, this, args);
  };
  Reflect.set(pg.Client.prototype, "query", spy);
  await work().finally(() => Reflect.set(pg.Client.prototype, "query", original));
  return sent;
}

/** What a visitor's message sends that begins a wait, and one that goes on: of three, the one in which least else ran. */
async function messages(client: typeof api, conversationId: string) {
  await say(client, conversationId, "visitor");
  const rounds: { begins: string[]; goesOn: string[] }[] = [];
  for (let round = 0; round < 3; round += 1) {
    await say(client, conversationId, "user");
    const begins = await statementsOf(() => say(client, conversationId, "visitor"));
    rounds.push({ begins, goesOn: await statementsOf(() => say(client, conversationId, "visitor")) });
  }
  const least = (pick: (round: (typeof rounds)[number]) => string[]) =>
    rounds.map(pick).reduce((fewest, sent) => (sent.length < fewest.length ? sent : fewest));
  return { begins: least(({ begins }) => begins), goesOn: least(({ goesOn }) => goesOn) };
}

describe("what clocks cost", () => {
  it("is nothing for a message of a company without service levels, and two reads where one begins a wait [S2]", async () => {
    const without = await begin(plain, bare);
    const { begins: bareBegins, goesOn: bareGoesOn } = await messages(plain, without);
    expect([...bareBegins, ...bareGoesOn].filter((text) => /sla_policies|calendars/.test(text))).toEqual([]);
    await promise({ firstResponse: 600, nextResponse: 600, resolution: 3600 });
    const { begins, goesOn } = await messages(api, await begin());
    expect(begins.length).toBe(bareBegins.length + 2);
    expect(goesOn.length).toBe(bareGoesOn.length);
    expect(begins.length / bareBegins.length).toBeLessThan(1.4);
  });
});
