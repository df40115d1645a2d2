import { expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { spawnBot } from "#server/testing/processes/bot-spawning.ts";
import { until } from "#server/testing/sockets.ts";
import { converse, reread } from "#server/testing/talking.ts";
import type { BulkAnswer, BulkRowView, Job } from "./schema.ts";

const size = 400;

const company = await openCompany();
const api = await openApi(company);

type Shape = { utmSource: string; tags?: string[]; assignedTo?: string };

/** One conversation as many times over. */
async function multiply(count: number, { utmSource, tags = [], assignedTo }: Shape): Promise<string> {
  const { id } = await converse(api, company);
  await api.patch(`/v1/conversations/${id}`, { utmSource });
  for (const tag of tags) await api.post(`/v1/conversations/${id}/tags`, { tag });
  if (assignedTo) await api.post(`/v1/conversations/${id}/assign`, { assignedTo });
  await systemPool().query(
    `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
     from conversations c, generate_series(2, $2) where c."id" = $1`,
    [id, count],
  );
  return id;
}

/** Looks at a job until it is so; everything that was seen on the way. */
async function watch(jobId: string, check: (job: Job) => boolean): Promise<Job[]> {
  const seen: Job[] = [];
  const look = async () => {
    const { body } = await api.get<Job>(`/v1/jobs/${jobId}?limit=1`);
    seen.push(body);
    return check(body);
  };
  await until(look, "the job's progress", 120_000);
  return seen;
}

/** A process works on the job and is killed in the middle, another one ends it. What was seen of it, in order. */
async function killedInTheMiddle(jobId: string, middle: number): Promise<{ atKill: Job; seen: Job[]; ended: Job }> {
  const first = spawnBot(env.databaseUrl ?? "");
  const before = await watch(jobId, ({ total, waiting }) => total - waiting >= middle);
  first.process.kill("SIGKILL");
  const second = spawnBot(env.databaseUrl ?? "");
  try {
    const seen = [...before, ...(await watch(jobId, ({ finishedAt }) => finishedAt !== null))];
    const [atKill, ended] = [before.at(-1), seen.at(-1)];
    if (!atKill || !ended) throw new Error("nothing was seen of the job");
    return { atKill, seen, ended };
  } finally {
    second.process.kill("SIGKILL");
  }
}

async function outcomesOf(jobId: string): Promise<BulkRowView[]> {
  const found: BulkRowView[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await api.get<{ results: BulkRowView[]; pagination: { nextCursor: string | null } }>(
      `/v1/jobs/${jobId}?limit=100${cursor && `&cursor=${cursor}`}`,
    );
    found.push(...body.results);
    if (body.pagination.nextCursor === null) return found;
    cursor = body.pagination.nextCursor;
  }
}

it("does each of all that match once, although its process is killed in the middle [W4]", async () => {
  await multiply(size, { utmSource: "many" });
  const begun = await api.post<BulkAnswer>("/v1/conversations/bulk", {
    filter: { utmSource: "many" },
    actions: [
      { name: "note", input: { message: "Told once" } },
      { name: "tag_add", input: { tag: "told" } },
    ],
  });
  expect([begun.status, begun.body.total]).toEqual([202, size]);
  const { jobId } = begun.body;
  const { atKill, ended } = await killedInTheMiddle(jobId, 20);
  expect(atKill.waiting).toBeGreaterThan(0);
  expect(ended).toMatchObject({ status: "done", done: size, failed: 0, skipped: 0, waiting: 0 });
  const { rows } = await systemPool().query<{ conversations: number; notes: number; tags: number }>(
    `select count(*)::int as conversations,
       sum((select count(*) from notes n where n."companyId" = c."companyId" and n."conversationId" = c."id"))::int as notes,
       sum((select count(*) from events e where e."companyId" = c."companyId" and e."conversationId" = c."id"
         and e."type" = 'conversation/tag_added' and e."via" = 'bulk:' || $2))::int as tags
     from conversations c where c."companyId" = $1 and c."utmSource" = 'many'`,
    [company.companyId, jobId],
  );
  expect(rows[0]).toEqual({ conversations: size, notes: size, tags: size });
}, 600_000);

type Place = { assignedTo: string | null; tags: string[]; count: number };

/** How many conversations are held by whom under which tags. */
async function standing(utmSource: string): Promise<Place[]> {
  const { rows } = await systemPool().query<Place>(
    `select "assignedTo", array(select t->>'tagName' from jsonb_array_elements("operatorTags") t) as tags,
       count(*)::int as count
     from conversations where "companyId" = $1 and "utmSource" = $2 group by 1, 2 order by 3 desc, 1 nulls first`,
    [company.companyId, utmSource],
  );
  return rows;
}

it("tags and assigns 632, killed in the middle, with an outcome for each, and undoes it, killed again [W4]", async () => {
  const [utmSource, holder, former] = ["crowd", company.agent.id, company.supervisor.id];
  await multiply(330, { utmSource });
  await multiply(290, { utmSource, tags: ["vip"], assignedTo: former });
  await multiply(7, { utmSource, tags: ["spring"], assignedTo: holder });
  const before = await standing(utmSource);
  const gone = await Promise.all(Array.from({ length: 5 }, () => multiply(1, { utmSource })));
  const actions = [
    { name: "tag_add", input: { tag: "spring" } },
    { name: "assign", input: { assignedTo: holder } },
  ];
  const begun = await api.post<BulkAnswer>("/v1/conversations/bulk", { filter: { utmSource }, actions });
  expect([begun.status, begun.body.total]).toEqual([202, 632]);
  for (const id of gone) await api.delete(`/v1/conversations/${id}`);

  const { jobId } = begun.body;
  const run = await killedInTheMiddle(jobId, 150);
  expect(run.atKill.waiting).toBeGreaterThan(100);
  const counts = { total: 632, done: 620, skipped: 7, failed: 5, waiting: 0, cancelled: 0 };
  expect(run.ended).toMatchObject({ status: "done", undoable: true, ...counts });
  const progress = run.seen.map(({ total, waiting }) => total - waiting);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(new Set(progress).size).toBeGreaterThan(5);
  const outcomes = await outcomesOf(jobId);
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(632);
  expect(outcomes.filter(({ outcome }) => outcome === "failed").map(({ id, status }) => [id, status])).toEqual(
    expect.arrayContaining(gone.map((id) => [id, 404])),
  );
  expect(await standing(utmSource)).toEqual([
    { assignedTo: holder, tags: ["spring"], count: 337 },
    { assignedTo: holder, tags: ["vip", "spring"], count: 290 },
  ]);
  const told = await systemPool().query<{ type: string; count: number; once: number }>(
    `select "type", count(*)::int as count, count(distinct "conversationId")::int as once from events
     where "companyId" = $1 and "via" = $2 and "type" in ('conversation/tag_added', 'conversation/operator_assigned')
     group by 1 order by 1`,
    [company.companyId, `bulk:${jobId}`],
  );
  expect(told.rows).toEqual([
    { type: "conversation/operator_assigned", count: 620, once: 620 },
    { type: "conversation/tag_added", count: 620, once: 620 },
  ]);

  const [touched = ""] = outcomes.filter(({ outcome }) => outcome === "done").map(({ id }) => id);
  const was = (await reread(api, touched)).operatorTags;
  await api.post(`/v1/conversations/${touched}/assign`, { assignedTo: company.otherAgent.id });
  const undo = await api.post<BulkAnswer>(`/v1/jobs/${jobId}/undo`, {});
  expect([undo.status, undo.body.total]).toEqual([202, 620]);
  const undone = await killedInTheMiddle(undo.body.jobId, 150);
  expect(undone.atKill.waiting).toBeGreaterThan(100);
  expect(undone.ended).toMatchObject({ kind: "undo", undoOf: jobId, done: 620, failed: 0, waiting: 0 });
  const kept = await reread(api, touched);
  expect(kept.assignedTo).toBe(company.otherAgent.id);
  expect(kept.operatorTags).toHaveLength(was.length - 1);
  const back = kept.operatorTags.length > 0 ? former : null;
  await api.post(`/v1/conversations/${touched}/assign`, { assignedTo: back });
  expect(await standing(utmSource)).toEqual(before);
}, 600_000);
