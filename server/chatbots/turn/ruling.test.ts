import { describe, expect, it } from "vitest";
import { drainQueues } from "#server/assignment/draining.ts";
import { createPolicy } from "#server/assignment/policies.ts";
import { minute, second, shiftClock } from "#server/base/clock.ts";
import { updateChannel } from "#server/channels/editing.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { ticks } from "#server/jobs/ticks.ts";
import { reply } from "#server/messages/sending.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { createTrigger } from "#server/triggers/writing.ts";
import { saveQuestionList } from "../configuration/question-list.ts";
import { saveSettings } from "../configuration/settings.ts";
import { readFunnel } from "../funnel.ts";
import type { ChatbotSettings } from "../schema.ts";
import { takeBotTurn } from "./turn.ts";

const company = await openCompany("Rules");

async function query<T>(text: string, values: unknown[]): Promise<T[]> {
  return (await systemPool().query(text, values)).rows as T[];
}

type Row = Record<string, unknown>;

async function conversationOf(id: string): Promise<Row> {
  return (await query<Row>(`select * from conversations where "id" = $1`, [id]))[0] ?? {};
}

async function thread(id: string): Promise<string[]> {
  const found = await query<{ fromType: string; text: string }>(
    `select "fromType", "text" from messages where "conversationId" = $1 and "type" <> 'command' order by "seq"`,
    [id],
  );
  return found.map(({ fromType, text }) => `${fromType}: ${text}`);
}

async function botRuns(companyId: string, conversationId: string): Promise<void> {
  const said = await query<{ id: string }>(
    `select "id" from messages where "conversationId" = $1 and "fromType" = 'visitor' order by "seq" desc limit 1`,
    [conversationId],
  );
  for (const { id } of said) await takeBotTurn.execute(systemActor(companyId), { conversationId, messageId: id });
}

async function talker(on: TestCompany = company, first = "hello") {
  const visitor = await visitorOn(on.given.channelId ?? "");
  const id = await visitor.begin(first);
  await botRuns(on.companyId, id);
  const say = async (body: string) => {
    await visitor.post(`/conversations/${id}/messages`, { body });
    await botRuns(on.companyId, id);
    return (await thread(id)).at(-1);
  };
  return { id, say, visitor };
}

const setUp = (nodes: Row[], settings: ChatbotSettings = {}, on: TestCompany = company) => {
  const chatbotId = on.given.chatbotId ?? "";
  return Promise.all([
    saveQuestionList.execute(on.admin, { chatbotId, nodes: nodes as never }),
    saveSettings.execute(on.admin, { chatbotId, settings }),
  ]);
};

const ask = (internal_name: string, more: Row = {}) => ({ internal_name, text: [`${internal_name}?`], ...more });

describe("assignment (G1)", () => {
  it("goes round the team as contacts come, to conversation and contact, with events", async () => {
    const team = await furnishedCompany("Round");
    await setUp([ask("reason"), ask("name", { response_type: "NAME" })], {}, team);
    const holders: unknown[] = [];
    for (const name of ["Ana", "Bea", "Cleo", "Dora"]) {
      const { id, say } = await talker(team);
      await say(name);
      const { assignedTo, preAssigned, contactId } = await conversationOf(id);
      const [contact] = await query<Row>(`select "assignedTo", "customFields" from contacts where "id" = $1`, [
        contactId,
      ]);
      expect([preAssigned, contact]).toEqual([assignedTo, { assignedTo, customFields: { reason: "hello" } }]);
      holders.push(assignedTo);
      const told = (await eventsOf(team)).filter(
        (event) => event.conversationId === id || event.contactId === contactId,
      );
      expect(told.find(({ type }) => type === "conversation/operator_assigned")?.data).toMatchObject({
        type: "automatic",
      });
      expect(told.filter(({ type }) => type === "contact/operator_assigned")).toHaveLength(1);
      expect(told.filter(({ type }) => type === "contact/created")).toHaveLength(1);
    }
    expect(new Set(holders).size).toBe(4);
    const viewers = await query<{ id: string }>(`select "id" from users where "role" = 'viewer'`, []);
    expect(viewers.some(({ id }) => holders.includes(id))).toBe(false);
  });

  it("keeps to the channel's own list where it has one", async () => {
    const { agent, admin, given } = company;
    await setUp([ask("name", { response_type: "NAME" })]);
    const channelId = given.channelId ?? "";
    const listed = await updateChannel.execute(admin, { channelId, settings: { assignees: [agent.id] } });
    expect(listed.settings.assignees).toEqual([agent.id]);
    const wrong = updateChannel.execute(admin, { channelId, settings: { assignees: ["nobody"] } });
    await expect(wrong).rejects.toMatchObject({ details: [{ field: "settings.assignees" }] });
    for (const name of ["Ana", "Bea"]) {
      expect((await conversationOf((await talker(company, name)).id)).assignedTo).toBe(agent.id);
    }
    await updateChannel.execute(admin, { channelId, settings: { assignees: [] } });
  });

  it("prefers the people of the node that matched last, in turn, and leaves out who has gone", async () => {
    const { agent, otherAgent } = company;
    const gone = await company.person("agent", "Gone");
    const people = [otherAgent.id, gone.id, agent.id];
    await setUp([ask("reason", { assigned_to: people }), ask("name", { response_type: "NAME" })]);
    await query(`update users set "active" = false where "id" = $1`, [gone.id]);
    const holders: unknown[] = [];
    for (const name of ["Ana", "Bea", "Cleo"]) {
      const { id, say } = await talker();
      await say(name);
      holders.push((await conversationOf(id)).assignedTo);
    }
    expect(holders).toEqual([otherAgent.id, agent.id, otherAgent.id]);
  });

  it("happens once, also when a person is needed later, and never without the priorities", async () => {
    const nodes = [ask("name", { response_type: "NAME", actions: [{ name: "OPERATOR_NEEDED" }] }), ask("more")];
    await setUp(nodes, {
      assign_priority: ["ROUND_ROBIN"],
      special_messages: { finding_operator_start: "One moment" },
    });
    const { id } = await talker(company, "Ana");
    expect((await thread(id)).slice(-2)).toEqual(["visitor: Ana", "robot: One moment"]);
    const given = await query(
      `select 1 from messages where "conversationId" = $1 and "command"->>'name' = 'assigned'`,
      [id],
    );
    expect(given).toHaveLength(1);
    expect(await conversationOf(id)).toMatchObject({ chatbotState: "OFF", tags: ["automatic_transfer"] });
    await setUp(nodes, { assign_priority: [] });
    expect(await conversationOf((await talker(company, "Bea")).id)).toMatchObject({
      assignedTo: null,
      preAssigned: null,
    });
    await setUp(nodes, { assign_priority: ["TRIGGER", "INTERVENED", "ROUND_ROBIN"] });
  });
});

describe("ROUND_ROBIN on a channel with a policy (G1)", () => {
  it("asks the policy, which keeps to its limit, says why, and gives out what waits when there is room [W6]", async () => {
    const team = await furnishedCompany("Policy");
    const { agent, admin, given } = team;
    await setUp([ask("name", { response_type: "NAME" })], { assign_priority: ["ROUND_ROBIN"] }, team);
    const channelId = given.channelId ?? "";
    await query(`delete from assignment_policies where "companyId" = $1`, [team.companyId]);
    await updateChannel.execute(admin, { channelId, settings: { assignees: [agent.id] } });
    const people = await query<{ id: string }>(
      `select "id" from users where "companyId" = $1 and "active" and "role" <> 'viewer'`,
      [team.companyId],
    );
    const method = "balanced" as const;
    await createPolicy.execute(admin, { channelId, method, perPerson: 2, onlyAvailable: false, sticky: false });
    await query(`update conversations set "status" = 'closed', "assignedTo" = null where "companyId" = $1`, [
      team.companyId,
    ]);
    const ids: string[] = [];
    for (let count = 0; count <= people.length * 2; count += 1) {
      const { id, say } = await talker(team, `Guest ${count}`);
      await say(`Guest ${count}`);
      ids.push(id);
    }
    const held = async () =>
      query<{ id: string; assignedTo: string; preAssigned: string }>(
        `select "id", "assignedTo", "preAssigned" from conversations where "id" = any($1) and "assignedTo" is not null`,
        [ids],
      );
    const before = await held();
    // Everybody's, not only those of the channel's own list: the policy decides.
    const each = people.map(({ id }) => before.filter(({ assignedTo }) => assignedTo === id).length);
    expect(each).toEqual(people.map(() => 2));
    expect(before.every(({ assignedTo, preAssigned }) => assignedTo === preAssigned)).toBe(true);
    const told = await query(`select 1 from assignment_decisions where "conversationId" = any($1)`, [ids]);
    expect(told).toHaveLength(before.length);
    await query(`update conversations set "status" = 'closed' where "id" = $1`, [before[0]?.id]);
    await query(`update conversations set "chatbotState" = 'OFF' where "id" = any($1)`, [ids]);
    expect(await drainQueues.execute(systemActor(team.companyId), {})).toEqual({ assigned: 1 });
    expect(await held()).toHaveLength(ids.length);
  });
});

describe("triggers (H11)", () => {
  const make = (admin: Actor, value: string, actions: Row, more: Row = {}) =>
    createTrigger.execute(admin, {
      name: value,
      conditions: { matches: [{ type: "phrase", value }], ...more },
      actions,
    });

  it("answer before the flow and leave its question waiting", async () => {
    const { admin, agent } = company;
    await setUp([ask("email", { response_type: "EMAIL" }), ask("end", { response_type: "NONE" })]);
    await make(admin, "qué horario", { response: ["From nine"], tag: "hours", assignTo: [agent.id] });
    const { id, say } = await talker(company, "hello");
    expect(await say("¿QUE horario tienen?")).toBe("robot: From nine");
    expect(await conversationOf(id)).toMatchObject({
      tags: ["hours"],
      flowState: { waiting: "email", assign: [agent.id] },
    });
    expect(await say("ana@trigger.example")).toBe("robot: end?");
    expect(await conversationOf(id)).toMatchObject({ assignedTo: agent.id });
  });

  it("fire once where they are set to, and leave their tag", async () => {
    const once = await make(company.admin, "discount", { response: "Ten percent", once: true });
    const { id, say } = await talker();
    expect(await say("a discount please")).toBe("robot: Ten percent");
    expect(await say("a discount please")).not.toBe("robot: Ten percent");
    expect((await conversationOf(id)).tags).toContain(`fired_${once.id}`);
  });

  it("hand over to a person", async () => {
    await make(company.admin, "human", { operatorNeeded: true });
    const { id, say } = await talker();
    await say("a human, now");
    expect(await conversationOf(id)).toMatchObject({ chatbotState: "OFF", assignedTo: expect.any(String) });
  });
});

describe("a bot that is switched on again", () => {
  it("asks its open question once more unless it is answered, at no cost", async () => {
    await setUp([
      ask("email", { response_type: "EMAIL", retry_text: ["wrong"] }),
      ask("end", { response_type: "NONE" }),
    ]);
    const { id, say } = await talker();
    await reply.execute(company.admin, { conversationId: id, body: "I am here" });
    await say("thank you");
    await switchChatbot.execute(company.admin, { conversationId: id, chatbotState: "ON" });
    expect(await say("so?")).toBe("robot: email?");
    expect(await say("hm")).toBe("robot: wrong");
    expect(await conversationOf(id)).toMatchObject({ flowState: { waiting: "email", tries: 2 } });
  });
});

describe("the gate", () => {
  it("lets an agent win who writes in the same instant: nothing of the bot comes after", async () => {
    await setUp([ask("a"), ask("b"), ask("c"), ask("d")]);
    for (let round = 0; round < 10; round += 1) {
      const { id, visitor } = await talker();
      await visitor.post(`/conversations/${id}/messages`, { body: "more" });
      await Promise.all([
        botRuns(company.companyId, id),
        reply.execute(company.admin, { conversationId: id, body: "me" }),
        botRuns(company.companyId, id),
      ]);
      const lines = await thread(id);
      const mine = lines.indexOf("user: me");
      expect(lines.slice(mine + 1).filter((line) => line.startsWith("robot"))).toEqual([]);
    }
  });
});

describe("a visitor who says nothing", () => {
  const nudge = async () => ticks.find((tick) => tick.name === "chatbots.nudge")?.run();

  it("is asked once whether they are there, only after the time, never while the bot is off", async () => {
    await setUp([ask("a"), ask("b")], {
      are_you_there: { send_after: 90 },
      special_messages: { are_you_there: ["Still there?"] },
    });
    const [quiet, taken] = [await talker(), await talker()];
    await reply.execute(company.admin, { conversationId: taken.id, body: "me" });
    shiftClock(80 * second);
    await nudge();
    expect((await thread(quiet.id)).at(-1)).toBe("robot: b?");
    shiftClock(95 * second);
    await Promise.all([nudge(), nudge()]);
    shiftClock(10 * minute);
    await nudge();
    shiftClock(0);
    expect((await thread(quiet.id)).slice(-2)).toEqual(["robot: b?", "robot: Still there?"]);
    expect((await thread(taken.id)).at(-1)).toBe("user: me");
    await setUp([ask("a"), ask("b")], { are_you_there: { send_after: 0 } });
  });

  it("is asked in their language, where the bot speaks it", async () => {
    const settings = {
      are_you_there: { send_after: 90 },
      special_messages: { are_you_there: [] },
      lang: "en" as const,
    };
    const spanish = { translations: { es: { text: ["¿b?"] } } };
    const asked = async (more: Row) => {
      await setUp([ask("a"), ask("b", more)], settings);
      const { id } = await talker();
      await query(`update conversations set "flowState" = "flowState" || '{"language":"es"}' where "id" = $1`, [id]);
      shiftClock(95 * second);
      await nudge().finally(() => shiftClock(0));
      return (await thread(id)).at(-1);
    };
    expect(await asked(spanish)).toBe("robot: ¿Sigues ahí?");
    expect(await asked({})).toBe("robot: Are you still there?");
    await setUp([ask("a"), ask("b")], { are_you_there: { send_after: 0 } });
  });
});

describe("the funnel", () => {
  it("counts what was asked, answered, given up and left, day by day", async () => {
    const other = await furnishedCompany("Funnel");
    const chatbotId = other.given.chatbotId ?? "";
    await setUp(
      [ask("one"), ask("two", { response_type: "EMAIL" }), ask("three", { response_type: "NONE" })],
      {},
      other,
    );
    await talker(other);
    const second = await talker(other);
    for (const wrong of ["x", "y", "z"]) await second.say(wrong);
    const day = new Date().toISOString().slice(0, 10);
    const read = async (from: string, to: string) =>
      (await readFunnel.execute(other.admin, { chatbotId, from, to })).nodes.slice(0, 3).map(Object.values);
    const expected = [
      ["one", 1, 2, 2, 0, 0],
      ["two", 2, 2, 0, 1, 1],
      ["three", 3, 1, 0, 0, 0],
    ];
    expect(await read(day, day)).toEqual(expected);
    await ticks.find((tick) => tick.name === "counters.fold")?.run();
    expect(await read("2026-01-01", day)).toEqual(expected);
    expect(await read("2020-01-01", "2020-12-31")).toEqual(expected.map(([name, id]) => [name, id, 0, 0, 0, 0]));
  });
});
