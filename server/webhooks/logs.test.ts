import { expect, it } from "vitest";
import { idAt } from "#server/base/ids.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createWebhook } from "./creating.ts";
import { listLogs } from "./logs.ts";

const company = await openCompany();
const { companyId } = company;

const looked = async () =>
  (
    await row<{
      rows: number;
    }>(sql`select ("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
      where "relname" = 'webhook_attempts'`)
  )?.rows ?? 0;

async function read(webhookId: string, input: object) {
  return inTransaction(companyId, async () => {
    // So few rows are read whole as well as by an index: what counts is that an index can find them.
    await row(sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
    const before = await looked();
    const { data, pagination } = await listLogs.execute(company.admin, { webhookId, ...input });
    return { shown: data.length, total: pagination.total, rows: (await looked()) - before };
  });
}

const makeWebhook = async () =>
  (
    await createWebhook.execute(company.admin, {
      url: "https://example.com/hook",
      eventTypes: ["conversation/message"],
    })
  ).id;

it("looks at nothing older than what a page that stays open asks for", async () => {
  const webhookId = await makeWebhook();
  const now = Date.now();
  const times = Array.from({ length: 3000 }, (_, index) => new Date(now - index * 60_000));
  await systemPool().query(
    `insert into webhook_attempts ("companyId","id","webhookId","url","event","attempt","statusCode","success","durationMs","createdAt")
     select $1, t."id", $2, 'https://example.com/hook', 'conversation/message', 1, 200, true, 9, t."at"
     from unnest($3::uuid[], $4::timestamptz[]) t ("id", "at")`,
    [companyId, webhookId, times.map(idAt), times],
  );
  const tail = await read(webhookId, { from: new Date(now - 5.5 * 60_000).toISOString(), limit: 100 });
  expect(tail).toMatchObject({ shown: 6, total: 6 });
  expect(tail.rows).toBeLessThan(100);
  expect(await read(webhookId, { limit: 10 })).toMatchObject({ shown: 10, total: 3000 });
});

it("goes through the log once where a text is nowhere in it, or the page lies beyond its end", async () => {
  const webhookId = await makeWebhook();
  await systemPool().query(
    `insert into webhook_attempts ("companyId","id","webhookId","url","event","attempt","statusCode","responseBody","success","durationMs")
     select $1, gen_random_uuid(), $2, 'https://example.com/hook', 'conversation/message', 1, 200, 'Thanks ' || n, true, 9
     from generate_series(1, 500) n`,
    [companyId, webhookId],
  );
  const reads = async (input: object) => {
    const { shown, rows } = await read(webhookId, input);
    return { shown, rows };
  };
  expect(await reads({ search: "zyzzyva" })).toEqual({ shown: 0, rows: 500 });
  expect((await reads({ search: "thanks", page: 40 })).rows).toBeLessThan(600);
  expect((await reads({ search: "thanks 77" })).shown).toBe(1);
});
