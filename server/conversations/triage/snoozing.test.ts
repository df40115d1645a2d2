import { afterEach, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import { listInbox } from "../list/inbox.ts";
import type { Conversation } from "../schema.ts";
import { endDueSnooze, listDueSnoozes } from "./snoozing.ts";

const company = await openCompany();
const api = await openApi(company);
afterEach(() => shiftClock(0));

const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const snooze = (id: string, until: string) => api.post<Conversation>(`/v1/conversations/${id}/snooze`, { until });
const jobs = systemActor(company.companyId);
async function end(): Promise<void> {
  const { ids } = await listDueSnoozes.execute(jobs, {});
  for (const conversationId of ids) await endDueSnooze.execute(jobs, { conversationId });
}
const inView = async (view: "mine" | "unassigned" | "snoozed", id: string) =>
  (await listInbox.execute(company.agent, { view, limit: 100 })).data.some((row) => row.id === id);

async function mine(): Promise<string> {
  const { id } = await converse(api, company);
  await say(api, id, "visitor");
  await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
  return id;
}

describe("snoozing", () => {
  it("takes a conversation from Mine to Snoozed and says until when and by whom [W4]", async () => {
    const id = await mine();
    const until = inHours(2);
    const events = await eventsDuring(company, async () => {
      const { status, body } = await snooze(id, until);
      expect([status, body.snoozedUntil, body.snoozedBy]).toEqual([200, until, company.admin.id]);
    });
    expect(events.map(({ type, data }) => [type, data.snoozedUntil])).toEqual([["conversation/snoozed", until]]);
    expect([await inView("mine", id), await inView("snoozed", id)]).toEqual([false, true]);
    expect(await typesDuring(company, () => snooze(id, until))).toEqual([]);
  });

  it("takes an unassigned one out of Unassigned, and by hand puts it back on top [W4]", async () => {
    const { id } = await converse(api, company);
    await say(api, id, "visitor");
    await snooze(id, inHours(1));
    expect([await inView("unassigned", id), await inView("snoozed", id)]).toEqual([false, true]);
    const newer = (await converse(api, company)).id;
    await say(api, newer, "visitor");
    const events = await eventsDuring(company, async () => {
      const { status, body } = await api.delete<Conversation>(`/v1/conversations/${id}/snooze`);
      expect([status, body.snoozedUntil]).toEqual([200, null]);
    });
    expect(events.map(({ type, data }) => [type, data.reason])).toEqual([["conversation/unsnoozed", "person"]]);
    const rows = (await listInbox.execute(company.agent, { view: "unassigned" })).data;
    expect(rows[0]?.id).toBe(id);
    expect(await typesDuring(company, () => api.delete(`/v1/conversations/${id}/snooze`))).toEqual([]);
  });

  it("ends by its time, once, on top of the list, with a line that says so [W4]", async () => {
    const id = await mine();
    await snooze(id, inHours(1));
    await end();
    expect((await reread(api, id)).snoozedUntil).not.toBeNull();
    shiftClock(1.5 * hour);
    const events = await eventsDuring(company, async () => {
      await Promise.all([end(), end(), end()]);
      await end();
    });
    const own = events.filter((event) => event.conversationId === id);
    expect(own.map(({ type, data }) => [type, data.reason])).toEqual([["conversation/unsnoozed", "time"]]);
    const back = await reread(api, id);
    expect([back.snoozedUntil, back.snoozedBy]).toEqual([null, ""]);
    expect((await transcript(api, id)).at(-1)?.command).toMatchObject({ name: "unsnoozed", data: { reason: "time" } });
    const page = await api.get<{ data: Conversation[] }>("/v1/conversations?limit=1");
    expect(page.body.data[0]?.id).toBe(id);
  });

  it("ends with the visitor's message, and not with an agent's [W4]", async () => {
    const id = await mine();
    await snooze(id, inHours(1));
    await say(api, id, "user", { from: company.agent.id });
    expect((await reread(api, id)).snoozedUntil).not.toBeNull();
    const events = await eventsDuring(company, () => say(api, id, "visitor"));
    expect(events.map(({ type }) => type)).toEqual(["conversation/unsnoozed", "conversation/message"]);
    expect(events[0]?.data.reason).toBe("visitor");
    expect(lines(await transcript(api, id)).slice(-2)).toEqual(["/unsnoozed", "visitor: Hello from visitor"]);
    expect((await reread(api, id)).snoozedUntil).toBeNull();
  });

  it("ends with closing, and a closed one cannot be snoozed [W4]", async () => {
    const id = await mine();
    await snooze(id, inHours(1));
    const types = await typesDuring(company, () => api.post(`/v1/conversations/${id}/close`, { isLead: false }));
    expect(types).toEqual(["conversation/unsnoozed", "conversation/archived"]);
    const refused = await snooze(id, inHours(1));
    expect([refused.status, refused.body.error]).toEqual([409, "conversation_closed"]);
  });

  it("stays with assigning, whoever gets it [W4]", async () => {
    const id = await mine();
    await snooze(id, inHours(1));
    await api.post(`/v1/conversations/${id}/transfer`, { transferTo: company.otherAgent.id });
    expect((await reread(api, id)).snoozedUntil).not.toBeNull();
  });

  it.each([
    ["a past time", () => ({ until: inHours(-1) })],
    ["no date", () => ({ until: "tomorrow" })],
    ["no time", () => ({})],
  ])("refuses %s [W4]", async (_what, body) => {
    const refused = await api.post(`/v1/conversations/${await mine()}/snooze`, body());
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "until"]);
  });

  it("has its own route: PATCH names it [W4]", async () => {
    const refused = await api.patch(`/v1/conversations/${await mine()}`, { snoozedUntil: inHours(1) });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "snoozedUntil"]);
    expect(refused.body.message).toContain("/snooze");
  });
});

describe("priority", () => {
  it("is none, changes by PATCH, and is told as a change of the conversation [W4]", async () => {
    const { id, priority } = await converse(api, company);
    expect(priority).toBe("none");
    const patch = () => api.patch<Conversation>(`/v1/conversations/${id}`, { priority: "urgent" });
    const events = await eventsDuring(company, async () => {
      expect((await patch()).body.priority).toBe("urgent");
      await patch();
    });
    expect(events.map(({ type, data }) => [type, data.changes])).toEqual([
      ["conversation/updated", { priority: { before: "none", after: "urgent" } }],
    ]);
    expect((await api.patch(`/v1/conversations/${id}`, { priority: "asap" })).status).toBe(400);
  });

  it("sorts and filters lists beside waiting and snoozed [W4]", async () => {
    const channelId = company.given.channelId;
    const ids: Record<string, string> = {};
    for (const priority of ["low", "urgent", "high"]) {
      const made = await converse(api, company, { channelId, visitorName: priority });
      ids[priority] = made.id;
      await api.patch(`/v1/conversations/${made.id}`, { priority, utmSource: "triage" });
    }
    for (const name of ["high", "low"]) await say(api, ids[name] ?? "", "visitor");
    await snooze(ids.low ?? "", inHours(3));
    const names = async (query: string) => {
      const { status, body, text } = await api.get<{ data: Conversation[] }>(
        `/v1/conversations?utmSource=triage&${query}`,
      );
      expect(status, text).toBe(200);
      return body.data.map(({ visitorName }) => visitorName);
    };
    expect(await names("sort=priority:desc")).toEqual(["urgent", "high", "low"]);
    expect(await names("sort=waitingSince:asc")).toEqual(["high", "low", "urgent"]);
    expect(await names("priority=urgent,high&sort=priority:asc")).toEqual(["high", "urgent"]);
    expect(await names("waiting=false")).toEqual(["urgent"]);
    expect(await names("waiting=true&snoozed=false")).toEqual(["high"]);
    expect(await names("snoozed=true")).toEqual(["low"]);
    for (const bad of ["waiting=maybe", "snoozed=2", "priority=asap"])
      expect((await api.get(`/v1/conversations?${bad}`)).status).toBe(400);
  });
});
