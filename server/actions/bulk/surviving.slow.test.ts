import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { spawnBot } from "#server/testing/processes/bot-spawning.ts";
import { converse } from "#server/testing/talking.ts";
import type { BulkAnswer, Job } from "./schema.ts";

const size = 400;

const company = await openCompany();
const api = await openApi(company);

/** One conversation as many times over. */
async function multiply(utmSource: string, count: number): Promise<void> {
  const { id } = await converse(api, company);
  await api.patch(`/v1/conversations/${id}`, { utmSource });
  await systemPool().query(
    `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
     from conversations c, generate_series(2, $2) where c."id" = $1`,
    [id, count],
  );
}

async function until(jobId: string, check: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const { body } = await api.get<Job>(`/v1/jobs/${jobId}?limit=1`);
    if (check(body)) return body;
    await pause(50);
  }
}

it("does each of all that match once, although its process is killed in the middle [W4]", async () => {
  await multiply("many", size);
  const begun = await api.post<BulkAnswer>("/v1/conversations/bulk", {
    filter: { utmSource: "many" },
    actions: [
      { name: "note", input: { message: "Told once" } },
      { name: "tag_add", input: { tag: "told" } },
    ],
  });
  expect([begun.status, begun.body.total]).toEqual([202, size]);
  const { jobId } = begun.body;
  const first = spawnBot(env.databaseUrl ?? "");
  const begunAt = await until(jobId, ({ done }) => done >= 20);
  first.process.kill("SIGKILL");
  expect(begunAt.waiting).toBeGreaterThan(0);
  const second = spawnBot(env.databaseUrl ?? "");
  try {
    const ended = await until(jobId, ({ finishedAt }) => finishedAt !== null);
    expect(ended).toMatchObject({ status: "done", done: size, failed: 0, skipped: 0, waiting: 0 });
  } finally {
    second.process.kill("SIGKILL");
  }
  const { rows } = await systemPool().query<{ conversations: number; notes: number; tags: number }>(
    `select count(*)::int as conversations,
       sum((select count(*) from notes n where n."companyId" = c."companyId" and n."conversationId" = c."id"))::int as notes,
       sum((select count(*) from events e where e."companyId" = c."companyId" and e."conversationId" = c."id"
         and e."type" = 'conversation/tag_added' and e."via" = 'bulk:' || $2))::int as tags
     from conversations c where c."companyId" = $1 and c."utmSource" = 'many'`,
    [company.companyId, jobId],
  );
  expect(rows[0]).toEqual({ conversations: size, notes: size, tags: size });
}, 240_000);
