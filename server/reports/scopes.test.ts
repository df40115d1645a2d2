import pg from "pg";
import { describe, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import type { Client } from "#server/testing/http.ts";
import { asTheyAre, personWith } from "#server/testing/roles.ts";
import { converse, say } from "#server/testing/talking.ts";
import { type ReportName, reportNames, reportOf } from "./choices.ts";
import { foldDays } from "./days/folding.ts";
import { listRows } from "./listing.ts";
import { listWaiting, readLive } from "./live.ts";
import { readReport } from "./reading.ts";
import type { Fact, Report } from "./schema.ts";

const company = await openCompany("Reporter of scopes", allFurniture);
const api = await openApi(company);
const there = company.given.whatsappChannelId ?? "";
const permissions = ["clients_read", "clients_write", "chat_talk", "reports_read"] as const;
const person = (name: string, role: object) => personWith(company, { name, permissions: [...permissions], ...role });
const ofTeam = await person("Team", { readScope: "team" });
const ofChannel = await person("Channel", { readScope: "channel", channels: [there] });
const ofOwn = await person("Own", { readScope: "assigned" });
const ofAll = await person("All", { readScope: "all", writeScope: "assigned" });
const { body: team } = await api.post<{ id: string }>("/v1/teams", { name: "Told", members: [{ userId: ofTeam.id }] });

/** A conversation for each reason to read it and one of nobody's: answered, one of them closed and won. */
async function begin(extra: Record<string, unknown>, to: object): Promise<string> {
  const { id } = await converse(api, company, extra);
  await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  await say(api, id, "visitor");
  await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id, ...to });
  await say(api, id, "user", { from: company.agent.id });
  await api.post(`/v1/conversations/${id}/tags`, { tag: "secret" });
  await say(api, id, "visitor");
  return id;
}
const by: Record<string, string> = {
  team: await begin({}, { teamId: team.id }),
  channel: await begin({ channelId: there, channel: "WHATSAPP" }, {}),
  mine: await begin({}, { assignedTo: ofOwn.id }),
  other: await begin({}, {}),
};
await api.post(`/v1/conversations/${by.mine}/close`, { isLead: false });
// Never answered so far.
const { id: asked } = await converse(api, company);
await api.patch(`/v1/conversations/${asked}/chatbot-state`, { chatbotState: "OFF" });
await say(api, asked, "visitor");
by.asked = asked;

const nameOf = (id: string) => Object.keys(by).find((name) => by[name] === id);
type Rows = { pagination: { total: number }; data: Fact[] };
const narrow: ReportName[] = reportNames.filter((name) => name !== "campaigns");
const reader = async (actor: Actor, asks: readonly (typeof permissions)[number][] = permissions): Promise<Client> =>
  openApi(company, asks, await asTheyAre(actor));

/** What the reader meets in any list behind any figure; each figure is as large as its list, and so are its groups. */
async function meets(me: Client): Promise<string[]> {
  const met = new Set<string>();
  for (const name of narrow) {
    const { status, body } = await me.get<Report>(`/v1/reports/${name}`);
    expect(status, name).toBe(200);
    for (const figure of reportOf(name).figures) {
      const rows = (await me.get<Rows>(`/v1/reports/${name}/rows?figure=${figure}&limit=100`)).body;
      const count = body.total.find((one) => one.name === figure)?.count;
      expect([figure, rows.data.length, rows.pagination.total]).toEqual([figure, count, count]);
      if (name !== "tags") {
        const sizes = body.groups.map(({ figures }) => figures.find((one) => one.name === figure)?.count ?? 0);
        expect([figure, sizes.reduce((all, size) => all + size, 0)]).toEqual([figure, count]);
      }
      for (const { conversationId } of rows.data) met.add(nameOf(conversationId) ?? conversationId);
    }
  }
  return [...met].sort();
}

describe("reports of who may read only some conversations [W11, R3]", () => {
  it("have figures and lists of those alone, also of days that were added up", async () => {
    const expected: [Actor, string[]][] = [
      [ofTeam, ["team"]],
      [ofChannel, ["channel"]],
      [ofOwn, ["mine"]],
    ];
    while ((await foldDays.execute(systemActor(company.companyId), {})).days > 0);
    for (const [actor, conversations] of expected) {
      const me = await reader(actor);
      expect(await meets(me)).toEqual(conversations);
      expect((await me.get<Report>("/v1/reports/agents")).body.narrowed).toBe(true);
      const tags = (await me.get<Report>("/v1/reports/tags")).body.groups;
      expect(tags.map(({ figures }) => figures[0]?.count)).toEqual([1]);
    }
    const everything = await reader(ofAll);
    expect(await meets(everything)).toEqual(expect.arrayContaining(Object.keys(by).sort()));
    expect((await everything.get<Report>("/v1/reports/agents")).body.narrowed).toBe(false);
  });

  it("are no wider for a token that asks for less, nor by another's filters", async () => {
    expect(await meets(await reader(ofTeam, ["reports_read"]))).toEqual(["team"]);
    const assigned = await openApi(company, ["reports_read", "clients_read_assigned"], company.admin);
    expect((await meets(assigned)).filter((one) => one in by)).toEqual([]);
    const me = await reader(ofTeam);
    for (const filter of [`channelId=${there}`, `agentId=${ofOwn.id}`])
      expect((await me.get<Rows>(`/v1/reports/conversations/rows?${filter}`)).body.data).toEqual([]);
  });

  it("say who waits, and what is open, of those alone", async () => {
    const live = async (actor: Actor) => readLive.execute(await asTheyAre(actor), {});
    expect(await live(ofTeam)).toMatchObject({ open: 1, waiting: 1, longestId: by.team });
    expect(await live(ofOwn)).toMatchObject({ open: 0, waiting: 0, longestId: null });
    expect((await live(ofAll)).open).toBeGreaterThanOrEqual(4);
    for (const person of [ofTeam, ofOwn, ofAll]) {
      const { data, pagination } = await listWaiting.execute(await asTheyAre(person), { limit: 100 });
      const { waiting, longestId } = await live(person);
      expect([data.length, pagination.total, data[0]?.conversationId ?? null]).toEqual([waiting, waiting, longestId]);
    }
  });

  it("call available who is connected and not away, as assignment does", async () => {
    const state = async () => {
      const { agents } = await readLive.execute(await asTheyAre(ofAll), {});
      return agents.find(({ id }) => id === ofOwn.id)?.available;
    };
    expect(await state()).toBe(false);
    await systemPool().query(
      `insert into agent_states ("companyId", "userId", "online", "seenAt") values ($1, $2, true, now())
       on conflict ("companyId", "userId") do update set "online" = true`,
      [company.companyId, ofOwn.id],
    );
    expect(await state()).toBe(true);
    await systemPool().query(`update users set "availability" = 'away' where "id" = $1`, [ofOwn.id]);
    expect(await state()).toBe(false);
  });

  it("have one row per conversation of those alone, and are refused where they are of the whole company", async () => {
    const me = await reader(ofChannel);
    const lines = (await me.get("/v1/reports/conversations/export")).text.trim().split("\r\n").slice(1);
    expect(lines.map((line) => nameOf(line.split(",")[0] ?? ""))).toEqual(["channel"]);
    for (const path of ["campaigns", "campaigns/rows"]) {
      const { status, body } = await me.get<{ message: string }>(`/v1/reports/${path}`);
      expect([status, body.message]).toEqual([403, expect.stringContaining("reaches only some")]);
    }
    expect((await (await reader(ofAll)).get("/v1/reports/campaigns")).status).toBe(200);
  });

  it("find what the reader may read once, not for each of its facts", async () => {
    const { companyId, given } = company;
    const write = (text: string, more: unknown[]) => systemPool().query(text, [companyId, ...more]);
    await write(
      `insert into conversations ("companyId", "id", "channelId", "channel", "phaseId", "assignedTo", "visitorId")
       select $1, gen_random_uuid(), $2, 'WEB', $3, $4, 'crowd' from generate_series(1, 4000)`,
      [given.channelId, given.phaseId, company.agent.id],
    );
    await write(
      `insert into report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "channelId")
       select $1, $2, gen_random_uuid(), 'message_in', now() - n * interval '10 minutes', 1, $3 from generate_series(1, 3000) n`,
      [by.other, given.channelId],
    );
    const owner = new pg.Client({ connectionString: env.databaseUrl });
    await owner.connect();
    await owner.query("analyze conversations, conversation_activity, report_facts").finally(() => owner.end());
    const looked = async () =>
      (
        await row<{ rows: number }>(sql`
          select sum("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
          where "relname" in ('conversations', 'conversation_activity')`)
      )?.rows ?? 0;
    for (const person of [ofTeam, ofOwn]) {
      const actor = await asTheyAre(person);
      const rows = await inTransaction(companyId, async () => {
        const before = await looked();
        await readReport.execute(actor, { name: "conversations" });
        return (await looked()) - before;
      });
      expect(rows).toBeLessThan(1000);
    }
    // Nor is each fact of others looked at before the few rows of a list.
    const list = { name: "conversations", figure: "messagesIn" as const };
    const listed = await inTransaction(companyId, async () => {
      const before = await looked();
      await listRows.execute(await asTheyAre(ofOwn), list);
      return (await looked()) - before;
    });
    expect(listed).toBeLessThan(1000);
    await write(`delete from report_facts where "companyId" = $1 and "conversationId" = $2`, [by.other]);
    await write(`delete from conversations where "companyId" = $1 and "visitorId" = 'crowd'`, []);
  });
});
