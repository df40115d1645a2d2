import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { hour, minute, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { markCutOff } from "#server/channels/connection/cutting-off.ts";
import { markRead } from "#server/conversations/list/inbox.ts";
import { endDueSnooze } from "#server/conversations/triage/snoozing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { prune } from "#server/jobs/pruning.ts";
import { planDues, runDue } from "#server/rules/dues.ts";
import { sendDue } from "#server/scheduled/sending.ts";
import { tellDueClocks } from "#server/sla/telling.ts";
import { tellDue } from "#server/tasks/reminding.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { Client } from "#server/testing/http.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { converse, say } from "#server/testing/talking.ts";
import { updateWebhook } from "#server/webhooks/editing.ts";
import { warnOfFailing } from "#server/webhooks/warning.ts";
import type { NotificationKind } from "./choices.ts";
import { listNotifications } from "./listing.ts";
import { readPreferences, updatePreferences } from "./preferring.ts";
import type { Notification } from "./schema.ts";

const company = await openCompany("Acme", ["webhook", "whatsapp"]);
const other = await furnishedCompany("Other", ["webhook", "whatsapp"]);
const { agent, otherAgent, supervisor, admin } = company;
const api = await openApi(company);

type Page = { data: Notification[]; pagination: { total: number } };

const bells = new Map<string, Client>();
const bellOf = async (person: Actor) => {
  const known =
    bells.get(person.id) ?? (await openApi(company, ["clients_read", "chat_talk", "webhooks_read"], person));
  bells.set(person.id, known);
  return known;
};
const of = async (person: Actor, kind?: NotificationKind) => {
  const { data } = await listNotifications.execute(person, { limit: 100 });
  return kind ? data.filter((one) => one.kind === kind) : data;
};
const about = async (person: Actor, conversationId: string) =>
  (await of(person)).filter((one) => one.conversationId === conversationId);
const unread = async (person: Actor) =>
  (await (await bellOf(person)).get<{ unread: number }>("/v1/notifications/unread")).body.unread;
const assign = (id: string, to: Actor | null, as: Client = api) =>
  as.post(`/v1/conversations/${id}/assign`, { assignedTo: to?.id ?? null });
const note = (id: string, mentions: unknown) =>
  api.post<{ id: string; mentions: string[] }>(`/v1/conversations/${id}/notes`, { message: "Please look", mentions });
const holderOf = async (id: string) =>
  (await api.get<{ assignedTo: string }>(`/v1/conversations/${id}`)).body.assignedTo;
const clear = async (person: Actor) => (await bellOf(person)).post("/v1/notifications/read", {});

beforeAll(async () => {
  for (const person of [agent, otherAgent, supervisor, admin]) await clear(person);
});

describe("an assignment", () => {
  it("is told to whom it was given, with who did it and whose conversation it is [W3]", async () => {
    const { id } = await converse(api, company, { visitorName: "Vera" });
    await assign(id, agent);
    expect(await about(agent, id)).toMatchObject([
      { kind: "assigned", name: "Vera", actor: { id: admin.id, name: admin.name }, count: 1, readAt: null },
    ]);
    expect(await about(otherAgent, id)).toEqual([]);
  });

  it("that somebody gives themselves is told to nobody [W3]", async () => {
    const { id } = await converse(api, company);
    await assign(id, agent, await openApi(company, ["chat_talk"], agent));
    expect(await about(agent, id)).toEqual([]);
  });

  it("leaves no line with whom it was taken from, since they do not see it any more [W3]", async () => {
    const { id } = await converse(api, company);
    await assign(id, agent);
    const before = await unread(agent);
    await assign(id, otherAgent);
    expect(await about(agent, id)).toEqual([]);
    expect(await unread(agent)).toBe(before - 1);
  });
});

describe("a visitor's answer", () => {
  it("is told to the assignee, once while unread, with the last words and how many they are [W3]", async () => {
    const { id } = await converse(api, company);
    await assign(id, agent);
    for (const body of ["One", "Two", "Three"]) await say(api, id, "visitor", { body });
    const replies = (await about(agent, id)).filter(({ kind }) => kind === "replied");
    expect(replies).toMatchObject([{ text: "Three", count: 3, actor: null }]);
    await (await bellOf(agent)).post("/v1/notifications/read", { conversationId: id });
    await say(api, id, "visitor", { body: "Four" });
    const after = (await about(agent, id)).filter(({ kind }) => kind === "replied");
    expect(after.map(({ text, count, readAt }) => [text, count, readAt !== null])).toEqual([
      ["Four", 1, false],
      ["Four", 3, true],
    ]);
  });

  it("is not told to an assignee who has the conversation open in this moment [W3]", async () => {
    const { id } = await converse(api, company);
    await assign(id, agent);
    const state = { people: {}, threads: { [id]: { [agent.id]: agent.name } } };
    const instance = newId();
    const seen = (age: string) =>
      systemPool().query(
        `insert into presences ("companyId", "instance", "state", "seenAt") values ($1, $2, $3, now() - $4::interval)
         on conflict ("companyId", "instance") do update set "seenAt" = excluded."seenAt"`,
        [company.companyId, instance, state, age],
      );
    const replies = async () => (await about(agent, id)).filter(({ kind }) => kind === "replied").length;
    await seen("1 second");
    await say(api, id, "visitor");
    expect(await replies()).toBe(0);
    // An instance that was killed says nothing of who looks now.
    await seen("1 minute");
    await say(api, id, "visitor");
    expect(await replies()).toBe(1);
    await systemPool().query(`delete from presences where "instance" = $1`, [instance]);
  });

  it("in a conversation that nobody holds is told to those who may take it, until somebody does [W3]", async () => {
    const { id } = await converse(api, company);
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    await say(api, id, "visitor", { body: "Is anybody there?" });
    await say(api, id, "visitor", { body: "Hello?" });
    for (const person of [agent, otherAgent, supervisor])
      expect(await about(person, id)).toMatchObject([{ kind: "unassigned_new", text: "Hello?" }]);
    await say(api, id, "user", { body: "Somebody is on the way" });
    expect(await about(supervisor, id)).toMatchObject([{ kind: "unassigned_new", text: "Hello?" }]);
    expect(await about(company.viewer, id)).toEqual([]);
    await assign(id, supervisor);
    const state = (await about(admin, id)).concat(await about(supervisor, id));
    expect(state.filter(({ kind, readAt }) => kind === "unassigned_new" && readAt === null)).toEqual([]);
  });
});

describe("a mention", () => {
  it("is told to the person and lets them see the conversation until it closes [W3]", async () => {
    const { id } = await converse(api, company);
    await assign(id, otherAgent);
    const mine = await openApi(company, ["clients_read_assigned", "chat_talk"], agent);
    expect((await mine.get(`/v1/conversations/${id}`)).status).toBe(404);
    const made = await note(id, [agent.id, agent.id.toUpperCase()]);
    expect(made).toMatchObject({ status: 200, body: { mentions: [agent.id] } });
    expect((await mine.get(`/v1/conversations/${id}`)).status).toBe(200);
    expect(await about(agent, id)).toMatchObject([{ kind: "mentioned", text: "Please look" }]);
    const listed = async () => {
      const { body } = await mine.get<{ data: { id: string }[] }>("/v1/conversations?limit=100");
      return body.data.some((one) => one.id === id);
    };
    expect(await listed()).toBe(true);
    expect((await mine.post(`/v1/conversations/${id}/notes`, { message: "I did" })).status).toBe(200);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    expect((await mine.get(`/v1/conversations/${id}`)).status).toBe(404);
    expect(await listed()).toBe(false);
    await api.post(`/v1/conversations/${id}/open`, {});
    expect((await mine.get(`/v1/conversations/${id}`)).status).toBe(404);
  });

  it("of strangers, deactivated people or rubbish is a 400 that writes nothing [W3]", async () => {
    const { id } = await converse(api, company);
    const gone = await company.person("agent", "Gone");
    await systemPool().query(`update users set "active" = false where "id" = $1`, [gone.id]);
    for (const mentions of [[other.admin.id], [gone.id], [newId()], ["me"], "me", [3]]) {
      const answer = await note(id, mentions);
      expect(answer, JSON.stringify(mentions)).toMatchObject({ status: 400, body: { error: "validation_error" } });
    }
    expect((await api.get<unknown[]>(`/v1/conversations/${id}/notes`)).body).toEqual([]);
  });

  it("of a team is one of its active members, each once, but of who names it [W3]", async () => {
    const { id } = await converse(api, company);
    const gone = await company.person("agent", "Gone from the team");
    const members = [agent, otherAgent, admin, gone].map((person) => ({ userId: person.id, role: "primary" }));
    const team = await api.post<{ id: string }>("/v1/teams", { name: "Named", color: "#0f766e", members });
    await systemPool().query(`update users set "active" = false where "id" = $1`, [gone.id]);
    const made = await note(id, [team.body.id, agent.id]);
    expect(made.body.mentions.toSorted()).toEqual([agent.id, otherAgent.id].toSorted());
    for (const person of [agent, otherAgent])
      expect(await about(person, id)).toMatchObject([{ kind: "mentioned", text: "Please look" }]);
    expect([...(await about(admin, id)), ...(await about(supervisor, id))]).toEqual([]);
    const elsewhere = await openApi(other);
    const theirs = await elsewhere.post<{ id: string }>("/v1/teams", { name: "Theirs", color: "#0f766e", members: [] });
    expect(await note(id, [theirs.body.id])).toMatchObject({ status: 400, body: { error: "validation_error" } });
  });

  it("of oneself tells nobody [W3]", async () => {
    const { id } = await converse(api, company);
    await note(id, [admin.id]);
    expect(await about(admin, id)).toEqual([]);
  });
});

describe("what has its time", () => {
  const later = () => shiftClock(2 * hour);
  const soon = () => new Date(Date.now() + hour).toISOString();
  afterEach(() => shiftClock(0));

  it("tells the assignee of a task that it is due, also where they do not see whom it is about, until it is done [W8]", async () => {
    const { id: conversationId } = await converse(api, company);
    await assign(conversationId, otherAgent);
    const task = { title: "Call back", dueAt: soon(), assignedTo: agent.id, conversationId };
    const { id } = (await api.post<{ id: string }>("/v1/tasks", task)).body;
    await api.post("/v1/tasks", { ...task, assignedTo: null });
    later();
    await tellDue.execute(systemActor(company.companyId), {});
    await tellDue.execute(systemActor(company.companyId), {});
    const [told, ...more] = await of(agent, "task_due");
    expect(told).toMatchObject({ aboutId: id, name: "Call back", conversationId: null, count: 1, readAt: null });
    expect([more, await of(admin, "task_due"), await of(otherAgent, "task_due")]).toEqual([[], [], []]);
    await api.patch(`/v1/tasks/${id}`, { title: "Call Vera back" });
    expect(await of(agent, "task_due")).toMatchObject([{ name: "Call Vera back", readAt: null }]);
    await api.patch(`/v1/tasks/${id}`, { done: true });
    expect((await of(agent, "task_due"))[0]?.readAt).not.toBeNull();
    await api.delete(`/v1/tasks/${id}`);
    expect(await of(agent, "task_due")).toMatchObject([{ name: "" }]);
  });

  it("tells the assignee of a conversation that comes back by its time, not by a visitor or by hand [W8]", async () => {
    const [byTime, byVisitor, byHand] = await Promise.all([1, 2, 3].map(async () => (await converse(api, company)).id));
    if (!byTime || !byVisitor || !byHand) throw new Error("three conversations");
    for (const id of [byTime, byVisitor, byHand]) {
      await assign(id, agent);
      await api.post(`/v1/conversations/${id}/snooze`, { until: soon() });
    }
    await say(api, byVisitor, "visitor");
    await api.delete(`/v1/conversations/${byHand}/snooze`);
    later();
    for (const conversationId of [byTime, byTime, byVisitor, byHand])
      await endDueSnooze.execute(systemActor(company.companyId), { conversationId });
    expect(await of(agent, "snooze_over")).toMatchObject([{ conversationId: byTime, count: 1, actor: null }]);
    expect(await of(admin, "snooze_over")).toEqual([]);
  });

  it("tells who put off what nobody holds that it is back, or those who are there [W8]", async () => {
    const [own, orphan] = [(await converse(api, company)).id, (await converse(api, company)).id];
    const gone = await company.person("supervisor", "Gone for good");
    for (const [id, person] of [
      [own, otherAgent],
      [orphan, gone],
    ] as const)
      await (await openApi(company, ["chat_talk"], person)).post(`/v1/conversations/${id}/snooze`, { until: soon() });
    await systemPool().query(`update users set "active" = false where "id" = $1`, [gone.id]);
    later();
    for (const conversationId of [own, orphan])
      await endDueSnooze.execute(systemActor(company.companyId), { conversationId });
    const back = async (person: Actor, id: string) =>
      (await about(person, id)).filter(({ kind }) => kind === "snooze_over").length;
    expect([await back(otherAgent, own), await back(agent, own), await back(supervisor, own)]).toEqual([1, 0, 0]);
    expect([await back(agent, orphan), await back(supervisor, orphan)]).toEqual([1, 1]);
  });

  it("tells to whom a task comes that is due already, and to nobody twice [W8]", async () => {
    const task = { title: "Long due", dueAt: soon(), assignedTo: agent.id };
    const { id } = (await api.post<{ id: string }>("/v1/tasks", task)).body;
    const overdue = async (person: Actor) => (await of(person, "task_due")).filter(({ aboutId }) => aboutId === id);
    await api.patch(`/v1/tasks/${id}`, { assignedTo: otherAgent.id });
    expect(await overdue(otherAgent)).toEqual([]);
    later();
    await tellDue.execute(systemActor(company.companyId), {});
    expect(await overdue(otherAgent)).toMatchObject([{ readAt: null }]);
    await api.patch(`/v1/tasks/${id}`, { assignedTo: agent.id });
    expect(await overdue(agent)).toMatchObject([{ name: "Long due", count: 1, readAt: null }]);
    expect((await overdue(otherAgent))[0]?.readAt).not.toBeNull();
    await api.patch(`/v1/tasks/${id}`, { title: "Longer due" });
    expect(await overdue(agent)).toMatchObject([{ count: 1 }]);
  });

  it("warns who holds a conversation of a promised time, and tells those who are there where nobody holds it [S3]", async () => {
    await api.post("/v1/sla-policies", { name: "Soon", firstResponse: 600 });
    const start = async (to: Actor | null) => {
      const { id } = await converse(api, company, { visitorName: "Petra" });
      await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
      await assign(id, to);
      await say(api, id, "visitor");
      return id;
    };
    const tellClocks = async (...ids: string[]) => {
      for (const conversationId of ids) await tellDueClocks.execute(systemActor(company.companyId), { conversationId });
    };
    const kindsOf = async (person: Actor, id: string) =>
      (await about(person, id)).filter(({ readAt }) => readAt === null).map(({ kind }) => kind);
    const [held, free] = [await start(agent), await start(null)];
    shiftClock(9 * minute);
    await tellClocks(held, free);
    expect(await kindsOf(agent, held)).toContain("sla_warning");
    expect(await kindsOf(otherAgent, held)).not.toContain("sla_warning");
    expect(await kindsOf(otherAgent, free)).toContain("sla_warning");
    shiftClock(11 * minute);
    await tellClocks(held, free);
    expect(await about(agent, held)).toContainEqual(expect.objectContaining({ kind: "sla_breached", name: "Petra" }));
    expect(await kindsOf(otherAgent, held)).toEqual([]);
    expect(await kindsOf(otherAgent, free)).toContain("sla_breached");
    await assign(free, agent);
    expect(await kindsOf(otherAgent, free)).not.toContain("sla_breached");
    await api.post(`/v1/conversations/${held}/close`, { isLead: false });
    expect(await kindsOf(agent, held)).not.toContain("sla_warning");
  });

  it("tells who scheduled a message that it could not leave [W8]", async () => {
    const from = "5491166660009";
    const channelId = company.given.whatsappChannelId ?? "";
    const { id } = await converse(api, company, { channelId, channel: "WHATSAPP", from, visitorName: "Wim" });
    await say(api, id, "visitor", { from });
    const sendAt = new Date(Date.now() + 30 * hour).toISOString();
    await api.post(`/v1/conversations/${id}/scheduled-messages`, { sendAt, message: { body: "Too late" } });
    shiftClock(31 * hour);
    await sendDue(systemActor(company.companyId));
    expect(await of(admin, "scheduled_failed")).toMatchObject([{ conversationId: id, name: "Wim", text: "" }]);
    expect(await of(agent, "scheduled_failed")).toEqual([]);
  });
});

describe("a visitor whom nobody answers any more", () => {
  const toTeam = async () => {
    const { id } = await converse(api, company);
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    await say(api, id, "visitor");
    await say(api, id, "user", { from: agent.id });
    return id;
  };
  const asked = async (person: Actor, id: string) =>
    (await about(person, id)).filter(({ kind, readAt }) => kind === "unassigned_new" && readAt === null).length;

  it("is told to those who may take it, though a person had answered before it came to a team [W3]", async () => {
    const { body: team } = await api.post<{ id: string }>("/v1/teams", { name: "Second line", members: [] });
    const id = await toTeam();
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: null, teamId: team.id });
    expect(await asked(otherAgent, id)).toBe(0);
    await say(api, id, "visitor", { body: "And now?" });
    expect([await asked(otherAgent, id), await asked(supervisor, id)]).toEqual([1, 1]);
    await api.delete(`/v1/teams/${team.id}`);
  });

  it("is told to the members of the team that somebody gives it to, until a person answers [W3] [W6]", async () => {
    const members = [agent, otherAgent, supervisor].map(({ id }) => ({ userId: id }));
    const { body: team } = await api.post<{ id: string }>("/v1/teams", { name: "Third line", members });
    const asks = async (...ids: string[]) =>
      Promise.all(ids.flatMap((id) => [agent, otherAgent, supervisor, admin].map((person) => asked(person, id))));
    const [answered, waiting] = [await toTeam(), await toTeam()];
    for (const id of [answered, waiting]) await assign(id, agent);
    await say(api, waiting, "visitor");
    const theirs = await openApi(company, ["chat_talk"], agent);
    for (const id of [answered, waiting])
      expect((await theirs.post(`/v1/conversations/${id}/transfer`, { teamId: team.id })).status).toBe(200);
    expect(await asks(answered, waiting)).toEqual([0, 0, 0, 0, 0, 1, 1, 0]);
    await say(api, waiting, "user", { from: supervisor.id });
    expect(await holderOf(waiting)).toBe("");
    expect(await asks(waiting)).toEqual([0, 0, 0, 0]);
    await say(api, waiting, "visitor");
    await say(api, waiting, "user", { from: "somebody-outside" });
    expect(await asks(waiting)).toEqual([0, 0, 0, 0]);
    await api.delete(`/v1/teams/${team.id}`);
  });

  it("is told to the members of the team that a program hands it to, which has answered itself [W3] [W6]", async () => {
    const members = [otherAgent, supervisor].map(({ id }) => ({ userId: id }));
    const { body: team } = await api.post<{ id: string }>("/v1/teams", { name: "After the bot", members });
    const { id } = await converse(api, company);
    await say(api, id, "visitor");
    await say(api, id, "user", { from: "own-bot", body: "I hand you over to a colleague" });
    expect((await api.post(`/v1/conversations/${id}/transfer`, { teamId: team.id })).status).toBe(200);
    expect([await asked(otherAgent, id), await asked(supervisor, id), await asked(admin, id)]).toEqual([1, 1, 0]);
    await api.delete(`/v1/teams/${team.id}`);
  });

  it("is told to the members of the team that a rule gives it to [W3] [W12]", async () => {
    const members = [otherAgent, supervisor].map(({ id }) => ({ userId: id }));
    const { body: team } = await api.post<{ id: string }>("/v1/teams", { name: "Escalations", members });
    const { body: rule } = await api.post<{ id: string }>("/v1/rules", {
      name: "Nobody answers",
      trigger: { type: "no_human_answer", minutes: 10 },
      actions: [{ name: "assign_team", input: { teamId: team.id } }],
      enabled: true,
    });
    const id = await toTeam();
    await assign(id, agent);
    await say(api, id, "visitor");
    const system = systemActor(company.companyId);
    await planDues.execute(system, { conversationIds: [id] });
    shiftClock(11 * minute);
    expect((await runDue.execute(system, { conversationId: id })).runs).toBe(1);
    expect([await asked(otherAgent, id), await asked(supervisor, id), await asked(admin, id)]).toEqual([1, 1, 0]);
    const { id: withBot } = await converse(api, company);
    await say(api, withBot, "visitor");
    await planDues.execute(system, { conversationIds: [withBot] });
    shiftClock(22 * minute);
    expect((await runDue.execute(system, { conversationId: withBot })).runs).toBe(1);
    expect([await asked(otherAgent, withBot), await asked(supervisor, withBot)]).toEqual([0, 0]);
    await api.delete(`/v1/rules/${rule.id}`);
    await api.delete(`/v1/teams/${team.id}`);
  });

  it("is told to those who see it too, where whoever holds it may only read by now [W3]", async () => {
    const reader = await company.person("agent", "Reader");
    const id = await toTeam();
    await assign(id, reader);
    await say(api, id, "visitor");
    expect(await asked(supervisor, id)).toBe(0);
    expect((await api.patch(`/v1/users/${reader.id}`, { role: "viewer" })).status).toBe(200);
    await say(api, id, "visitor", { body: "Are you there?" });
    expect([await asked(supervisor, id), await asked(otherAgent, id)]).toEqual([1, 0]);
    const still: Actor = { ...reader, permissions: new Set(["clients_read"]), seesUnassigned: false };
    expect((await about(still, id)).filter(({ kind }) => kind === "replied")).toMatchObject([{ count: 2 }]);
  });

  it("is told to those who see it, where whoever holds it was deactivated; so is their task, to who made it [W3]", async () => {
    const gone = await company.person("agent", "Gone");
    const id = await toTeam();
    await assign(id, gone);
    const task = { title: "Left behind", dueAt: new Date().toISOString(), assignedTo: gone.id };
    const { id: taskId } = (await api.post<{ id: string }>("/v1/tasks", task)).body;
    await say(api, id, "visitor");
    expect([await asked(supervisor, id), await asked(otherAgent, id)]).toEqual([0, 0]);
    expect((await api.delete(`/v1/users/${gone.id}`)).status).toBe(200);
    await say(api, id, "visitor", { body: "Where are you?" });
    expect([await asked(supervisor, id), await asked(otherAgent, id)]).toEqual([1, 0]);
    await tellDue.execute(systemActor(company.companyId), {});
    expect((await of(admin, "task_due")).filter(({ aboutId }) => aboutId === taskId)).toMatchObject([
      { name: "Left behind" },
    ]);
  });
});

describe("what fails", () => {
  it("is told once until it works again: a webhook to those who may change it [W3]", async () => {
    const webhookId = company.given.webhookId ?? "";
    const failures = (count: number) =>
      systemPool().query(
        `insert into webhook_health ("companyId", "webhookId", "consecutiveFailures") values ($1, $2, $3)
         on conflict ("companyId", "webhookId") do update set "consecutiveFailures" = $3`,
        [company.companyId, webhookId, count],
      );
    const warn = async () => (await warnOfFailing.execute(systemActor(company.companyId), {})).failing;
    await failures(19);
    expect(await warn()).toBe(0);
    await failures(20);
    expect([await warn(), await warn()]).toEqual([1, 0]);
    expect(await of(admin, "webhook_failing")).toMatchObject([{ aboutId: webhookId, name: "hooks.invalid" }]);
    expect(await of(supervisor, "webhook_failing")).toEqual([]);
  });

  it("is told once for each pause: a webhook that is paused for longer than its events are held [P2, W3]", async () => {
    const webhookId = company.given.webhookId ?? "";
    const change = (input: object) => updateWebhook.execute(company.admin, { webhookId, ...input });
    const pausedFor = (days: number) =>
      // And a second: the two clocks count in other units.
      systemPool().query(
        `update webhooks set "pausedAt" = now() - make_interval(days => $2, secs => 1) where "id" = $1`,
        [webhookId, days],
      );
    const warn = async () => (await warnOfFailing.execute(systemActor(company.companyId), {})).held;
    await change({ holdWhilePaused: true });
    await change({ isActive: false });
    await pausedFor(6);
    expect(await warn()).toBe(0);
    await pausedFor(7);
    expect([await warn(), await warn()]).toEqual([1, 0]);
    expect(await of(admin, "webhook_held")).toMatchObject([{ aboutId: webhookId, name: "hooks.invalid" }]);
    expect(await of(supervisor, "webhook_held")).toEqual([]);
    await change({ isActive: true });
    await change({ isActive: false });
    await pausedFor(8);
    expect(await warn()).toBe(1);
    await change({ isActive: true, holdWhilePaused: false });
  });

  it("is told once: a channel that was cut off to those who may see channels [W3]", async () => {
    const channelId = company.given.whatsappChannelId ?? "";
    const cut = { channelId, code: 190, message: "No access.", details: "", restricted: false };
    for (let time = 0; time < 3; time += 1) await markCutOff.execute(systemActor(company.companyId), cut);
    for (const person of [admin, supervisor])
      expect(await of(person, "channel_failing")).toMatchObject([{ aboutId: channelId, name: "WhatsApp", count: 1 }]);
    expect(await of(agent, "channel_failing")).toEqual([]);
  });
});

describe("reading", () => {
  it("one, those of a conversation, or all: a repeat changes nothing, another's is not found [W3]", async () => {
    await clear(agent);
    const ids = await Promise.all([1, 2, 3].map(async () => (await converse(api, company)).id));
    for (const id of ids) await assign(id, agent);
    expect(await unread(agent)).toBe(3);
    const bell = await bellOf(agent);
    const [first] = await about(agent, ids[0] ?? "");
    const read = (as: Client) => as.post(`/v1/notifications/${first?.id}/read`, {});
    expect((await read(await bellOf(otherAgent))).status).toBe(404);
    expect([(await read(bell)).status, (await read(bell)).status]).toEqual([200, 200]);
    expect(await unread(agent)).toBe(2);
    expect((await bell.post("/v1/notifications/read", { conversationId: ids[1] })).body).toEqual({ read: 1 });
    expect((await bell.get<Page>("/v1/notifications?unread=true")).body.data).toHaveLength(1);
    expect((await bell.post("/v1/notifications/read", {})).body).toEqual({ read: 1 });
    expect(await unread(agent)).toBe(0);
  });

  it("the conversation itself settles what was told of it [W3]", async () => {
    const { id } = await converse(api, company);
    await assign(id, agent);
    await say(api, id, "visitor");
    await markRead.execute(agent, { conversationId: id, seq: 1000 });
    expect((await about(agent, id)).every(({ readAt }) => readAt !== null)).toBe(true);
  });

  it("comes to an end after 90 days, and with the conversation [W3]", async () => {
    const { id } = await converse(api, company);
    await assign(id, agent);
    const age = (days: number) =>
      systemPool().query(
        `update notifications set "updatedAt" = now() - make_interval(days => $2) where "conversationId" = $1`,
        [id, days],
      );
    await age(89);
    await prune();
    expect(await about(agent, id)).toHaveLength(1);
    await age(91);
    await prune();
    expect(await about(agent, id)).toEqual([]);
    await note(id, [agent.id]);
    expect((await api.delete(`/v1/conversations/${id}`)).status).toBe(200);
    expect(await about(agent, id)).toEqual([]);
  });
});

describe("preferences", () => {
  const made = async () => {
    const { rows } = await systemPool().query<{ data: { people: { userId: string; made?: object }[] } }>(
      `select "data" from events where "companyId" = $1 and "type" = 'notification/changed' order by "ordinal" desc limit 1`,
      [company.companyId],
    );
    return rows[0]?.data.people.find(({ userId }) => userId === otherAgent.id)?.made;
  };
  const assigned = async () => {
    const { id } = await converse(api, company);
    await assign(id, otherAgent);
    return { id, lines: (await about(otherAgent, id)).length, made: await made() };
  };

  it("decide by kind whether there is a line, a sound, a push, or nothing at all [W3]", async () => {
    expect(await assigned()).toMatchObject({ lines: 1, made: { kind: "assigned", sound: true, push: true } });
    await updatePreferences.execute(otherAgent, { matrix: { assigned: { sound: false } } });
    expect(await assigned()).toMatchObject({ lines: 1, made: { sound: false, push: true } });
    await updatePreferences.execute(otherAgent, { matrix: { assigned: { inApp: false } } });
    expect(await assigned()).toMatchObject({ lines: 0, made: { sound: false, push: true } });
    await updatePreferences.execute(otherAgent, { matrix: { assigned: { push: false } } });
    expect(await assigned()).toMatchObject({ lines: 0 });
    await updatePreferences.execute(otherAgent, { matrix: { assigned: { inApp: true, sound: true, push: true } } });
  });

  it("keep nights quiet by the person's own clock [W3]", async () => {
    const timeZone = "Pacific/Kiritimati";
    const at = (shift: number) =>
      new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
        Date.now() + shift * 3_600_000,
      );
    const quiet = (from: number, until: number) =>
      updatePreferences.execute(otherAgent, { quietHours: { from: at(from), until: at(until), timeZone } });
    await quiet(-2, 2);
    expect(await assigned()).toMatchObject({ lines: 1, made: { sound: false, push: false } });
    await quiet(2, -2);
    expect(await assigned()).toMatchObject({ lines: 1, made: { sound: true, push: true } });
    await updatePreferences.execute(otherAgent, { quietHours: null });
  });

  it("are all kept where several are chosen at the same moment [W3]", async () => {
    const somebody = await company.person("agent", "Sim Simultaneous");
    const kinds = ["assigned", "replied", "mentioned"] as const;
    const choose = (sound: boolean) =>
      Promise.all(kinds.map((kind) => updatePreferences.execute(somebody, { matrix: { [kind]: { sound } } })));
    for (const sound of [false, true, false]) {
      await choose(sound);
      const { matrix } = await readPreferences.execute(somebody, {});
      expect(kinds.map((kind) => matrix[kind].sound)).toEqual(kinds.map(() => sound));
    }
  });

  it("leave the digest's next time to its mailing, which sets it in the same moment [W3]", async () => {
    const somebody = await company.person("agent", "Di Digest");
    await updatePreferences.execute(somebody, { digest: true });
    const mailed = `update notification_preferences set "digestDueAt" = '2099-01-01Z' where "userId" = $1`;
    const quietHours = { from: "22:00", until: "07:00", timeZone: "UTC" };
    await overlapping(mailed, [somebody.id], () => updatePreferences.execute(somebody, { quietHours }));
    const { rows } = await systemPool().query<{ at: Date }>(
      `select "digestDueAt" as at from notification_preferences where "userId" = $1`,
      [somebody.id],
    );
    expect(rows[0]?.at.getUTCFullYear()).toBe(2099);
  });

  it("mute a channel but for mentions [W3]", async () => {
    await updatePreferences.execute(otherAgent, { mutedChannels: [company.given.channelId ?? ""] });
    const { id, lines } = await assigned();
    expect(lines).toBe(0);
    await note(id, [otherAgent.id]);
    expect(await about(otherAgent, id)).toMatchObject([{ kind: "mentioned" }]);
    await updatePreferences.execute(otherAgent, { mutedChannels: [] });
    await expect(
      updatePreferences.execute(otherAgent, { mutedChannels: [other.given.channelId ?? ""] }),
    ).rejects.toMatchObject({ code: "validation_error" });
  });
});
