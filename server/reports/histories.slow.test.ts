import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { day, hour, minute, shiftClock } from "#server/base/clock.ts";
import { businessSeconds } from "#server/calendars/hours.ts";
import type { CalendarHours } from "#server/calendars/schema.ts";
import { defaultQuestionList } from "#server/chatbots/configuration/default-list.ts";
import { takeBotTurn } from "#server/chatbots/turn/turn.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { createRole } from "#server/roles/writing.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { Client } from "#server/testing/http.ts";
import { type Measured, measuredIn, type Stood } from "#server/testing/report-model.ts";
import { asTheyAre } from "#server/testing/roles.ts";
import { converse, say, transcript } from "#server/testing/talking.ts";
import { updateUser } from "#server/users/editing.ts";
import { foldDays } from "./days/folding.ts";
import { recompute } from "./recomputing.ts";
import type { Fact, Figure, Report } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
const system = systemActor(company.companyId);
const agents = new Set([company.agent.id, company.otherAgent.id, company.admin.id]);
const [first = "", second = ""] = [company.agent.id, company.otherAgent.id];
let phases: string[] = [];

/** Thousands of requests, on whatever machine. */
const slowly = 600_000;

const path = (id: string, rest: string) => `/v1/conversations/${id}/${rest}`;
const deeds: Record<string, (id: string) => Promise<unknown>> = {
  visitor: (id) => say(api, id, "visitor"),
  again: (id) => say(api, id, "visitor"),
  robot: (id) => say(api, id, "robot"),
  turn: (id) => turn(id),
  heard: async (id) => {
    await say(api, id, "visitor", { body: "eva@example.com" });
    await turn(id);
  },
  agent: (id) => say(api, id, "user", { from: first }),
  other: (id) => say(api, id, "user", { from: second }),
  external: (id) => say(api, id, "user", { from: "crm" }),
  on: (id) => api.patch(path(id, "chatbot-state"), { chatbotState: "ON" }),
  off: (id) => api.patch(path(id, "chatbot-state"), { chatbotState: "OFF" }),
  close: (id) => api.post(path(id, "close"), { isLead: false }),
  open: (id) => api.post(path(id, "open")),
  give: (id) => api.post(path(id, "assign"), { assignedTo: second }),
  take: (id) => api.post(path(id, "assign"), { assignedTo: null }),
  snooze: (id) => api.post(path(id, "snooze"), { until: new Date(Date.now() + 40 * day).toISOString() }),
  wake: (id) => api.delete(path(id, "snooze")),
  tag: (id) => api.post(path(id, "tags"), { tag: "vip" }),
  untag: (id) => api.delete(path(id, "tags/vip")),
  move: (id) => api.patch(path(id, `phases/${phases[1]}`)),
  moveOn: (id) => api.patch(path(id, `phases/${phases[2]}`)),
};

/** The bot's own turn, with the questions of its flow. */
async function turn(id: string): Promise<void> {
  const { rows } = await systemPool().query<{ id: string }>(
    `select "id" from messages where "conversationId" = $1 and "fromType" = 'visitor' order by "seq" desc limit 1`,
    [id],
  );
  await takeBotTurn.execute(system, { conversationId: id, messageId: rows[0]?.id ?? null });
}

type Known = Measured & { conversationId: string };
const model: Known[] = [];
const unanswered: { conversationId: string; at: number }[] = [];
const stood: (Stood & { conversationId: string })[] = [];

async function factsNow() {
  const { rows } = await systemPool().query(
    `select "conversationId", "eventId", "metric", extract(epoch from "at") * 1000 as "at", "value"::float8 as "value",
       "openValue"::float8 as "open", "agentId", "channelId", "phaseId", "chatbotId", "isBot", "tags" from report_facts
     where "companyId" = $1 and "conversationId" = any($2) order by "conversationId", "eventId", "metric"`,
    [company.companyId, ids],
  );
  return rows;
}
const ids: string[] = [];

/** Opening hours as they were at first, and since twelve days ago; days on which clocks are set lie in between. */
const hours: CalendarHours = [
  { days: ["MON", "TUE", "WED", "THU", "FRI"], range: "08:30-13,14-19" },
  { days: ["SAT", "SUN"], range: "00-03" },
];
const [atFirst, later] = [
  { timeZone: "America/New_York", hours, holidays: [] },
  { timeZone: "Europe/Madrid", hours, holidays: [{ date: "2020-11-18", name: "", yearly: true }] },
];
let moved = Number.NaN;
const openSeconds = (from: number, to: number) =>
  Math.round(businessSeconds(to >= moved ? later : atFirst, new Date(from), new Date(to)));
const furnished: string[] = [];

const steps = defaultQuestionList("en").filter(({ response_type }) => response_type !== "NONE");
const stepOf = (said: string) =>
  steps.find(({ text, retry_text }) => [...text, ...retry_text].some((one) => said.endsWith(one)))?.internal_name ?? "";

/** The company's default calendar, and another twelve days ago. */
async function openDesk(): Promise<void> {
  shiftClock(-60 * day);
  const { body } = await api.post<{ id: string }>("/v1/calendars", { name: "Desk", ...atFirst, isDefault: true });
  shiftClock(-12 * day);
  const after = await api.patch<{ updatedAt: string }>(`/v1/calendars/${body.id}`, later);
  moved = Date.parse(after.body.updatedAt);
  shiftClock(0);
}

/** One conversation: deeds with pauses in between, weeks ago. */
async function live(begin: number, steps: readonly (readonly [string, number])[]): Promise<void> {
  let at = begin;
  shiftClock(at);
  const { id } = await converse(api, company);
  for (const [deed, pause] of steps) {
    at += pause;
    shiftClock(at);
    await deeds[deed]?.(id);
  }
  shiftClock(0);
}

/** All conversations, also those that a visitor began by writing into a closed one. */
async function workOut(): Promise<void> {
  const { rows } = await systemPool().query<{ id: string; createdAt: Date }>(
    `select "id", "createdAt" from conversations where "companyId" = $1 and not "id" = any($2)`,
    [company.companyId, furnished],
  );
  for (const list of [ids, model, unanswered, stood]) list.length = 0;
  for (const { id, createdAt } of rows) {
    const begun = {
      createdAt: createdAt.toISOString(),
      phaseId: phases[0] ?? "",
      wonPhaseId: phases[2] ?? "",
      agents,
      openSeconds,
      stepOf,
    };
    const worked = measuredIn(await transcript(api, id), begun);
    ids.push(id);
    model.push(...worked.facts.map((fact) => ({ ...fact, conversationId: id })));
    stood.push(...worked.stood.map((one) => ({ ...one, conversationId: id })));
    if (worked.unansweredSince !== null) unanswered.push({ conversationId: id, at: worked.unansweredSince });
  }
}

const history = fc.tuple(
  fc.integer({ min: -30 * day, max: -3 * day }),
  fc.array(fc.tuple(fc.constantFrom(...Object.keys(deeds)), fc.integer({ min: 1000, max: 20 * hour })), {
    minLength: 1,
    maxLength: 12,
  }),
);

beforeAll(async () => {
  const { rows } = await systemPool().query<{ id: string }>(
    `select "id" from phases where "companyId" = $1 order by "order"`,
    [company.companyId],
  );
  phases = rows.map(({ id }) => id);
  const there = await systemPool().query<{ id: string }>(`select "id" from conversations where "companyId" = $1`, [
    company.companyId,
  ]);
  furnished.push(...there.rows.map(({ id }) => id));
  await systemPool().query(`delete from report_facts where "companyId" = $1`, [company.companyId]);
  await systemPool().query(`delete from report_states where "companyId" = $1`, [company.companyId]);
  await openDesk();
  for (const [begin, steps] of fc.sample(history, { numRuns: 200, seed: 20_261_122 })) await live(begin, steps);
  await workOut();
}, slowly);
afterEach(() => shiftClock(0));
afterAll(() => shiftClock(0));

const sorted = (facts: readonly Known[]) =>
  facts
    .map(
      ({ conversationId, metric, at, value, open, agentId }) =>
        `${conversationId} ${at} ${metric} ${value} ${open} ${agentId}`,
    )
    .sort();

const quantile = (values: readonly number[], part: number) => {
  const all = [...values].sort((a, b) => a - b);
  const place = part * (all.length - 1);
  const [below = 0, above = 0] = [all[Math.floor(place)], all[Math.ceil(place)]];
  return all.length === 0 ? null : below + (above - below) * (place - Math.floor(place));
};

/** The figures of the model: what is counted of which metric, in a range, of an agent. */
const names: Record<string, Record<string, string>> = {
  conversations: { created: "created", closed: "resolution", reopened: "reopened", messagesIn: "message_in" },
  responses: { firstResponse: "first_response", nextResponse: "next_response", waiting: "waiting" },
  agents: { handleTime: "held" },
  bot: {
    botServed: "bot_served",
    botContained: "bot_contained",
    botHandedOver: "bot_handed_over",
    botAsked: "bot_asked",
    botUnanswered: "bot_unanswered",
  },
  pipeline: { phaseEntered: "phase_entered", phaseTime: "phase_left" },
};

type Range = { from: number; to: number; agentId?: string; businessHours?: boolean };
const within = ({ from, to, agentId }: Range) =>
  model.filter((one) => one.at >= from && one.at < to && (agentId === undefined || one.agentId === agentId));
const asked = ({ from, to, agentId, businessHours = false }: Range) =>
  `businessHours=${businessHours}&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}${agentId ? `&agentId=${agentId}` : ""}`;

function checkFigure(figure: Figure | undefined, values: readonly number[], what: string): void {
  expect(figure?.count, what).toBe(values.length);
  if (!figure || figure.median === null) return;
  expect(figure.median, what).toBeCloseTo(quantile(values, 0.5) ?? -1, 6);
  expect(figure.p90, what).toBeCloseTo(quantile(values, 0.9) ?? -1, 6);
  expect(figure.mean, what).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 6);
}

/** Who asks, and which conversations they may read; undefined: all. */
type Reader = { client: Client; reads?: ReadonlySet<string> };
const everything: Reader = { client: api };

/** Every figure of every report equals the model's, in all and over its days. */
async function compare(range: Range, { client, reads }: Reader = everything): Promise<void> {
  await compareOpen(range, { client, ...(reads ? { reads } : {}) });
  const mine = within(range).filter(({ conversationId }) => reads?.has(conversationId) ?? true);
  for (const [report, figures] of Object.entries(names)) {
    const { status, body } = await client.get<Report>(`/v1/reports/${report}?${asked(range)}`);
    expect(status).toBe(200);
    for (const [name, metric] of Object.entries(figures)) {
      const values = mine
        .filter((one) => one.metric === metric)
        .map(({ value, open }) => (range.businessHours ? (open ?? value) : value));
      const what = `${name} ${JSON.stringify(range)}`;
      checkFigure(
        body.total.find((one) => one.name === name),
        values,
        what,
      );
      const inDays = body.series.map(({ figures: all }) => all.find((one) => one.name === name)?.count ?? 0);
      expect(
        inDays.reduce((a, b) => a + b, 0),
        what,
      ).toBe(values.length);
    }
    if (report === "responses" && range.agentId === undefined) {
      const open = unanswered
        .filter(({ conversationId }) => reads?.has(conversationId) ?? true)
        .filter(({ at }) => at >= range.from && at < range.to);
      expect(body.total.find(({ name }) => name === "unanswered")?.count).toBe(open.length);
    }
  }
}

/** What was open at a moment, as the model has it. */
const openAt = (moment: number, { agentId }: Range, reads?: ReadonlySet<string>) =>
  stood
    .filter(({ from, to }) => from < moment && to >= moment)
    .filter(({ conversationId }) => reads?.has(conversationId) ?? true)
    .filter((one) => agentId === undefined || one.agentId === agentId);

/** What stood open at the end of a range and of each of its days, in all and of each agent, and the list of it. */
async function compareOpen(range: Range, { client, reads }: Reader = everything): Promise<void> {
  const { body } = await client.get<Report>(`/v1/reports/agents?${asked(range)}`);
  const countOf = (figures: readonly Figure[]) => figures.find(({ name }) => name === "openAtEnd")?.count ?? 0;
  const open = openAt(range.to, range, reads);
  expect(countOf(body.total), JSON.stringify(range)).toBe(open.length);
  const ends = [...body.series.slice(1).map(({ from }) => Date.parse(`${from}`)), range.to];
  expect(body.series.map(({ figures }) => countOf(figures))).toEqual(
    ends.map((end) => openAt(end, range, reads).length),
  );
  for (const { id, figures } of body.groups)
    expect(countOf(figures)).toBe(open.filter(({ agentId }) => (agentId ?? "") === id).length);
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await client.get<{ data: Fact[]; pagination: { total: number; nextCursor: string | null } }>(
      `/v1/reports/agents/rows?figure=openAtEnd&limit=40&${asked(range)}${cursor && `&cursor=${cursor}`}`,
    );
    expect([page.status, page.body.pagination.total]).toEqual([200, open.length]);
    seen.push(...page.body.data.map(({ conversationId, agentId }) => `${conversationId} ${agentId}`));
    if (!page.body.pagination.nextCursor) break;
    cursor = page.body.pagination.nextCursor;
  }
  expect(seen.sort()).toEqual(open.map(({ conversationId, agentId }) => `${conversationId} ${agentId}`).sort());
}

/** The list of each figure is as long as the figure says, without repeats, and of what the reader may read. */
async function compareLists({ client, reads }: Reader): Promise<void> {
  for (const [report, figures] of Object.entries(names)) {
    for (const name of Object.keys(figures)) {
      const range = ranges[1] ?? whole;
      const { body } = await client.get<Report>(`/v1/reports/${report}?${asked(range)}`);
      const size = body.total.find((one) => one.name === name)?.count;
      const seen: string[] = [];
      for (let cursor = ""; ; ) {
        const query = `figure=${name}&limit=100&${asked(range)}${cursor && `&cursor=${cursor}`}`;
        const page = await client.get<{ data: Fact[]; pagination: { total: number; nextCursor: string | null } }>(
          `/v1/reports/${report}/rows?${query}`,
        );
        expect([page.status, page.body.pagination.total], name).toEqual([200, size]);
        seen.push(...page.body.data.map(({ id }) => id));
        for (const { conversationId } of page.body.data) expect(reads?.has(conversationId) ?? true).toBe(true);
        if (!page.body.pagination.nextCursor) break;
        cursor = page.body.pagination.nextCursor;
      }
      expect([seen.length, new Set(seen).size], name).toEqual([size, size]);
    }
  }
}

const now = Date.now();
const ranges: Range[] = fc
  .sample(fc.tuple(fc.integer({ min: 0, max: 20 * day }), fc.integer({ min: hour, max: 25 * day }), fc.boolean()), {
    numRuns: 6,
    seed: 7,
  })
  .map(([begin, length, own]) => {
    const from = now - 31 * day + begin;
    return { from, to: from + length, ...(own ? { agentId: first } : {}) };
  });
const whole = { from: now - 40 * day, to: now + day };
const inHours = { from: now - 20 * day, to: now, businessHours: true };

describe("random histories against a slow, plain model", { timeout: slowly }, () => {
  it("write exactly the facts that the threads show [R1]", async () => {
    const stored = (await factsNow()).map((fact) => ({ ...fact, at: Number(fact.at) }));
    expect(sorted(stored as Known[])).toEqual(sorted(model));
    expect(new Set(model.map(({ metric }) => metric)).size).toBe(21);
  });

  it("show every figure as the model has it, before and after days are added up, in any time zone [R2]", async () => {
    for (const range of [whole, ...ranges, inHours]) await compare(range);
    for (const zone of ["America/New_York", "Asia/Kolkata", "UTC"]) {
      await systemPool().query(`update companies set "settings" = "settings" || $2 where "id" = $1`, [
        company.companyId,
        JSON.stringify({ timeZone: zone }),
      ]);
      await compare(ranges[0] ?? whole);
      while ((await foldDays.execute(system, {})).days > 0);
      for (const range of [whole, ...ranges, inHours]) await compare(range);
    }
  });

  it("list exactly what a figure counts, page by page [R3]", () => compareLists(everything));

  it("show and list only what the reader may read, as the model has it of those conversations [W11, R3]", async () => {
    const { id: roleId } = await createRole.execute(company.admin, {
      name: "Own ones",
      permissions: ["clients_read", "reports_read"],
      readScope: "assigned",
    });
    await updateUser.execute(company.admin, { userId: second, roleId });
    const permissions = ["reports_read", "clients_read_assigned"] as const;
    const client = await openApi(company, permissions, await asTheyAre(company.otherAgent));
    const reads = new Set<string>();
    for (const id of ids) if ((await client.get(`/v1/conversations/${id}`)).status === 200) reads.add(id);
    expect(reads.size).toBeGreaterThan(5);
    expect(reads.size).toBeLessThan(ids.length);
    for (const range of [whole, ...ranges, inHours]) await compare(range, { client, reads });
    await compareLists({ client, reads });
  });

  it("count what comes late in days that were added up already, and what is deleted no more [R1]", async () => {
    while ((await foldDays.execute(system, {})).days > 0);
    await live(-9 * day, [
      ["off", minute],
      ["visitor", minute],
      ["agent", hour],
      ["close", hour],
    ]);
    await workOut();
    await compare(whole);
    while ((await foldDays.execute(system, {})).days > 0);
    await compare(whole);
    const gone = ids[0] ?? "";
    expect((await api.delete(`/v1/conversations/${gone}`)).status).toBeLessThan(300);
    await workOut();
    await compare(whole);
    while ((await foldDays.execute(system, {})).days > 0);
    await compare(whole);
  });

  it("are computed anew to the same rows [R1]", async () => {
    const before = await factsNow();
    await recompute(company.companyId);
    expect(await factsNow()).toEqual(before);
    await systemPool().query(`delete from report_facts where "companyId" = $1`, [company.companyId]);
    await systemPool().query(`delete from report_states where "companyId" = $1`, [company.companyId]);
    await recompute(company.companyId);
    expect(await factsNow()).toEqual(before);
  });
});
