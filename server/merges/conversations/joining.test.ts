import { expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { recompute } from "#server/reports/recomputing.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";

const company = await openCompany("Acme");
const api = await openApi(company);

/** Two conversations of one visitor, known by one email. */
async function two(): Promise<[string, string]> {
  const from = newId();
  const ids: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { id: conversationId } = await converse(api, company, { from });
    const known = { conversationId, name: "Ann", email: `${from}@merging.example` };
    await captureContact.execute(systemActor(company.companyId), known);
    await api.post(`/v1/conversations/${conversationId}/confirm-contact`, {});
    ids.push(conversationId);
  }
  return [ids[0] ?? "", ids[1] ?? ""];
}

const post = (id: string, path: string, body: object = {}) => api.post(`/v1/conversations/${id}/${path}`, body);
const merge = (id: string, loserId: string) => api.post<Conversation>(`/v1/conversations/${id}/merge`, { loserId });
const tag = (id: string, name: string) =>
  systemPool().query(`update conversations set "tags" = "tags" || $2::text where "id" = $1`, [id, name]);

it("stays with the person who holds the other one: the bot is off, and it is theirs [W9, E13, F5]", async () => {
  const [winner, loser] = await two();
  const team = (await api.post<{ id: string }>("/v1/teams", { name: `Team ${newId()}` })).body.id;
  await say(api, loser, "user", { from: company.agent.id });
  await post(loser, "assign", { teamId: team, assignedTo: company.agent.id });
  await api.patch(`/v1/conversations/${loser}`, { priority: "high" });
  await tag(loser, "fired_hello");
  const told = await eventsDuring(company, () => merge(winner, loser));
  const after = await reread(api, winner);
  expect(after).toMatchObject({
    ...{ chatbotState: "OFF", assignedTo: company.agent.id, teamId: team, priority: "high" },
    persistentLastOperator: company.agent.id,
  });
  expect([...after.tags].sort()).toEqual(["fired_hello", "is_intervened", "was_intervened"]);
  expect((await say(api, winner, "robot")).body).toMatchObject({ error: "conversation_intervened" });
  const thread = await transcript(api, winner);
  expect(lines(thread).slice(-3)).toEqual(["/team_assigned", "/assigned", "/bot_paused"]);
  expect(thread.map(({ seq }) => seq)).toEqual(Array.from({ length: after.lastSeq }, (_, index) => index + 1));
  const changes = told.flatMap(({ type, data }) => (type === "conversation/updated" ? [data] : []));
  expect(changes.map((data) => (data as { changes: object }).changes)).toMatchObject([
    { teamId: { before: null, after: team } },
    { priority: { before: "none", after: "high" } },
    { chatbotState: { before: "ON", after: "OFF" } },
  ]);
  expect(told.find(({ type }) => type === "conversation/operator_assigned")?.data).toMatchObject({
    ...{ id: winner, assignedTo: company.agent.id, previousAssignedTo: null },
  });
});

it("keeps what is its own: who holds it, how pressing it is, what was decided, and its bot beside a closed one [W9]", async () => {
  const [winner, loser] = await two();
  await post(winner, "assign", { assignedTo: company.admin.id });
  await api.patch(`/v1/conversations/${winner}`, { priority: "urgent" });
  await api.patch(`/v1/conversations/${loser}`, { priority: "low" });
  await say(api, loser, "user", { from: company.agent.id });
  await post(loser, "close", { isLead: true });
  expect((await merge(winner, loser)).body).toMatchObject({
    ...{ chatbotState: "ON", assignedTo: company.admin.id, priority: "urgent", closed: false, isLead: true },
    tags: expect.arrayContaining(["was_intervened", "post_lead"]),
  });
  const [third, decided] = await two();
  await post(third, "close", { isLead: false });
  await post(decided, "close", { isLead: true });
  const { body } = await merge(third, decided);
  expect([body.isLead, body.tags]).toEqual([false, ["no_lead"]]);
});

it("comes back from being put off for a visitor who waits in the other one, and for no other [W4, W9]", async () => {
  const until = "2999-01-04T09:00:00.000Z";
  const [winner, loser] = await two();
  await say(api, loser, "visitor");
  await post(winner, "snooze", { until });
  const told = await eventsDuring(company, () => merge(winner, loser));
  expect(await reread(api, winner)).toMatchObject({ snoozedUntil: null, waitingSince: expect.any(String) });
  expect(lines(await transcript(api, winner))).toContain("/unsnoozed");
  expect(told.find(({ type }) => type === "conversation/unsnoozed")?.data).toMatchObject({ reason: "visitor" });
  const [kept, answered] = await two();
  await say(api, answered, "visitor");
  await say(api, answered, "user", { from: company.agent.id });
  await post(kept, "snooze", { until });
  expect((await merge(kept, answered)).body.snoozedUntil).toBe(until);
  const [both, alsoPutOff] = await two();
  await say(api, alsoPutOff, "visitor");
  for (const id of [both, alsoPutOff]) await post(id, "snooze", { until });
  expect((await merge(both, alsoPutOff)).body.snoozedUntil).toBe(until);
});

it("knows who spoke last in either, and who took part in both from first to last [W9, F6]", async () => {
  const [winner, loser] = await two();
  await say(api, loser, "user", { from: company.agent.id, body: "first" });
  const first = (await transcript(api, loser)).find(({ text }) => text === "first")?.createdAt;
  await say(api, winner, "user", { from: company.agent.id });
  await say(api, winner, "user", { from: company.admin.id });
  shiftClock(hour);
  await say(api, loser, "user", { from: company.otherAgent.id }).finally(() => shiftClock(0));
  const last = (await reread(api, winner)).participants.find(({ id }) => id === company.agent.id)?.lastMessageAt;
  const { body } = await merge(winner, loser);
  expect(body.persistentLastOperator).toBe(company.otherAgent.id);
  const both = body.participants.filter(({ id }) => id === company.agent.id);
  expect(both).toMatchObject([{ firstMessageAt: first, lastMessageAt: last }]);
});

it("is one conversation in reports, with its worth, its tags and who waits in it; the other is not resolved [R2, W9]", async () => {
  const [winner, loser] = await two();
  const { body: policy } = await api.post<{ id: string }>("/v1/sla-policies", { name: "Level", resolution: 7200 });
  for (const id of [winner, loser]) await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  await api.patch(`/v1/conversations/${loser}`, { amount: 90 });
  await post(loser, "tags", { tag: "vip" });
  await post(loser, "assign", { assignedTo: company.agent.id });
  const { createdAt } = (await say(api, loser, "visitor")).body;
  expect((await merge(winner, loser)).status).toBe(200);
  const measured = async () => {
    const facts = await systemPool().query<{ metric: string; conversationId: string; tags: string[] }>(
      `select * from report_facts where "conversationId" = any($1) order by "conversationId", "eventId", "metric"`,
      [[winner, loser]],
    );
    const states = await systemPool().query(
      `select * from report_states where "conversationId" = any($1) order by "conversationId"`,
      [[winner, loser]],
    );
    return { facts: facts.rows, states: states.rows };
  };
  const { facts, states } = await measured();
  const stateOf = (id: string) => states.find(({ conversationId }) => conversationId === id);
  const since = new Date(createdAt);
  expect(stateOf(winner)).toMatchObject({
    amount: 90,
    tags: ["vip"],
    neededAt: since,
    firstNeededAt: since,
    open: true,
  });
  expect(stateOf(loser)).toMatchObject({ neededAt: null, firstNeededAt: null, open: false });
  expect(
    facts.filter(({ conversationId }) => conversationId === winner).every(({ tags }) => tags.includes("vip")),
  ).toBe(true);
  const metrics = facts.map(({ metric }) => metric);
  expect(metrics.filter((one) => ["resolution", "waiting", "sla_met", "bot_contained"].includes(one))).toEqual([]);
  expect(metrics).toEqual(expect.arrayContaining(["released", "held"]));
  await recompute(company.companyId);
  expect(await measured()).toEqual({ facts, states });
  shiftClock(hour);
  await say(api, winner, "user", { from: company.agent.id }).finally(() => shiftClock(0));
  const first = (await measured()).facts.filter(({ metric }) => metric === "first_response");
  expect(first).toMatchObject([{ conversationId: winner, agentId: company.agent.id }]);
  await api.delete(`/v1/sla-policies/${policy.id}`);
});
