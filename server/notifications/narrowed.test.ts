import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { ofVisibleContact } from "#server/contacts/access.sql.ts";
import { ofVisibleConversation, type Purpose } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { listCsatResponses } from "#server/csat/listing.ts";
import { inCompany, inTransaction } from "#server/db/pool.ts";
import { row, rows, type Sql, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { listWaiting, readLive } from "#server/reports/live.ts";
import { listTasks } from "#server/tasks/listing.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { countUnread } from "./listing.ts";

const company = await openCompany();
const { companyId, agent, otherAgent, given } = company;
const [team, channel] = [newId(), newId()];
/** More than are looked at one by one. */
const many = 3000;
/** Far below all there is; how many rows are looked at depends on what other tests have left, too. */
const few = 2000;

const write = (text: string, values: unknown[] = []) => systemPool().query(text, [companyId, ...values]);

beforeAll(async () => {
  await write(`insert into teams ("companyId","id","name","nameKey","color") values ($1,$2,'T','t','#0F766E')`, [team]);
  await write(`insert into channels ("companyId","id","type","label","connected") values ($1,$2,'WEBSITE','W',true)`, [
    channel,
  ]);
  const whose = `case n % 100 when 0 then $2::uuid when 1 then null else $3::uuid end`;
  const where = `case when n % 40 = 2 then $4::uuid else $5::uuid end`;
  const people = [agent.id, otherAgent.id, channel, given.channelId];
  await write(
    `insert into contacts ("companyId","id","name","channelId","assignedTo","createdAt","updatedAt")
     select $1, md5('k' || n)::uuid, 'Contact ' || n, ${where}, ${whose}, now(), now() from generate_series(1, $6::int) n`,
    [...people, many],
  );
  await write(
    `insert into conversations ("companyId","id","channelId","channel","phaseId","status","assignedTo","teamId","contactId",
       "contactLink","visitorId","lastMessageAt","createdAt","updatedAt")
     select $1, md5('c' || n)::uuid, ${where}, 'WEB', $7, 'opened', ${whose}, case when n % 50 = 3 then $8::uuid end,
       case when n % 3 = 0 then md5('k' || (1 + n * 7 % $6::int))::uuid end, case when n % 9 = 0 then 'claimed' else 'own' end,
       'v', now(), now(), now() from generate_series(1, $6::int) n`,
    [...people, many, given.phaseId, team],
  );
  await write(
    `insert into conversation_mentions ("companyId","conversationId","userId")
     select $1, md5('c' || n)::uuid, $2 from generate_series(5, $3::int, 300) n`,
    [agent.id, many],
  );
  await write(
    `insert into tasks ("companyId","id","title","dueAt","assignedTo","createdBy","conversationId","contactId")
     select $1, md5('t' || n)::uuid, 'Task', case when n % 7 > 0 then timestamptz '2026-01-01' + n % 500 * interval '1 hour' end,
       case n % 500 when 3 then $2::uuid when 4 then $3::uuid end, case when n % 700 = 5 then $2::text else 'system' end,
       case when n % 2 = 0 then md5('c' || (1 + n / 2 % $4::int))::uuid end,
       case when n % 2 = 1 or n % 10 = 0 then md5('k' || (1 + n / 2 % $4::int))::uuid end
     from generate_series(1, 2 * $4::int + 20) n`,
    [agent.id, otherAgent.id, many],
  );
  await write(
    `insert into csat_responses ("companyId","id","conversationId","channelId","closedAt","askAt","state","rating","answeredAt")
     select $1, md5('r' || n)::uuid, md5('c' || n)::uuid, $2, now(), now(), 'answered', 1 + n % 5, now()
     from generate_series(1, $3::int) n`,
    [given.channelId, many],
  );
  await write(
    `insert into notifications ("companyId","id","userId","kind","aboutId","conversationId")
     select $1, md5('n' || n)::uuid, $2, 'replied', md5('c' || n)::uuid, case when n % 6 > 0 then md5('c' || n)::uuid end
     from generate_series(1, $3::int) n`,
    [agent.id, many],
  );
  await write(
    `insert into report_states ("companyId","conversationId","agentId","open","neededAt")
     select $1, md5('c' || n)::uuid, ${whose}, true, case when n % 4 > 0 then timestamptz '2026-01-01' + n * interval '1 second' end
     from generate_series(1, $4::int) n`,
    [agent.id, otherAgent.id, many],
  );
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  const tables = ["contacts", "contact_links", "conversations", "conversation_activity", "conversation_mentions"];
  await owner
    .query(`analyze ${[...tables, "tasks", "csat_responses", "notifications", "report_states"].join(", ")}`)
    .finally(() => owner.end());
});

const permissions = ["clients_read_assigned", "clients_write_assigned", "chat_talk", "reports_read"];
const sight = { read: "assigned", write: "assigned", teamIds: [], channelIds: [], masks: [] } as const;
const role = (more: Partial<NonNullable<Actor["sight"]>>, held = permissions): Actor => ({
  ...agent,
  permissions: new Set(held),
  seesUnassigned: false,
  sight: { ...sight, ...more },
});
const teamIds = [team];
const actors: Record<string, Actor> = {
  "an agent": { ...agent, permissions: new Set(permissions) },
  "a token of theirs": {
    ...agent,
    permissions: new Set(permissions),
    type: "token",
    id: newId(),
    seesUnassigned: false,
  },
  "a role of one's own": role({}),
  "a role of teams": role({ read: "team", write: "team", teamIds }),
  "a role of teams that writes to its own": role({ read: "team", teamIds }),
  "a role of teams that only talks": role({ read: "team", teamIds }, ["chat_talk", "reports_read"]),
  "a role of channels": role({ read: "channel", write: "channel", channelIds: [channel] }),
  "a role that reads all and writes to its own": role({ read: "all" }, [
    ...["clients_read", "clients_write_assigned", "chat_talk", "reports_read"],
  ]),
};

/** As one looks at a row by itself. */
const seen = (actor: Actor, column: Sql, purpose: Purpose = "clients_read") =>
  ofVisibleConversation(actor, purpose, column);

async function truth(query: Sql): Promise<string[]> {
  return (await inCompany(companyId, () => rows<{ id: string }>(query))).map(({ id }) => id);
}

function tasksOf(actor: Actor): Promise<string[]> {
  const purpose =
    actor.sight && !actor.permissions.has("clients_read") && actor.permissions.size === 2
      ? "chat_talk"
      : "clients_read";
  return truth(
    sql`select t."id" from tasks t where t."companyId" = ${companyId} and (t."assignedTo" = ${agent.id}::uuid
        or t."createdBy" = ${agent.id} or ${seen(actor, sql`t."conversationId"`, purpose)}
        or ${ofVisibleContact(actor, "clients_read", sql`t."contactId"`)})
      order by coalesce(t."dueAt", 'infinity'), t."id"`,
  );
}

/** How many rows of conversations and contacts a piece of work has looked at. */
function lookedAt(work: () => Promise<unknown>): Promise<number> {
  const looked = async () =>
    (
      await row<{ rows: number }>(sql`
        select sum("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
        where "relname" in ('conversations', 'contacts')`)
    )?.rows ?? 0;
  return inTransaction(companyId, async () => {
    const before = await looked();
    await work();
    return (await looked()) - before;
  });
}

describe("what is kept of conversations and people, for who sees some of them (C1, W11)", () => {
  it.each(Object.entries(actors))("%s: tasks are those of a look at each, page by page", async (_, actor) => {
    const expected = await tasksOf(actor);
    const found: string[] = [];
    for (let cursor: string | undefined, page = 0; page < 4 && (page === 0 || cursor); page += 1) {
      const { data, pagination } = await listTasks.execute(actor, { limit: 100, cursor });
      expect(pagination.total).toBe(expected.length);
      found.push(...data.map(({ id }) => id));
      cursor = pagination.nextCursor ?? undefined;
    }
    expect(found).toEqual(expected.slice(0, 400));
    const { data, pagination } = await listTasks.execute(actor, { sort: "dueAt:desc", limit: 5, offset: 10 });
    expect([pagination.total, data.length]).toEqual([expected.length, Math.max(0, Math.min(5, expected.length - 10))]);
    const mine = await listTasks.execute(actor, { assignedTo: ["me"], limit: 100 });
    expect(mine.data.every(({ id }) => expected.includes(id))).toBe(true);
    expect(mine.pagination.total).toBe(13);
  });

  it.each(Object.entries(actors))(
    "%s: ratings, lines and what stands open are those of a look at each",
    async (_, actor) => {
      const of = (table: Sql, more = sql``) => sql`select r."conversationId" as "id" from ${table} r
      where r."companyId" = ${companyId}${more} and ${seen(actor, sql`r."conversationId"`)}`;
      const open = await truth(of(sql`report_states`));
      const waiting = await truth(of(sql`report_states`, sql` and r."neededAt" is not null`));
      const live = await readLive.execute(actor, {});
      expect([live.open, live.waiting]).toEqual([open.length, waiting.length]);
      const page = await listWaiting.execute(actor, { limit: 20 });
      expect([page.pagination.total, page.data[0]?.conversationId ?? null]).toEqual([waiting.length, live.longestId]);
      expect(page.data.every(({ conversationId }) => waiting.includes(conversationId))).toBe(true);
      const reads = [...actor.permissions].some((one) => one.startsWith("clients_read"));
      const lines = await truth(of(sql`notifications`));
      expect((await countUnread.execute(actor, {})).unread).toBe(many / 6 + (reads ? lines.length : 0));
      if (!reads) return;
      const rated = await truth(sql`${of(sql`csat_responses`, sql` and r."rating" < 4`)} order by r."id" desc`);
      const ratings = await listCsatResponses.execute(actor, { good: false, limit: 7, offset: 7 });
      expect(ratings.pagination.total).toBe(rated.length);
      expect(ratings.data.map(({ conversationId }) => conversationId)).toEqual(rated.slice(7, 14));
    },
  );

  const readings: Record<string, (actor: Actor) => Promise<unknown>> = {
    "the tasks": (actor) => listTasks.execute(actor, {}),
    "the ratings": (actor) => listCsatResponses.execute(actor, {}),
    "what is unread": (actor) => countUnread.execute(actor, {}),
    "what stands open": (actor) => readLive.execute(actor, {}),
    "who waits": (actor) => listWaiting.execute(actor, {}),
  };
  it.each(Object.entries(readings))("%s: looks not at each conversation and contact there is", async (_, reading) => {
    for (const name of ["an agent", "a role of one's own", "a role of teams", "a role of channels"])
      expect(await lookedAt(() => reading(actors[name] ?? agent)), name).toBeLessThan(few);
  });
});
