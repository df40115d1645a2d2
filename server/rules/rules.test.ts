import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAudit } from "#server/audit/listing.ts";
import { minute } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { newestSeq } from "#server/core/events/feed.sql.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { since } from "#server/realtime/gap.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { until } from "#server/testing/sockets.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { maxRules } from "./choices.ts";
import { runDue } from "./dues.ts";
import { runEvent } from "./following.ts";
import type { Rule, RuleDryRun, RuleRun } from "./schema.ts";
import { workOnRules } from "./working.ts";

const company = await openCompany("Rules", ["talk", "team", "rule"]);
const other = await furnishedCompany("Other rules", ["talk", "team", "rule"]);
const admin = await openApi(company);
const stranger = await openApi(other);
const writer = await openApi(company, ["websites_read", "websites_write"]);
let relay: Relay;

beforeAll(async () => {
  await prepareJobs(env.databaseUrl ?? "");
  relay = await startRelay({ url: env.databaseUrl ?? "", consumers: [], ticks: [] });
});
afterAll(() => relay.stop());

type Api = typeof admin;
type Runs = { data: RuleRun[]; pagination: { total: number; nextCursor: string | null } };

const tag = (name: string) => ({ name: "tag_add", input: { tag: name } });
const note = (message: string) => ({ name: "note", input: { message } });
const said = (value: string) => ({ matches: [{ type: "contains", value }] });
const onMessage = { type: "conversation/message" };

async function make(body: object, api: Api = admin): Promise<Rule> {
  const answer = await api.post<Rule>("/v1/rules", { name: "Rule", trigger: onMessage, enabled: true, ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const runsOf = async ({ id }: Rule, api: Api = admin) => (await api.get<Runs>(`/v1/rules/${id}/runs`)).body.data;

/** Once all that was told has its place, as the worker does until nothing is left. */
async function work({ companyId }: TestCompany = company): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await until(async () => {
      const { rows } = await systemPool().query(
        `select 1 from events where "companyId" = $1 and "seq" is null limit 1`,
        [companyId],
      );
      return rows.length === 0;
    });
    await workOnRules(companyId);
  }
}
async function eventOf(conversationId: string, type: string): Promise<string> {
  const { rows } = await systemPool().query<{ id: string }>(
    `select "id" from events where "conversationId" = $1 and "type" = $2 order by "ordinal" desc limit 1`,
    [conversationId, type],
  );
  return rows[0]?.id ?? "";
}
const shift = (id: string, column: string, minutes: number) =>
  systemPool().query(`update conversations set "${column}" = now() - $2 * interval '1 minute' where "id" = $1`, [
    id,
    minutes,
  ]);
const notesOf = async (id: string) =>
  (await admin.get<ConversationNote[]>(`/v1/conversations/${id}/notes`)).body.map(({ text }) => text);

describe("/v1/rules", () => {
  it("keeps a trigger, conditions and actions in an order, off at first, each change under a version [W12]", async () => {
    const body = { name: " Prices ", trigger: onMessage, conditions: said("price"), actions: [tag("sales")] };
    const { status, body: made, headers } = await admin.post<Rule>("/v1/rules", body);
    expect([status, made]).toMatchObject([200, { name: "Prices", enabled: false, version: 1, mode: "all" }]);
    expect(headers.get("etag")).toBe(`"${made.updatedAt}"`);
    const path = `/v1/rules/${made.id}`;
    const on = await admin.patch<Rule>(path, { enabled: true, version: 1 });
    expect([on.status, on.body]).toMatchObject([200, { enabled: true, version: 2 }]);
    const stale = await admin.patch(path, { enabled: false, version: 1 });
    expect([stale.status, stale.body]).toMatchObject([412, { error: "precondition_failed" }]);
    expect((await admin.patch<Rule>(path, { enabled: true })).body.version).toBe(2);
    const second = await make({ name: "Second", actions: [tag("x")], enabled: false });
    await admin.put("/v1/rules/order", { ruleIds: [second.id] });
    const names = (await admin.get<Rule[]>("/v1/rules")).body.map(({ name }) => name);
    expect(names.indexOf("Second")).toBeLessThan(names.indexOf("Prices"));
    for (const id of [made.id, second.id]) expect((await admin.delete(`/v1/rules/${id}`)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(404);
  });

  it.each([
    ["trigger.minutes", { trigger: { type: "no_human_answer" } }],
    ["trigger.minutes", { trigger: { type: "conversation/message", minutes: 5 } }],
    ["trigger.field", { trigger: { type: "date_field", minutes: 5 } }],
    ["trigger.type", { trigger: { type: "conversation/exploded" } }],
    ["trigger.phaseId", { trigger: { type: "in_phase", minutes: 5, phaseId: newId() } }],
    ["conditions.matches", { trigger: { type: "conversation/created" }, conditions: said("x") }],
    ["conditions.matches.0.value", { conditions: { matches: [{ type: "regex", value: "(" }] } }],
    ["conditions.channels.0", { conditions: { channels: [newId()] } }],
    ["conditions.filters.priority.0", { conditions: { filters: { priority: ["extreme"] } } }],
    ["conditions", { conditions: { filter: {} } }],
    ["actions", { actions: [] }],
    ["actions", { actions: Array.from({ length: 21 }, () => tag("x")) }],
  ])("refuses what could not run: %s [W12]", async (field, wrong) => {
    const answer = await admin.post("/v1/rules", { name: "x", trigger: onMessage, actions: [tag("x")], ...wrong });
    expect([answer.status, answer.body.details?.[0]?.field], answer.text).toEqual([400, field]);
  });

  it("lets nobody have done what they could not do, and reaches nothing of another company [W12]", async () => {
    const refused = await writer.post("/v1/rules", { name: "x", trigger: onMessage, actions: [note("x")] });
    expect([refused.status, refused.body]).toMatchObject([403, { requiredPermissions: ["chat_talk"] }]);
    const rule = await make({ name: "Ours", actions: [tag("x")], enabled: false });
    for (const { status } of [
      await stranger.get(`/v1/rules/${rule.id}`),
      await stranger.patch(`/v1/rules/${rule.id}`, { enabled: true }),
      await stranger.get(`/v1/rules/${rule.id}/runs`),
      await stranger.post(`/v1/rules/${rule.id}/dry-run`, {}),
      await stranger.delete(`/v1/rules/${rule.id}`),
    ])
      expect(status).toBe(404);
  });

  it("takes 200 of a company [W12]", async () => {
    const full = await furnishedCompany("Full of rules", ["talk", "team", "rule"]);
    const api = await openApi(full);
    const { companyId } = full;
    const rest = { triggerType: "conversation/message" as const, trigger: { type: "conversation/message" as const } };
    await inCompany(companyId, () =>
      prisma.rule.createMany({
        data: Array.from({ length: maxRules - 1 }, (_, order) => ({
          ...{ companyId, id: newId(), name: `n${order}`, ...rest, conditions: { matches: [] }, actions: [], order },
        })),
      }),
    );
    const refused = await api.post("/v1/rules", { name: "one more", trigger: onMessage, actions: [tag("x")] });
    expect([refused.status, refused.body]).toMatchObject([409, { error: "limit_reached", limit: maxRules }]);
  });
});

describe("a rule by event", () => {
  it("runs in order on what holds, as itself, and says why and what it did [W12]", async () => {
    const filters = { priority: ["none"] };
    const tree = [{ type: "not", condition: { type: "slot", slot: "email", operator: "filled" } }];
    const conditions = { ...said("refund"), channels: ["WEBSITE"], filters, tree };
    const first = await make({ name: "Mark", conditions: said("refund"), actions: [tag("asked")] });
    const second = await make({
      name: "Answer",
      conditions,
      actions: [{ name: "reply", input: { body: "A person will look at it." } }, note("Refund")],
    });
    const { id } = await converse(admin, company, { from: "r-1" });
    await say(admin, id, "visitor", { body: "I want a REFUND" });
    await say(admin, id, "user", { body: "a refund, of course", from: company.agent.id });
    await work();
    const [run] = await runsOf(second);
    expect(run).toMatchObject({ conversationId: id, outcome: "done", depth: 1, trigger: "conversation/message" });
    expect(run?.why).toEqual({
      code: "matched",
      match: { type: "contains", value: "refund" },
      held: ["matches", "channels", "filters.priority", "tree"],
    });
    expect([await runsOf(first), await runsOf(second)].map(({ length }) => length)).toEqual([1, 1]);
    const [answer] = (await transcript(admin, id)).filter(({ text }) => text === "A person will look at it.");
    expect(answer).toMatchObject({ fromType: "robot", userName: "Rule: Answer", extra: { rule: second.id } });
    const conversation = await reread(admin, id);
    expect([conversation.tags.includes("asked"), conversation.assignedTo]).toEqual([true, company.agent.id]);
    const { data } = await listAudit.execute(company.admin, { search: id });
    const deed = data.find(({ type }) => type === "conversation/tag_added");
    expect(deed).toMatchObject({ via: { way: "rule", id: first.id }, actor: { name: "Rule: Mark" } });
    for (const { id: ruleId } of [first, second]) await admin.delete(`/v1/rules/${ruleId}`);
  });

  it("that answers leaves the visitor waiting for a person, and the bot as it was [W4] [W12]", async () => {
    const rule = await make({ conditions: said("anybody"), actions: [{ name: "reply", input: { body: "Soon." } }] });
    const { id } = await converse(admin, company, { from: "r-2" });
    await say(admin, id, "visitor", { body: "anybody here?" });
    const before = await reread(admin, id);
    await work();
    const after = await reread(admin, id);
    expect(after).toMatchObject({ lastMessage: "Soon.", chatbotState: before.chatbotState });
    expect([after.waitingSince, after.participants]).toEqual([before.waitingSince, before.participants]);
    await admin.delete(`/v1/rules/${rule.id}`);
  });

  it("marked first keeps later ones from the cause, and one that is off never runs [W12]", async () => {
    const off = await make({ name: "off", enabled: false, conditions: said("once"), actions: [tag("off")] });
    const first = await make({ name: "first", mode: "first", conditions: said("once"), actions: [tag("first")] });
    const later = await make({ name: "later", conditions: said("once"), actions: [tag("later")] });
    const { id } = await converse(admin, company, { from: "r-3" });
    await say(admin, id, "visitor", { body: "only once" });
    await work();
    expect((await reread(admin, id)).operatorTags.map(({ tagName }) => tagName)).toEqual(["first"]);
    for (const { id: ruleId } of [off, first, later]) await admin.delete(`/v1/rules/${ruleId}`);
  });

  it("goes three deep on what rules did, and says that it went no further [W12]", async () => {
    const trigger = { type: "conversation/tag_added" };
    const rules: Rule[] = [];
    for (const [from, to] of [
      ["d0", "d1"],
      ["d1", "d2"],
      ["d2", "d3"],
      ["d3", "d4"],
    ] as const)
      rules.push(await make({ name: to, trigger, conditions: { filters: { tags: [from] } }, actions: [tag(to)] }));
    const { id } = await converse(admin, company, { from: "r-4" });
    await admin.post(`/v1/conversations/${id}/tags`, { tag: "d0" });
    await work();
    expect((await reread(admin, id)).operatorTags.map(({ tagName }) => tagName)).toEqual(["d0", "d1", "d2", "d3"]);
    const deepest = await runsOf(rules[3] as Rule);
    expect(deepest[0]).toMatchObject({ depth: 4, outcome: "skipped", why: { code: "too_deep" }, actions: [] });
    for (const { id: ruleId } of rules) await admin.delete(`/v1/rules/${ruleId}`);
  });

  it("runs once for a cause, although two workers look at it at once and a kill has it read again [W12]", async () => {
    const rule = await make({ conditions: said("twice"), actions: [note("Told once")] });
    const { id } = await converse(admin, company, { from: "r-5" });
    const { companyId } = company;
    const before = await inCompany(companyId, () => newestSeq(companyId));
    await say(admin, id, "visitor", { body: "not twice" });
    const eventId = await eventOf(id, "conversation/message");
    const system = systemActor(companyId);
    const ran = await Promise.all([1, 2, 3].map(() => runEvent.execute(system, { eventId })));
    expect(ran.map(({ runs }) => runs).sort()).toEqual([0, 0, 1]);
    await Promise.all([work(), work()]);
    // As after a kill before the batch was turned over.
    await systemPool().query(`update rule_books set "seq" = $2 where "companyId" = $1`, [companyId, before]);
    await work();
    expect([await notesOf(id), (await runsOf(rule)).length]).toEqual([["Told once"], 1]);
    await admin.delete(`/v1/rules/${rule.id}`);
  });

  it("goes on after an action that fails, and keeps why [W12]", async () => {
    const actions = [{ name: "assign", input: { assignedTo: newId() } }, note("Still here"), { name: "unsnooze" }];
    const rule = await make({ conditions: said("broken"), actions });
    const { id } = await converse(admin, company, { from: "r-6" });
    await say(admin, id, "visitor", { body: "broken" });
    await work();
    const [run] = await runsOf(rule);
    expect(run?.outcome).toBe("failed");
    expect(run?.actions.map(({ name, outcome, why }) => [name, outcome, why?.code])).toEqual([
      ["assign", "failed", "validation_error"],
      ["note", "done", undefined],
      ["unsnooze", "skipped", "unchanged"],
    ]);
    expect(await notesOf(id)).toEqual(["Still here"]);
    const again = await admin.post<RuleRun>(`/v1/rules/${rule.id}/runs/${run?.id}/rerun`, {});
    expect([again.status, again.body]).toMatchObject([200, { rerunOf: run?.id, why: { code: "rerun" } }]);
    expect(await notesOf(id)).toEqual(["Still here", "Still here"]);
    const theirs = await stranger.post(`/v1/rules/${rule.id}/runs/${run?.id}/rerun`, {});
    expect(theirs.status).toBe(404);
    await admin.delete(`/v1/rules/${rule.id}`);
  });

  it("puts off and sets tasks so long from then on, fills fields of the contact, and asks custom fields of both [W12]", async () => {
    const rule = await make({
      conditions: {
        ...said("renewal"),
        filters: { customFields: ["boxes>=2"] },
        tree: [{ type: "slot", slot: "plan", operator: "equals", value: "gold" }],
      },
      actions: [
        { name: "snooze", input: { minutes: 120 } },
        { name: "task_create", input: { title: "Call back", dueInMinutes: 60 } },
        { name: "contact_set", input: { status: "client", customFields: { renewed: true } } },
      ],
    });
    for (const entity of ["contact", "conversation"])
      for (const [key, type] of [
        ["plan", "text"],
        ["boxes", "number"],
      ])
        await admin.post("/v1/custom-fields", { entity, key: `${key}`, type });
    const { id } = await converse(admin, company, { visitorEmail: `${newId()}@example.com`, visitorName: "Rhea" });
    await admin.post(`/v1/conversations/${id}/close`, { isLead: true });
    await admin.post(`/v1/conversations/${id}/open`);
    await admin.patch(`/v1/conversations/${id}`, { customFields: { boxes: 3 } });
    const { contactId } = await reread(admin, id);
    await admin.patch(`/v1/contacts/${contactId}`, { customFields: { plan: "Gold" } });
    const before = Date.now();
    await say(admin, id, "visitor", { body: "My renewal please" });
    await work();
    expect((await runsOf(rule)).map(({ actions }) => actions.map(({ outcome }) => outcome))).toEqual([
      ["done", "done", "done"],
    ]);
    const { snoozedUntil } = await reread(admin, id);
    expect(Math.abs(Date.parse(String(snoozedUntil)) - before - 120 * minute)).toBeLessThan(minute);
    const { data } = (await admin.get<{ data: { dueAt: string }[] }>(`/v1/tasks?conversationId=${id}`)).body;
    expect(Math.abs(Date.parse(String(data[0]?.dueAt)) - before - 60 * minute)).toBeLessThan(minute);
    const contact = await admin.get<Record<string, unknown>>(`/v1/contacts/${contactId}`);
    expect(contact.body).toMatchObject({ status: "client", customFields: { plan: "Gold", renewed: true } });
    const both = { name: "snooze", input: { minutes: 5, until: "2999-01-01" } };
    expect((await admin.post("/v1/rules", { name: "Both", trigger: onMessage, actions: [both] })).status).toBe(400);
  });

  it("tells those who read settings that its log has grown, with the run itself, and nobody else [W12]", async () => {
    const rule = await make({ conditions: said("grown"), actions: [tag("grown")] });
    const { id } = await converse(admin, company);
    await work();
    const before = await newestSeq(company.companyId);
    await say(admin, id, "visitor", { body: "it has grown" });
    await work();
    await work();
    const told = (await eventsOf(company)).filter(({ type }) => type === "rule/ran");
    expect(told.filter(({ data }) => [data.ids].flat().includes(rule.id)).length).toBe(1);
    const heard = async (actor: Actor) =>
      (await since.execute(actor, { seq: before })).events.filter(({ type }) => type === "rule/ran");
    expect((await heard(company.admin)).map(({ data }) => data)).toContainEqual({});
    expect(await heard(company.agent)).toEqual([]);
  });

  it("leaves alone what happened before it was switched on, and what happens in other companies [W12]", async () => {
    const { id } = await converse(admin, company, { from: "r-7" });
    await say(admin, id, "visitor", { body: "too early" });
    const rule = await make({ conditions: said("early"), actions: [note("Late")] });
    const theirs = await converse(stranger, other, { from: "r-7" });
    await say(stranger, theirs.id, "visitor", { body: "early" });
    await work();
    await work(other);
    expect([await notesOf(id), await runsOf(rule)]).toEqual([[], []]);
    await admin.delete(`/v1/rules/${rule.id}`);
  });

  it("is tried out on the last 7 days: what it says is what then happens [W12]", async () => {
    const conditions = { ...said("preview"), filters: { assignedTo: ["UNASSIGNED"] } };
    const draft = { name: "Preview", trigger: onMessage, conditions, actions: [tag("seen")] };
    const talk = async () => {
      const made = [];
      for (const body of ["a preview", "nothing", "preview again"]) {
        const { id } = await converse(admin, company, { from: newId() });
        await say(admin, id, "visitor", { body });
        made.push(id);
      }
      await admin.post(`/v1/conversations/${made[2]}/assign`, { assignedTo: company.agent.id });
      return made;
    };
    const before = await talk();
    await work();
    const { body: told } = await admin.post<RuleDryRun>("/v1/rules/dry-run", { trigger: onMessage, conditions });
    expect(told).toMatchObject({ matched: 1, complete: true, conversations: [{ conversationId: before[0], runs: 1 }] });
    expect((await reread(admin, before[0] ?? "")).tags).not.toContain("seen");
    const rule = await make(draft);
    const after = await talk();
    await work();
    expect((await runsOf(rule)).map(({ conversationId }) => conversationId)).toEqual([after[0]]);
    const again = await admin.post<RuleDryRun>(`/v1/rules/${rule.id}/dry-run`, {});
    expect(again.body.conversations.map(({ conversationId }) => conversationId)).toEqual([after[0], before[0]]);
    await admin.delete(`/v1/rules/${rule.id}`);
  });
});

describe("a rule by time", () => {
  const dues = async (ruleId: string) =>
    (await systemPool().query(`select "conversationId" from rule_dues where "ruleId" = $1`, [ruleId])).rows;

  it("runs once where nobody has answered for so long, and not where somebody has [W12]", async () => {
    const rule = await make({ trigger: { type: "no_human_answer", minutes: 30 }, actions: [note("Waits")] });
    const ids: string[] = [];
    for (const from of ["t-1", "t-2"]) {
      const { id } = await converse(admin, company, { from });
      await say(admin, id, "visitor");
      ids.push(id);
    }
    await work();
    const [waits = "", answered = ""] = ids;
    expect((await dues(rule.id)).map(({ conversationId }) => conversationId)).toEqual(expect.arrayContaining(ids));
    // Half an hour passes: the rule was switched on before.
    await systemPool().query(`update rules set "enabledAt" = now() - interval '2 hours' where "id" = $1`, [rule.id]);
    await systemPool().query(`update rule_books set "stamp" = "stamp" + 1 where "companyId" = $1`, [company.companyId]);
    for (const id of ids) await shift(id, "waitingSince", 31);
    await systemPool().query(`update rule_dues set "dueAt" = now() - interval '1 minute' where "ruleId" = $1`, [
      rule.id,
    ]);
    await say(admin, answered, "user", { from: company.agent.id });
    const both = await Promise.all(
      [1, 2].map(() => runDue.execute(systemActor(company.companyId), { conversationId: waits })),
    );
    expect(both.map(({ runs }) => runs).sort()).toEqual([0, 1]);
    await work();
    expect([await notesOf(waits), await notesOf(answered)]).toEqual([["Waits"], []]);
    await admin.patch(`/v1/conversations/${waits}`, { utmSource: "touched" });
    await work();
    expect((await runsOf(rule)).filter(({ conversationId }) => conversationId === waits)).toHaveLength(1);
    const told = await admin.post<RuleDryRun>(`/v1/rules/${rule.id}/dry-run`, {});
    expect(told.body.conversations.map(({ conversationId }) => conversationId)).toContain(waits);
    await admin.delete(`/v1/rules/${rule.id}`);
    expect(await dues(rule.id)).toEqual([]);
  });

  it("stores when it is due in what there is already, and looks forward only [W12]", async () => {
    const { id } = await converse(admin, company, { from: "t-3" });
    const over = await converse(admin, company, { from: "t-4" });
    await shift(over.id, "phaseChangedAt", 90);
    const phaseId = (await reread(admin, id)).phaseId;
    const rule = await make({ trigger: { type: "in_phase", minutes: 60, phaseId }, actions: [note("Old")] });
    await work();
    const planned = (await dues(rule.id)).map(({ conversationId }) => conversationId);
    expect([planned.includes(id), planned.includes(over.id)]).toEqual([true, false]);
    await admin.post(`/v1/conversations/${id}/close`, { isLead: false });
    await work();
    expect((await dues(rule.id)).map(({ conversationId }) => conversationId)).not.toContain(id);
    await admin.delete(`/v1/rules/${rule.id}`);
  });

  it("knows a silent visitor, the end of the window, and a date of the contact or the conversation [W12]", async () => {
    const { id } = await converse(admin, company, { from: "t-5" });
    await say(admin, id, "visitor");
    await say(admin, id, "user", { from: company.agent.id });
    const at = Date.now() + 50 * minute;
    await admin.patch(`/v1/conversations/${id}`, { renewal: new Date(at).toISOString() });
    await systemPool().query(`update conversations set "windowed" = true where "id" = $1`, [id]);
    const wanted = [
      [{ type: "no_customer_answer", minutes: 60 }, Date.now() + 60 * minute],
      [{ type: "window_closing", minutes: 60 }, Date.now() + 23 * 60 * minute],
      [{ type: "date_field", field: "renewal", minutes: -10 }, at - 10 * minute],
    ] as const;
    for (const [trigger, dueAt] of wanted) {
      const rule = await make({ trigger, actions: [note("x")] });
      await work();
      const { rows } = await systemPool().query<{ dueAt: Date }>(
        `select "dueAt" from rule_dues where "ruleId" = $1 and "conversationId" = $2`,
        [rule.id, id],
      );
      expect(Math.abs((rows[0]?.dueAt.getTime() ?? 0) - dueAt), trigger.type).toBeLessThan(minute);
      await admin.delete(`/v1/rules/${rule.id}`);
    }
  });

  it("finds what is due by an index [W12]", async () => {
    const client = new pg.Client({ connectionString: env.databaseUrl });
    await client.connect();
    try {
      // As many as a company has, without their rules and conversations; nothing of it is kept.
      await client.query("begin; set local session_replication_role = replica");
      await client.query(
        `insert into rule_dues ("companyId", "ruleId", "conversationId", "dueAt", "anchor")
         select $1, gen_random_uuid(), gen_random_uuid(), now() + n * interval '1 minute', '' from generate_series(1, 5000) n`,
        [company.companyId],
      );
      await client.query("analyze rule_dues");
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `explain select distinct "companyId" from rule_dues where "lookedAt" is null and "dueAt" <= now()`,
      );
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("rule_dues_due");
    } finally {
      await client.end();
    }
  });

  it("writes due times only where a message moved them [W12]", async () => {
    const { id } = await converse(admin, company, { from: "r-waits" });
    await switchChatbot.execute(company.admin, { conversationId: id, chatbotState: "OFF" });
    await say(admin, id, "visitor", { body: "Hello" });
    const waits = await make({ trigger: { type: "no_human_answer", minutes: 60 }, actions: [note("x")] });
    await work();
    const written = async () =>
      (
        await systemPool().query(
          `select xmin::text, ctid::text, xmax::text, "dueAt" from rule_dues where "ruleId" = $1 and "conversationId" = $2`,
          [waits.id, id],
        )
      ).rows;
    const before = await written();
    expect(before).toHaveLength(1);
    await say(admin, id, "visitor", { body: "Are you there?" });
    await work();
    expect(await written()).toEqual(before);
    await admin.delete(`/v1/rules/${waits.id}`);
  });
});
