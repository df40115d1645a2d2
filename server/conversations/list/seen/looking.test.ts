import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { inboxViews } from "../../choices.ts";
import { columnsOf } from "../by-phase.sql.ts";
import { countOf, countsOf, totalsOfPhases } from "../counting.sql.ts";
import type { SortedFilters } from "../filtering.sql.ts";
import { pageOfConversations } from "../listing.ts";
import { filtersOfView } from "../tabs.ts";

const company = await openCompany();
const { companyId, agent, otherAgent, given } = company;
const others = 4000;
/** Far below all there is; how many rows are looked at depends on what other tests have left, too. */
const few = 400;
const phases = () => [given.phaseId ?? "", given.emptyPhaseId ?? ""];

/** 4,000 of somebody else, all more recent than what the agent sees: 30 of their own and 60 that nobody holds. */
async function insert(count: number, assignedTo: string | null, since: string): Promise<void> {
  await systemPool().query(
    `insert into conversations ("companyId","id","channelId","channel","phaseId","status","assignedTo","visitorId",
       "lastMessageAt","createdAt","updatedAt")
     select $1, gen_random_uuid(), $2, 'WEB', ($3::uuid[])[1 + n % 2], case when n % 3 = 0 then 'opened' else 'closed' end, $4, 'v', t, t, t
     from (select n, $5::timestamptz + n * interval '1 minute' as t from generate_series(1, $6::int) n) s`,
    [companyId, given.channelId, phases(), assignedTo, since, count],
  );
}

beforeAll(async () => {
  await insert(30, agent.id, "2026-01-01");
  await insert(60, null, "2026-01-02");
  await insert(others, otherAgent.id, "2026-02-01");
  const { rows } = await systemPool().query<{ id: string }>(
    `insert into contacts ("companyId","id","name","channelId","assignedTo","createdAt","updatedAt")
     values ($1, $2, 'Own', $3, $4, now(), now()) returning "id"`,
    [companyId, newId(), given.channelId, agent.id],
  );
  await systemPool().query(
    `update conversations set "contactId" = $2, "contactLink" = 'own' where "id" in (
       select "id" from conversations where "companyId" = $1 and "assignedTo" = $3 order by "id" limit 5)`,
    [companyId, rows[0]?.id, otherAgent.id],
  );
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  await owner.query("analyze conversations, conversation_activity, contacts").finally(() => owner.end());
});

const both = ["conversations", "conversation_activity"];

/** How many rows of conversations a piece of work has looked at. */
function lookedAt(work: () => Promise<unknown>, tables = both): Promise<number> {
  const read = async () =>
    (
      await row<{ rows: number }>(sql`
      select sum("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
      where "relname" = any(${tables}::text[])`)
    )?.rows ?? 0;
  return inTransaction(companyId, async () => {
    const before = await read();
    await work();
    return (await read()) - before;
  });
}

const sort = { field: "lastMessageAt", descending: true } as const;
const page = (actor: Actor, filters: Omit<SortedFilters, "sort">) =>
  pageOfConversations(actor, { ...filters, sort }, { limit: 10, page: 1 });

const readings: Record<string, (actor: Actor) => Promise<unknown>> = {
  "the numbers of the tabs": (actor) =>
    countsOf(
      actor,
      inboxViews.map((view) => filtersOfView(view, actor)),
    ),
  "the total": (actor) => countOf(actor, {}),
  "the totals of the pipeline": (actor) => totalsOfPhases(actor, { open: true }, phases()),
  "the first page": (actor) => page(actor, {}),
  "the first page of open ones": (actor) => page(actor, { open: true }),
  "the first page of closed ones": (actor) => page(actor, { open: false }),
  "the first page of a phase": (actor) => page(actor, { open: true, phase: phases().slice(0, 1) }),
  "the pipeline": (actor) => columnsOf(actor, { open: true, sort }, phases(), { limit: 10, page: 1 }),
};

describe("what an agent reads of a company with many conversations of others (C1, C2)", () => {
  it.each(Object.entries(readings))("%s: looks at what the agent sees, not at all there is", async (_, reading) => {
    expect(await lookedAt(() => reading(agent))).toBeLessThan(few);
    expect(await lookedAt(() => reading({ ...agent, seesUnassigned: false }))).toBeLessThan(few);
  });

  it("the pipeline of those who see everything: looks at its pages, not at all that is open", async () => {
    expect(await lookedAt(() => readings["the pipeline"]?.(company.admin) ?? Promise.reject())).toBeLessThan(few);
  });

  it("what is due first: looks at its page, whether many have a clock or none", async () => {
    const byClock = (filters: Omit<SortedFilters, "sort">) =>
      pageOfConversations(
        company.admin,
        { ...filters, sort: { field: "slaDueAt", descending: false } },
        { limit: 10, page: 1 },
      );
    expect(await lookedAt(() => byClock({}))).toBeLessThan(few);
    await systemPool().query(
      `update conversations set "slaDueAt" = "createdAt" + interval '1 day' where "companyId" = $1 and "assignedTo" is null`,
      [companyId],
    );
    expect((await byClock({ open: true })).rows.every(({ slaDueAt }) => slaDueAt !== null)).toBe(true);
    expect(await lookedAt(() => byClock({ open: true }))).toBeLessThan(few);
  });

  it("what is a person's by contact and by assignee: is not looked at a second time", async () => {
    await insert(1000, agent.id, "2025-01-01");
    await systemPool().query(
      `update conversations set "contactId" = (select "id" from contacts where "companyId" = $1 and "name" = 'Own'),
         "contactLink" = 'own' where "companyId" = $1 and "assignedTo" = $2`,
      [companyId, agent.id],
    );
    const ofActivity = (work: () => Promise<unknown>) => lookedAt(work, ["conversation_activity"]);
    for (const reading of [readings["the first page"], readings["the numbers of the tabs"]])
      expect(await ofActivity(() => reading?.(agent) ?? Promise.reject())).toBeLessThan(few);
  });
});
