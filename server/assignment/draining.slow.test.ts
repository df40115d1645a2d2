import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import type { Team } from "#server/teams/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { spawnBot } from "#server/testing/processes/bot-spawning.ts";
import { converse } from "#server/testing/talking.ts";

const agents = 20;
const limit = 10;
const size = 5000;

const company = await openCompany();
const { companyId } = company;
const api = await openApi(company);

async function rows<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await systemPool().query(text, [companyId, ...values])).rows as T[];
}

async function hire(): Promise<string[]> {
  const ids = Array.from({ length: agents }, newId);
  await rows(
    `insert into users ("companyId", "id", "name", "email", "role")
     select $1, id, 'Agent ' || id, id || '@example.com', 'agent' from unnest($2::uuid[]) id`,
    [ids],
  );
  return ids;
}

/** One conversation as many times over, a second apart. */
async function multiply(teamId: string): Promise<void> {
  const { id } = await converse(api, company);
  await api.post(`/v1/conversations/${id}/assign`, { teamId });
  await rows(
    `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
       'createdAt', c."createdAt" - make_interval(secs => n), 'waitingSince', c."createdAt" - make_interval(secs => n)))).*
     from conversations c, generate_series(2, $3) n where c."companyId" = $1 and c."id" = $2`,
    [id, size],
  );
}

const held = () =>
  rows<{ assignedTo: string; count: number }>(
    `select "assignedTo", count(*)::int as "count" from conversation_activity
     where "companyId" = $1 and "assignedTo" is not null and "teamId" is not null and "status" <> 'closed' group by 1`,
  );

/** The figures of what was there before hold conversations while they are reckoned: those would be passed over. */
const reckoned = async () => (await rows(`select from report_folds where "companyId" = $1`)).length > 0;
const total = async () => (await held()).reduce((sum, { count }) => sum + count, 0);

/** How many conversations no transaction holds. */
const free = async () =>
  (await rows(`select "id" from conversations where "companyId" = $1 for update skip locked`)).length;

/** Nothing has held a conversation for a second: what is held would be passed over. */
async function atRest(): Promise<void> {
  for (let times = 0; times < 20; times += 1) {
    if ((await free()) < size) times = -1;
    await pause(50);
  }
}

/** Kills the leader. What it holds would be passed over: the other goes on once the database has let go of that. */
async function killLeader(workers: readonly ReturnType<typeof spawnBot>[]): Promise<void> {
  const leader = workers.find((worker) => worker.leads());
  const others = workers.filter((worker) => worker !== leader);
  for (const other of others) other.process.kill("SIGSTOP");
  leader?.process.kill("SIGKILL");
  while ((await free()) < size) await pause(10);
  for (const other of others) other.process.kill("SIGCONT");
}

async function untilFull(): Promise<void> {
  while ((await total()) < agents * limit) {
    for (const { count } of await held()) expect(count).toBeLessThanOrEqual(limit);
    await pause(50);
  }
}

it("gives out 5,000 conversations to 20 agents below their limits, oldest first, once each, although a process is killed [W6]", async () => {
  const members = (await hire()).map((userId) => ({ userId }));
  const team = (await api.post<Team>("/v1/teams", { name: "All", members })).body;
  await multiply(team.id);
  const draft = { teamId: team.id, method: "balanced", perPerson: limit, onlyAvailable: false };
  const plan = (
    await api.post<{ assigned: { conversationId: string; userId: string }[]; waiting: number }>(
      "/v1/assignment-policies/dry-run",
      draft,
    )
  ).body;
  expect([plan.assigned.length, plan.waiting]).toEqual([agents * limit, size - agents * limit]);
  const workers = [spawnBot(env.databaseUrl ?? ""), spawnBot(env.databaseUrl ?? "")];
  try {
    while (!(workers.some((worker) => worker.leads()) && (await reckoned()))) await pause(50);
    await atRest();
    await api.post("/v1/assignment-policies", draft);
    while ((await total()) === 0) await pause(5);
    await killLeader(workers);
    await untilFull();
    const first = await rows<{ conversationId: string; userId: string }>(
      `select "conversationId", "userId" from assignment_decisions where "companyId" = $1 order by "id"`,
    );
    const predicted = plan.assigned.map(({ conversationId, userId }) => ({ conversationId, userId }));
    expect(new Set(first.map((one) => JSON.stringify(one)))).toEqual(
      new Set(predicted.map((one) => JSON.stringify(one))),
    );
    // Every second one closes: the queue is drained again, up to the limits and no further.
    const closed = first.filter((_, index) => index % 2 === 0).map(({ conversationId }) => conversationId);
    await rows(`update conversations set "status" = 'closed' where "companyId" = $1 and "id" = any($2::uuid[])`, [
      closed,
    ]);
    await untilFull();
    const counts = (await held()).map(({ count }) => count);
    expect([counts.length, Math.min(...counts), Math.max(...counts)]).toEqual([agents, limit, limit]);
    const [order] = await rows<{ decisions: number; conversations: number; inOrder: boolean }>(
      `select count(*)::int as "decisions", count(distinct d."conversationId")::int as "conversations",
         max(a."waitingSince") < (
           select min("waitingSince") from conversation_activity w where w."companyId" = $1 and w."assignedTo" is null
             and w."status" <> 'closed' and w."teamId" = a."teamId") as "inOrder"
       from assignment_decisions d join conversation_activity a
         on a."companyId" = d."companyId" and a."conversationId" = d."conversationId"
       where d."companyId" = $1 group by a."teamId"`,
    );
    expect(order).toEqual({
      decisions: agents * limit + closed.length,
      conversations: agents * limit + closed.length,
      inOrder: true,
    });
  } finally {
    for (const { process } of workers) process.kill("SIGKILL");
  }
}, 120_000);
