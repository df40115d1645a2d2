import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { updateCompany } from "#server/companies/editing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { replyHeld } from "#server/scheduled/holding.ts";
import { sendDue } from "#server/scheduled/sending.ts";
import type { Team } from "#server/teams/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { type Candidate, choose, give } from "./choosing.ts";
import { drainQueues } from "./draining.ts";
import { followPresence } from "./presence.ts";
import type { AssignmentPolicy } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
const system = systemActor(company.companyId);
const [ana, ben] = [company.agent, company.otherAgent];

const drain = () => drainQueues.execute(system, {});
const queued = async (teamId: string) => {
  const { id } = await converse(api, company);
  await api.post(`/v1/conversations/${id}/assign`, { teamId });
  return id;
};
const holder = async (id: string) => (await reread(api, id)).assignedTo;

async function connect(...ids: string[]): Promise<void> {
  const people = Object.fromEntries(ids.map((id) => [id, { talks: true, available: true }]));
  await systemPool().query(
    `insert into presences ("companyId", "instance", "state", "seenAt") values ($1, $1, $2, now())
     on conflict ("companyId", "instance") do update set "state" = excluded."state", "seenAt" = now()`,
    [company.companyId, JSON.stringify({ people, threads: {} })],
  );
  await followPresence.execute(system, {});
}

let made: { team: Team; policy: AssignmentPolicy } | undefined;
async function team(policy: object, members: object[] = [{ userId: ana.id }, { userId: ben.id }]) {
  const name = `Team ${newId()}`;
  const { body } = await api.post<Team>("/v1/teams", { name, members });
  const answer = await api.post<AssignmentPolicy>("/v1/assignment-policies", {
    ...{ teamId: body.id, onlyAvailable: false },
    ...policy,
  });
  expect(answer.status).toBe(200);
  made = { team: body, policy: answer.body };
  return made;
}
afterEach(async () => {
  if (made) await api.delete(`/v1/teams/${made.team.id}`);
  made = undefined;
  await systemPool().query(`update conversations set "assignedTo" = null, "status" = 'closed' where "companyId" = $1`, [
    company.companyId,
  ]);
});

const days = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** Open in two days for an hour: never while a test runs. */
async function closedCalendar(): Promise<string> {
  const hours = [{ days: [days[(new Date().getUTCDay() + 2) % 7]], range: "11-12" }];
  return (await api.post<{ id: string }>("/v1/calendars", { name: newId(), hours })).body.id;
}

describe("who is given the next one", () => {
  it("is somebody below the limit, balanced within one, whatever the order of events [W6]", () => {
    const people = fc.array(fc.record({ open: fc.nat(6), available: fc.boolean() }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 6 }), fc.nat(40), (drawn, perPerson, count) => {
        const group: Candidate[] = drawn.map((one, index) => ({
          ...one,
          ...{ id: String(index), name: "", lastAssignedAt: null },
        }));
        const rule = { method: "balanced", perPerson, onlyAvailable: true, sticky: false } as const;
        for (let at = 1; at <= count; at += 1) {
          const able = group.filter(({ open, available }) => available && open < perPerson);
          const choice = choose([group], rule, null);
          expect(choice === undefined).toBe(able.length === 0);
          if (!choice) return;
          expect(choice.person.open).toBe(Math.min(...able.map(({ open }) => open)));
          expect(choice.eligible).toHaveLength(able.length);
          give(choice.person, new Date(at));
        }
      }),
    );
  });
});

describe("a policy", () => {
  it("gives out up to the limits, oldest first, and goes on when one closes, is put off, or a limit rises [W6]", async () => {
    const { team: sales, policy } = await team({ perPerson: 1, perTeam: 2 });
    const ids = [await queued(sales.id), await queued(sales.id), await queued(sales.id), await queued(sales.id)];
    await drain();
    const held = async () => (await Promise.all(ids.map(holder))).map((id) => id !== "");
    expect(await held()).toEqual([true, true, false, false]);
    expect(new Set(await Promise.all(ids.slice(0, 2).map(holder)))).toEqual(new Set([ana.id, ben.id]));
    await api.post(`/v1/conversations/${ids[0]}/close`, { isLead: false });
    await drain();
    expect((await held())[2]).toBe(true);
    await api.post(`/v1/conversations/${ids[1]}/snooze`, { until: "2999-01-01T00:00:00Z" });
    await drain();
    expect((await held())[3]).toBe(true);
    const fifth = await queued(sales.id);
    await drain();
    expect(await holder(fifth)).toBe("");
    await api.patch(`/v1/assignment-policies/${policy.id}`, { perPerson: 9, perTeam: null });
    await drain();
    expect(await holder(fifth)).not.toBe("");
  });

  it("asks secondary members only where no primary one can take one more, then the fallback team [W6]", async () => {
    const fallback = (await api.post<Team>("/v1/teams", { name: "Fallback", members: [{ userId: company.admin.id }] }))
      .body;
    const members = [{ userId: ana.id }, { userId: ben.id, role: "secondary" }];
    const { team: sales } = await team({ perPerson: 1, fallbackTeamId: fallback.id }, members);
    const ids = [await queued(sales.id), await queued(sales.id), await queued(sales.id)];
    await drain();
    expect(await Promise.all(ids.map(holder))).toEqual([ana.id, ben.id, company.admin.id]);
    expect((await reread(api, ids[2] ?? "")).teamId).toBe(fallback.id);
    await api.delete(`/v1/teams/${fallback.id}`);
    expect(
      (await api.get<AssignmentPolicy[]>("/v1/assignment-policies")).body.map((one) => one.fallbackTeamId),
    ).toEqual((await api.get<AssignmentPolicy[]>("/v1/assignment-policies")).body.map(() => null));
  });

  it("gives a conversation back to its last human, and says why on the line and in the decision [W6]", async () => {
    const { team: sales } = await team({});
    const first = await queued(sales.id);
    const body = { from: ben.id, fromType: "user", body: "I will look" };
    await api.post(`/v1/conversations/${first}/messages`, body);
    await api.post(`/v1/conversations/${first}/assign`, { assignedTo: null });
    await drain();
    expect(await holder(first)).toBe(ben.id);
    const [decision] = (
      await api.get<{ reason: string; eligible: { userId: string }[] }[]>(
        `/v1/conversations/${first}/assignment-decisions`,
      )
    ).body;
    expect(decision).toMatchObject({ reason: "sticky", userId: ben.id });
    expect(decision?.eligible.map(({ userId }) => userId).sort()).toEqual([ana.id, ben.id].sort());
    const line = (await transcript(api, first)).findLast(({ command }) => command?.name === "assigned");
    expect(line?.command?.data).toMatchObject({ reason: "sticky", eligible: 2 });
  });

  it("asks only people who are connected and not away; a minute without a socket is offline [W6]", async () => {
    const { team: sales } = await team({ onlyAvailable: true });
    const id = await queued(sales.id);
    await drain();
    expect(await holder(id)).toBe("");
    const mine = await openApi(company, ["chat_talk"], ana);
    await connect(ana.id, ben.id);
    expect((await mine.put("/v1/users/me/availability", { availability: "away" })).body).toEqual({
      ...{ userId: ana.id, availability: "away" },
    });
    await drain();
    expect(await holder(id)).toBe(ben.id);
    await mine.put("/v1/users/me/availability", { availability: "available" });
    await connect();
    expect((await mine.get("/v1/users/me/availability")).body).toMatchObject({ availability: "available" });
    await systemPool().query(
      `update agent_states set "seenAt" = now() - interval '61 seconds' where "companyId" = $1`,
      [company.companyId],
    );
    await followPresence.execute(system, {});
    expect((await mine.get("/v1/users/me/availability")).body).toMatchObject({ availability: "offline" });
    const workload = await api.get<{ people: { userId: string; open: number }[] }>("/v1/workload");
    expect(workload.body.people.find(({ userId }) => userId === ben.id)?.open).toBe(1);
  });

  it("takes back from who went away what visitors write to since, and gives it to somebody else [W6]", async () => {
    const { team: sales } = await team({ onlyAvailable: true, awayHandsBack: true, perPerson: 5 });
    const mine = await openApi(company, ["chat_talk"], ana);
    const be = (availability: string) => mine.put("/v1/users/me/availability", { availability });
    await connect(ana.id, ben.id);
    await be("available");
    const [before, after] = [await queued(sales.id), await queued(sales.id)];
    for (const id of [before, after]) {
      await say(api, id, "visitor");
      await api.post(`/v1/conversations/${id}/assign`, { assignedTo: ana.id });
    }
    await be("away");
    await drain();
    expect([await holder(before), await holder(after)]).toEqual([ana.id, ana.id]);
    await say(api, after, "visitor", { body: "Are you there?" });
    await drain();
    expect([await holder(before), await holder(after)]).toEqual([ana.id, ben.id]);
    const told = (await transcript(api, after)).map(({ command }) => command).filter((command) => command !== null);
    expect(told.slice(-2).map(({ name, data }) => [name, data.reason])).toEqual([
      ["unassigned", "away"],
      ["assigned", "balanced"],
    ]);
    await be("available");
  });

  it("leaves with who went away what they have just answered, though the answer can still be undone [W6, W8]", async () => {
    const { team: sales } = await team({ onlyAvailable: true, awayHandsBack: true, perPerson: 5 });
    const mine = await openApi(company, ["chat_talk"], ana);
    const id = await queued(sales.id);
    await connect(ana.id, ben.id);
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: ana.id });
    await mine.put("/v1/users/me/availability", { availability: "away" });
    await say(api, id, "visitor", { body: "Still there?" });
    await updateCompany.execute(company.admin, { settings: { undoSendSeconds: 30 } });
    await replyHeld.execute(ana, { conversationId: id, type: "text/plain", body: "Yes" });
    await drain();
    expect(await holder(id)).toBe(ana.id);
    expect((await transcript(api, id)).map(({ text }) => text)).toContain("Yes");
    await mine.put("/v1/users/me/availability", { availability: "available" });
  });

  it("gives to nobody else what somebody has just answered, though the answer can still be undone [W6, W8]", async () => {
    const { team: sales } = await team({ method: "round_robin", onlyAvailable: false });
    await updateCompany.execute(company.admin, { settings: { undoSendSeconds: 30 } });
    const ids = [await queued(sales.id), await queued(sales.id), await queued(sales.id)];
    for (const id of ids) await replyHeld.execute(ana, { conversationId: id, type: "text/plain", body: "Yes" });
    await drain();
    expect(await Promise.all(ids.map(holder))).toEqual(["", "", ""]);
    await systemPool().query(`update scheduled_messages set "sendAt" = now() where "conversationId" = any($1)`, [ids]);
    await sendDue(system);
    await drain();
    expect(await Promise.all(ids.map(holder))).toEqual([ana.id, ana.id, ana.id]);
  });

  it("gives nothing out while the team's calendar is closed, and what waits once it opens [W6]", async () => {
    const closed = await closedCalendar();
    const { team: sales, policy } = await team({ withinHours: true });
    expect(policy.withinHours).toBe(true);
    const asked = await api.patch<Team>(`/v1/teams/${sales.id}`, { calendarId: closed });
    expect(asked.body.calendarId).toBe(closed);
    const id = await queued(sales.id);
    await drain();
    expect(await holder(id)).toBe("");
    const tried = await api.post<{ waiting: number }>("/v1/assignment-policies/dry-run", {
      ...{ teamId: sales.id, onlyAvailable: false, withinHours: true },
    });
    expect(tried.body).toMatchObject({ assigned: [], waiting: 1 });
    expect(await api.delete(`/v1/calendars/${closed}`)).toMatchObject({
      ...{ status: 409, body: { error: "conflict", teamId: sales.id } },
    });
    await api.patch(`/v1/teams/${sales.id}`, { calendarId: null });
    await drain();
    expect([ana.id, ben.id]).toContain(await holder(id));
    expect((await api.delete(`/v1/calendars/${closed}`)).status).toBe(200);
    expect((await api.patch(`/v1/teams/${sales.id}`, { calendarId: newId() })).status).toBe(400);
  });

  it("lets a fallback take what comes outside of the team's hours [W6]", async () => {
    const { body: night } = await api.post<Team>("/v1/teams", { name: newId(), members: [{ userId: ben.id }] });
    const { team: day } = await team({ withinHours: true, fallbackTeamId: night.id }, [{ userId: ana.id }]);
    await api.patch(`/v1/teams/${day.id}`, { calendarId: await closedCalendar() });
    const id = await queued(day.id);
    await drain();
    expect(await holder(id)).toBe(ben.id);
    await api.delete(`/v1/teams/${night.id}`);
  });

  it("says in the workload how much waits in a team's queue, and since when [W6]", async () => {
    const { team: sales } = await team({ method: "manual", perPerson: 3 });
    type Load = { teamId: string; open: number; waiting: number; waitingSince: string | null };
    const load = async () =>
      (await api.get<{ teams: Load[] }>("/v1/workload")).body.teams.find(({ teamId }) => teamId === sales.id);
    expect(await load()).toMatchObject({ open: 0, waiting: 0, waitingSince: null });
    const [first, second] = [await queued(sales.id), await queued(sales.id)];
    const { waitingSince, createdAt } = await reread(api, first);
    expect(await load()).toMatchObject({ open: 2, waiting: 2, waitingSince: waitingSince ?? createdAt });
    await api.post(`/v1/conversations/${first}/assign`, { assignedTo: ben.id });
    const left = await load();
    expect(left).toMatchObject({ open: 2, waiting: 1 });
    expect(left && left.waitingSince !== null && left.waitingSince >= (waitingSince ?? createdAt)).toBe(true);
    expect(await holder(second)).toBe("");
  });

  it("tells in a dry run what then happens, and changes nothing by it [W6]", async () => {
    const { team: sales, policy } = await team({ method: "manual" });
    const ids = [await queued(sales.id), await queued(sales.id), await queued(sales.id)];
    const draft = { teamId: sales.id, method: "round_robin", perPerson: 1, onlyAvailable: false };
    type Plan = { assigned: { conversationId: string; userId: string }[]; waiting: number };
    const plan = (await api.post<Plan>("/v1/assignment-policies/dry-run", draft)).body;
    expect([plan.assigned.length, plan.waiting]).toEqual([2, 1]);
    expect(await Promise.all(ids.map(holder))).toEqual(["", "", ""]);
    await api.patch(`/v1/assignment-policies/${policy.id}`, { method: "round_robin", perPerson: 1 });
    await drain();
    for (const { conversationId, userId } of plan.assigned) expect(await holder(conversationId)).toBe(userId);
  });

  it("of a channel gives out what belongs to no team and no bot answers [W6]", async () => {
    const channelId = company.given.channelId;
    const { body } = await api.post<AssignmentPolicy>("/v1/assignment-policies", { channelId, onlyAvailable: false });
    expect((await api.post("/v1/assignment-policies", { channelId })).status).toBe(409);
    const botty = await converse(api, company);
    const free = await converse(api, company);
    await api.patch<Conversation>(`/v1/conversations/${free.id}/chatbot-state`, { chatbotState: "OFF" });
    await drain();
    expect([await holder(botty.id), (await holder(free.id)) !== ""]).toEqual(["", true]);
    await api.delete(`/v1/assignment-policies/${body.id}`);
  });

  it("is of one team or channel, and names what there is [W6]", async () => {
    const { team: sales } = await team({ method: "manual" });
    for (const body of [
      {},
      { teamId: sales.id, channelId: company.given.channelId },
      { channelId: company.given.channelId, perTeam: 3 },
      { teamId: sales.id, fallbackTeamId: sales.id },
      { teamId: sales.id, perPerson: 0 },
    ])
      expect((await api.post("/v1/assignment-policies", body)).status, JSON.stringify(body)).toBe(400);
  });
});
