import { afterEach, describe, expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { updateCompany } from "#server/companies/editing.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { linkExternal, reportStatus } from "#server/messages/status/delivery-status.ts";
import { tellDue } from "#server/tasks/reminding.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { maxByPrograms, maxRelayed, maxUnasked } from "./choices.ts";
import { listDues, listUnplanned, planDues, planRule, runDue } from "./dues.ts";
import { runEvent } from "./following.ts";
import type { Rule, RuleRun } from "./schema.ts";

const company = await openCompany("Clocks of rules", ["talk"]);
const admin = await openApi(company);
const system = systemActor(company.companyId);

afterEach(() => shiftClock(0));

const tag = (name: string) => ({ name: "tag_add", input: { tag: name } });
async function make(body: object): Promise<Rule> {
  const answer = await admin.post<Rule>("/v1/rules", { name: "Rule", enabled: true, ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const runsOf = async ({ id }: Rule) =>
  (await admin.get<{ data: RuleRun[] }>(`/v1/rules/${id}/runs?limit=100`)).body.data;

/** The latest event of this type in the conversation, as the worker follows it. */
async function follow(conversationId: string, type: string): Promise<void> {
  const { rows } = await systemPool().query<{ id: string }>(
    `select "id" from events where "conversationId" = $1 and "type" = $2 order by "ordinal" desc limit 1`,
    [conversationId, type],
  );
  await runEvent.execute(system, { eventId: rows[0]?.id ?? "" });
}

describe("rules that set one another off through a clock [W12]", () => {
  it("end after 10 runs in a conversation within an hour, and say why", async () => {
    const task = { title: "Again", dueInMinutes: 1 };
    const rule = await make({
      trigger: { type: "task/due" },
      actions: [{ name: "task_create", input: task }],
    });
    const { id } = await converse(admin, company);
    await admin.post("/v1/tasks", { title: "First", conversationId: id, dueAt: new Date().toISOString() });
    const round = async () => {
      await systemPool().query(`update tasks set "dueAt" = now() - interval '1 second' where "conversationId" = $1`, [
        id,
      ]);
      const { told } = await tellDue.execute(system, {});
      if (told > 0) await follow(id, "task/due");
      return told;
    };
    let rounds = 0;
    while (rounds < 2 * maxUnasked && (await round()) > 0) rounds += 1;
    expect(rounds).toBe(maxUnasked + 1);
    const [last, ...before] = await runsOf(rule);
    expect(last).toMatchObject({ outcome: "skipped", why: { code: "too_often" }, actions: [] });
    expect(before.map(({ why }) => why.code)).toEqual(Array.from({ length: maxUnasked }, () => "matched"));
    await admin.delete(`/v1/rules/${rule.id}`);
  });

  it("are not those that answer what people write", async () => {
    const rule = await make({ trigger: { type: "conversation/message" }, actions: [tag("heard")] });
    const { id } = await converse(admin, company);
    for (let said = 0; said < maxUnasked + 2; said += 1) {
      await say(admin, id, "visitor");
      await follow(id, "conversation/message");
    }
    expect((await runsOf(rule)).map(({ why }) => why.code)).toEqual(
      Array.from({ length: maxUnasked + 2 }, () => "matched"),
    );
    await admin.delete(`/v1/rules/${rule.id}`);
  });
});

describe("a rule and a program that set one another off [W12]", () => {
  it("end after 30 runs within an hour, say why, and begin anew once the visitor has written", async () => {
    const trigger = { type: "conversation/message", from: "bot" };
    const rule = await make({ trigger, actions: [tag("told")] });
    const { id } = await converse(admin, company);
    const answer = async (times: number) => {
      for (let said = 0; said < times; said += 1) {
        await say(admin, id, "robot");
        await follow(id, "conversation/message");
      }
    };
    await answer(maxByPrograms + 2);
    const codes = (await runsOf(rule)).map(({ why }) => why.code);
    expect(codes.slice(0, 2)).toEqual(["too_often", "too_often"]);
    expect(codes.slice(2)).toEqual(Array.from({ length: maxByPrograms }, () => "matched"));
    await say(admin, id, "visitor");
    await answer(1);
    expect((await runsOf(rule))[0]?.why.code).toBe("matched");
    await admin.delete(`/v1/rules/${rule.id}`);
  });

  it("end after 120 runs where the program writes as the visitor, until the visitor is heard otherwise", async () => {
    const rule = await make({ trigger: { type: "conversation/message", from: "any" }, actions: [tag("relayed")] });
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin();
    await follow(id, "conversation/message");
    await systemPool().query(
      `insert into rule_runs select r."companyId", lpad(n::text, 32, '0')::uuid, r."ruleId",
         r."conversationId", 'event:' || n, r."triggerType", null, 1, r."version", r."outcome", r."why", r."actions", null, now()
       from rule_runs r, generate_series(1, $2) n where r."ruleId" = $1`,
      [rule.id, maxRelayed],
    );
    const newest = async () => {
      await follow(id, "conversation/message");
      return (await runsOf(rule))[0]?.why.code;
    };
    await say(admin, id, "visitor");
    expect(await newest()).toBe("too_often");
    await visitor.post(`/conversations/${id}/messages`, { body: "It is me", clientMessageId: newId() });
    expect(await newest()).toBe("matched");
    await say(admin, id, "visitor");
    expect(await newest()).toBe("matched");
    await admin.delete(`/v1/rules/${rule.id}`);
  });

  it("end so too where it is no message that the program answers with", async () => {
    const rule = await make({ trigger: { type: "conversation/tag_added" }, actions: [tag("known")] });
    const { id } = await converse(admin, company);
    for (let round = 0; round <= maxByPrograms; round += 1) {
      await admin.post(`/v1/conversations/${id}/tags`, { tag: "again" });
      await follow(id, "conversation/tag_added");
      await admin.delete(`/v1/conversations/${id}/tags/again`);
    }
    expect((await runsOf(rule))[0]).toMatchObject({ outcome: "skipped", why: { code: "too_often" }, actions: [] });
    await admin.delete(`/v1/rules/${rule.id}`);
  });
});

describe("a rule that writes whenever a message arrives [W12]", () => {
  /** Each message that has not arrived yet has these statuses, until no more are written; answers how the runs went. */
  async function arriving(...statuses: ("delivered" | "read")[]) {
    const actions = [{ name: "reply", input: { body: "Did it arrive?" } }];
    const rule = await make({ trigger: { type: "message/status" }, actions });
    const { id } = await converse(admin, company);
    await say(admin, id, "user", { from: company.agent.id });
    const heard = new Set<string>();
    const next = async () => (await transcript(admin, id)).find((one) => !one.command && !heard.has(one.id));
    for (let message = await next(); message && heard.size < 20; message = await next()) {
      heard.add(message.id);
      const link = { channelId: company.given.channelId ?? "", externalId: `arrived-${message.id}` };
      await linkExternal.execute(system, { ...link, messageId: message.id });
      for (const status of statuses) {
        await reportStatus.execute(system, { ...link, status, at: new Date() });
        await follow(id, "message/status");
      }
    }
    const runs = await runsOf(rule);
    await admin.delete(`/v1/rules/${rule.id}`);
    return runs.map(({ depth, why }) => [depth, why.code]).reverse();
  }

  it("goes three deep on what it wrote itself, as on all that rules do", async () => {
    expect(await arriving("delivered")).toEqual([
      [1, "matched"],
      [2, "matched"],
      [3, "matched"],
      [4, "too_deep"],
    ]);
  });

  it("ends after 10 runs within an hour, however many statuses each message has", async () => {
    const matched = (await arriving("delivered", "read")).filter(([, code]) => code === "matched");
    expect(matched).toHaveLength(maxUnasked);
  });
});

describe("rules by time that are due at once [W12]", () => {
  it("run in their order, and one marked first keeps the later ones from it", async () => {
    const trigger = { type: "no_human_answer", minutes: 1 };
    const rules = [
      await make({ trigger, actions: [tag("before")] }),
      await make({ trigger, mode: "first", conditions: { channels: ["WHATSAPP"] }, actions: [tag("elsewhere")] }),
      await make({ trigger, mode: "first", actions: [tag("one")] }),
      await make({ trigger, mode: "first", actions: [tag("two")] }),
      await make({ trigger: { ...trigger, minutes: 2 }, actions: [tag("later")] }),
    ];
    // The last of all would have run first by its id.
    await admin.put("/v1/rules/order", { ruleIds: rules.map(({ id }) => id) });
    const { id } = await converse(admin, company);
    await say(admin, id, "visitor");
    await planDues.execute(system, { conversationIds: [id] });
    const tags = async () => (await reread(admin, id)).operatorTags.map(({ tagName }) => tagName);
    const due = async () => (await listDues.execute(system, {})).conversationIds.includes(id);
    shiftClock(minute + 500);
    expect([await due(), await runDue.execute(system, { conversationId: id })]).toEqual([true, { runs: 2 }]);
    expect([await tags(), await due()]).toEqual([["before", "one"], false]);
    shiftClock(3 * minute);
    expect(await runDue.execute(system, { conversationId: id })).toEqual({ runs: 1 });
    expect([await tags(), await due()]).toEqual([["before", "one", "later"], false]);
    for (const rule of rules) await admin.delete(`/v1/rules/${rule.id}`);
  });
});

describe("rules by a date [W12]", () => {
  const dueOf = async ({ id: ruleId }: Rule, conversationId: string) => {
    const { rows } = await systemPool().query<{ dueAt: Date }>(
      `select "dueAt" from rule_dues where "ruleId" = $1 and "conversationId" = $2`,
      [ruleId, conversationId],
    );
    return rows[0]?.dueAt.toISOString();
  };
  const lieIn = (timeZone: string) => updateCompany.execute(company.admin, { settings: { timeZone } });
  const trigger = { type: "date_field", field: "renewal", minutes: 60 };
  const replan = async () => {
    for (const ruleId of (await listUnplanned.execute(system, {})).ids) await planRule.execute(system, { ruleId });
  };

  it("count from the start of the day in the company's zone, and a time from itself, once for each", async () => {
    await lieIn("America/Los_Angeles");
    const rule = await make({ trigger, actions: [tag("due")] });
    const { id } = await converse(admin, company);
    const { id: other } = await converse(admin, company);
    const { id: ancient } = await converse(admin, company);
    for (const [one, renewal] of [
      [id, "2199-12-01"],
      [other, "2199-12-01T00:00:00Z"],
      [ancient, "0001-01-01"],
    ])
      await admin.patch(`/v1/conversations/${one}`, { customFields: { renewal } });
    await planDues.execute(system, { conversationIds: [id, other, ancient] });
    const dues = async () => [await dueOf(rule, id), await dueOf(rule, other)];
    expect(await dues()).toEqual(["2199-12-01T09:00:00.000Z", "2199-12-01T01:00:00.000Z"]);
    // Planned as far as the old zone went: it begins anew.
    const { id: ruleId } = rule;
    const { stamp } = await planRule.execute(system, { ruleId });
    await lieIn("Asia/Tokyo");
    const all = { ruleId, after: "ffffffff-ffff-7fff-bfff-ffffffffffff" };
    expect((await planRule.execute(system, { ...all, stamp })).after).toBeNull();
    expect(await dues()).toEqual(["2199-11-30T16:00:00.000Z", "2199-12-01T01:00:00.000Z"]);

    shiftClock(Date.parse("2199-11-30T16:30:00Z") - Date.now());
    expect(await runDue.execute(system, { conversationId: id })).toEqual({ runs: 1 });
    await lieIn("America/Los_Angeles");
    await replan();
    shiftClock(Date.parse("2199-12-01T09:30:00Z") - Date.now());
    expect(await runDue.execute(system, { conversationId: id })).toEqual({ runs: 0 });
    expect((await runsOf(rule)).map(({ conversationId }) => conversationId)).toEqual([id]);
    shiftClock(0);
    await admin.delete(`/v1/rules/${rule.id}`);
    await lieIn("UTC");
  });

  it("of a contact count in its latest conversation, which one that only claims it does not become [D10]", async () => {
    const rule = await make({ trigger, actions: [tag("due")] });
    const email = `${crypto.randomUUID()}@x.example`;
    const { id: first } = await converse(admin, company, { from: email });
    const claiming = await (await visitorOn(company.given.channelId ?? "")).begin();
    for (const conversationId of [first, claiming])
      await captureContact.execute(system, { conversationId, name: "Ann", email });
    const { contactId, contactLink } = await reread(admin, claiming);
    expect(contactLink).toBe("claimed");
    await admin.patch(`/v1/contacts/${contactId}`, { customFields: { renewal: "2199-12-01" } });
    await planDues.execute(system, { conversationIds: [], contactIds: [String(contactId)] });
    expect([await dueOf(rule, first), await dueOf(rule, claiming)]).toEqual(["2199-12-01T01:00:00.000Z", undefined]);
    await admin.delete(`/v1/rules/${rule.id}`);
  });
});
