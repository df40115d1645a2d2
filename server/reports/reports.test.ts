import { describe, expect, it } from "vitest";
import { day, hour, minute, shiftClock } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { tellDueClocks } from "#server/sla/telling.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say } from "#server/testing/talking.ts";
import { foldDays } from "./days/folding.ts";
import { percentiles } from "./percentiles.ts";
import { recompute } from "./recomputing.ts";
import type { Fact, FigureDefinition, Report } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

const read = (query: string) => api.get<Report>(`/v1/reports/${query}`);

describe("GET /v1/reports/{name}", () => {
  it("says what each figure means, and gives the definitions along with a report [R2]", async () => {
    const { status, body } = await api.get<{ definitions: FigureDefinition[] }>("/v1/reports/definitions");
    expect(status).toBe(200);
    const first = body.definitions.find(({ name }) => name === "firstResponse");
    expect(first?.description).toContain("Bot answers never count");
    expect((await read("responses")).body.definitions.map(({ name }) => name)).toContain("firstResponse");
  });

  it("refuses what cannot be answered: an unknown report, a range that ends before it begins or is too large [R4]", async () => {
    expect((await read("nothing")).status).toBe(404);
    const code = async (query: string) => (await read(query)).body.details?.[0]?.code;
    expect(await code("agents?from=2026-11-02&to=2026-11-01")).toBe("invalid_range");
    expect(await code("agents?from=2026-01-01&to=2026-11-01&interval=hour")).toBe("range_too_large");
    expect(await code("agents?from=yesterday")).toBe("invalid_date");
    expect((await read("agents?interval=minute")).status).toBe(400);
    expect((await api.get("/v1/reports/agents/rows?figure=won")).status).toBe(400);
    expect((await api.get("/v1/reports/agents/rows?cursor=nonsense")).status).toBe(400);
  });

  it("needs reports_read, and names visitors only to who may read conversations [R4]", async () => {
    const none = await openApi(company, ["clients_read"]);
    expect((await none.get("/v1/reports/agents")).status).toBe(403);
    const { id } = await converse(api, company, { visitorName: "Rita Report" });
    const own = `/v1/reports/conversations/rows?limit=100`;
    const named = async (client: typeof api) =>
      (await client.get<{ data: Fact[] }>(own)).body.data.find((one) => one.conversationId === id)?.visitorName;
    expect(await named(api)).toBe("Rita Report");
    expect(await named(await openApi(company, ["reports_read"]))).toBe("");
  });

  it("keeps who was never answered in the count, also after closing [R2]", async () => {
    const before = (await read("responses")).body.total;
    const { id } = await converse(api, company);
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    await say(api, id, "visitor");
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    const size = (total: Report["total"]) => total.find(({ name }) => name === "unanswered")?.count ?? 0;
    expect(size((await read("responses")).body.total)).toBe(size(before) + 1);
    const list = await api.get<{ data: Fact[] }>("/v1/reports/responses/rows?figure=unanswered");
    expect(list.body.data[0]?.conversationId).toBe(id);
  });

  it("counts what entered a phase of success as won, with its amount then [R2]", async () => {
    const phases = (await api.get<{ id: string; type: string }[]>("/v1/phases")).body;
    const { id } = await converse(api, company);
    await api.put(`/v1/conversations/${id}`, { amount: 1250.5 });
    await api.patch(`/v1/conversations/${id}/phases/${phases.find(({ type }) => type === "success")?.id}`);
    const { total, groups } = (await read("pipeline?interval=month")).body;
    const value = (name: string) => total.find((one) => one.name === name)?.value;
    expect([value("won"), value("wonAmount"), value("lost")]).toEqual([1, 1250.5, 0]);
    expect(groups.map(({ by }) => by)).toContain("phase");
    const list = await api.get<{ data: Fact[] }>("/v1/reports/pipeline/rows?figure=won");
    expect(list.body.data.map(({ conversationId, value: amount }) => [conversationId, amount])).toEqual([[id, 1250.5]]);
  });

  it("divides by hour of the week, by agent and by tag [R3]", async () => {
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/tags`, { tag: "vip" });
    await say(api, id, "user", { from: company.agent.id });
    const report = (await read("conversations")).body;
    expect(report.hours.reduce((all, { count }) => all + count, 0)).toBeGreaterThan(0);
    expect((await read("tags")).body.groups.map(({ name }) => name)).toContain("vip");
    const tagged = (await read("conversations?tag=vip")).body.total[0]?.count;
    expect(tagged).toBe(1);
    const agent = (await read("agents")).body.groups.find((group) => group.id === company.agent.id);
    expect(agent?.name).toBe("Abe Agent");
    expect(agent?.figures.find(({ name }) => name === "messagesOut")?.count).toBeGreaterThan(0);
    expect((await read("agents?interval=hour&from=2026-11-01&to=2026-11-03")).body.series).toHaveLength(48);
  });

  it("divides a bot's questions by step, with the figures of steps alone, each as long as its list [R2] [R3]", async () => {
    const { id } = await converse(api, company);
    const facts = [
      ["bot_asked", "ask_email"],
      ["bot_asked", "ask_email"],
      ["bot_unanswered", "ask_email"],
      ["bot_served", null],
    ];
    // Before any range that ends now: the database rounds its own time, up to a moment that has yet to come.
    const at = new Date(Date.now() - minute);
    for (const [metric, step] of facts)
      await systemPool().query(
        `insert into report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "step", "isBot", "tags")
         values ($1, $2, gen_random_uuid(), $3, $4, 1, $5, true, '{}')`,
        [company.companyId, id, metric, at, step],
      );
    const { body } = await read("bot?by=step");
    expect(body.groups.map(({ id: step }) => step)).not.toContain("");
    const group = body.groups.find(({ id: step }) => step === "ask_email");
    const told = group?.figures.map(({ name, value, count }) => [name, value, count]);
    expect(told).toEqual([
      ["botAsked", 2, 2],
      ["botUnanswered", 1, 1],
      ["botUnansweredShare", 0.5, 1],
    ]);
    for (const { name, count } of group?.figures ?? []) {
      const list = await api.get<{ pagination: { total: number } }>(
        `/v1/reports/bot/rows?figure=${name}&step=ask_email`,
      );
      expect(list.body.pagination.total, name).toBe(count);
    }
  });

  it("counts and lists what was open at the end of a time by the team of then, also when it was given on or closed later [R2]", async () => {
    const made = async (name: string) => (await api.post<{ id: string }>("/v1/teams", { name })).body.id;
    const [first, second] = [await made("Sales"), await made("Care")];
    const moments: string[] = [];
    const pass = () => {
      moments.push(new Date(Date.now() + moments.length * 2 * hour + hour).toISOString());
      shiftClock(moments.length * 2 * hour);
    };
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/assign`, { teamId: first });
    pass();
    await api.post(`/v1/conversations/${id}/assign`, { teamId: second });
    pass();
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    pass();
    const openAt = async (to: string) => {
      const { groups } = (await read(`teams?to=${to}`)).body;
      const counts = [first, second].map(
        (team) => groups.find((one) => one.id === team)?.figures.find(({ name }) => name === "openAtEnd")?.count ?? 0,
      );
      const query = (team: string) => `/v1/reports/teams/rows?figure=openAtEnd&teamId=${team}&to=${to}`;
      const lists = await Promise.all([first, second].map((team) => api.get<{ data: Fact[] }>(query(team))));
      return [counts, lists.map(({ body }) => body.data.map((row) => row.conversationId))];
    };
    const [one, two, three] = moments as [string, string, string];
    const everywhere = async () => [await openAt(one), await openAt(two), await openAt(three)];
    const expected = [
      [
        [1, 0],
        [[id], []],
      ],
      [
        [0, 1],
        [[], [id]],
      ],
      [
        [0, 0],
        [[], []],
      ],
    ];
    expect(await everywhere()).toEqual(expected);
    await recompute(company.companyId);
    expect(await everywhere()).toEqual(expected);
    shiftClock(0);
  });

  it("counts what was promised and kept, or not, by service level, agent, team and channel, and lists it [R3] [S3]", async () => {
    const { body: policy } = await api.post<{ id: string }>("/v1/sla-policies", { name: "Quick", firstResponse: 600 });
    const begin = async () => {
      const { id } = await converse(api, company);
      await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
      await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
      await say(api, id, "visitor");
      return id;
    };
    const [kept, late] = [await begin(), await begin()];
    await say(api, kept, "user", { from: company.agent.id });
    shiftClock(11 * minute);
    await tellDueClocks.execute(systemActor(company.companyId), { conversationId: late });
    const to = new Date(Date.now() + hour).toISOString();
    const report = async (by: string) => (await read(`sla?by=${by}&to=${to}`)).body;
    const values = (figures: Report["total"]) => figures.map(({ value }) => value);
    expect(values((await report("policy")).total)).toEqual([1, 1, 0.5]);
    const groupOf = async (by: string) => (await report(by)).groups.map(({ id, figures }) => [id, ...values(figures)]);
    expect(await groupOf("policy")).toEqual([[policy.id, 1, 1, 0.5]]);
    expect(await groupOf("agent")).toEqual([[company.agent.id, 1, 1, 0.5]]);
    expect(await groupOf("channel")).toEqual([[company.given.channelId, 1, 1, 0.5]]);
    expect(await groupOf("team")).toEqual([["", 1, 1, 0.5]]);
    const listed = async (figure: string, policyId: string) => {
      const query = `figure=${figure}&policyId=${policyId}&to=${to}`;
      const { data } = (await api.get<{ data: Fact[] }>(`/v1/reports/sla/rows?${query}`)).body;
      return data.map((fact) => [fact.conversationId, fact.policyId]);
    };
    expect(await listed("slaBreached", policy.id)).toEqual([[late, policy.id]]);
    expect(await listed("slaMetShare", policy.id)).toEqual([[kept, policy.id]]);
    expect(await listed("slaMet", "NONE")).toEqual([]);
    shiftClock(0);
    const again = await recompute(company.companyId);
    expect(again.facts).toBeGreaterThan(0);
    expect(await groupOf("policy")).toEqual([[policy.id, 1, 1, 0.5]]);
    shiftClock(3 * day);
    await foldDays.execute(systemActor(company.companyId), {});
    const days = (await read("sla?interval=month")).body;
    shiftClock(0);
    expect(days.groups.map(({ id, name, figures }) => [id, name, ...values(figures)])).toEqual([
      [policy.id, "Quick", 1, 1, 0.5],
    ]);
    await api.delete(`/v1/sla-policies/${policy.id}`);
  });
});

describe("percentiles", () => {
  it("are those of all values in order, however many and however they lie", () => {
    const spread = (n: number) => ((n * 7919) % 104_729) ** 2 % 3_000_000;
    const kinds = [spread, (n: number) => n, (n: number) => 0 - n, (n: number) => spread(n) % 3, () => 2 ** 31 - 1];
    for (const size of [0, 1, 2, 601, 1023, 5000])
      for (const kind of kinds) {
        const values = Int32Array.from({ length: size }, (_, n) => kind(n));
        const all = [...values].sort((a, b) => a - b);
        const expected = [0.5, 0.9].map((part) => {
          const place = part * (size - 1);
          const [below = 0, above = 0] = [all[Math.floor(place)], all[Math.ceil(place)]];
          return size === 0 ? null : below + (above - below) * (place - Math.floor(place));
        });
        const pieces = [values.subarray(0, 700), values.subarray(700)];
        const found = percentiles(pieces, [0.5, 0.9]);
        for (const [index, one] of expected.entries())
          if (one === null) expect(found[index]).toBeNull();
          else expect(found[index]).toBeCloseTo(one, 6);
        expect([...values.subarray(0, 9)]).toEqual(Array.from({ length: Math.min(9, size) }, (_, n) => kind(n)));
      }
  });
});
