import { expect, it } from "vitest";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createWebhook } from "./creating.ts";
import { listLogs } from "./logs.ts";

const company = await openCompany();
const { companyId } = company;

it("goes through the log once where a text is nowhere in it, or the page lies beyond its end", async () => {
  const { id: webhookId } = await createWebhook.execute(company.admin, {
    url: "https://example.com/hook",
    eventTypes: ["conversation/message"],
  });
  await systemPool().query(
    `insert into webhook_attempts ("companyId","id","webhookId","url","event","attempt","statusCode","responseBody","success","durationMs")
     select $1, gen_random_uuid(), $2, 'https://example.com/hook', 'conversation/message', 1, 200, 'Thanks ' || n, true, 9
     from generate_series(1, 500) n`,
    [companyId, webhookId],
  );
  const looked = async () =>
    (
      await row<{
        rows: number;
      }>(sql`select ("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
      where "relname" = 'webhook_attempts'`)
    )?.rows ?? 0;
  const reads = (input: object) =>
    inTransaction(companyId, async () => {
      const before = await looked();
      const { data } = await listLogs.execute(company.admin, { webhookId, ...input });
      return { shown: data.length, rows: (await looked()) - before };
    });
  expect(await reads({ search: "zyzzyva" })).toEqual({ shown: 0, rows: 500 });
  expect((await reads({ search: "thanks", page: 40 })).rows).toBeLessThan(600);
  expect((await reads({ search: "thanks 77" })).shown).toBe(1);
});
