import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { inTransaction } from "./pool.ts";
import { row, sql } from "./sql.ts";
import { inSystemTransaction, systemPool } from "./system.ts";

const company = await openCompany("Losses", allFurniture);

/** Ends the connection that the current transaction runs on, while it waits for nothing. */
async function cutOff(): Promise<void> {
  const backend = await row<{ pid: number }>(sql`select pg_backend_pid() as "pid"`);
  const client = await systemPool().connect();
  try {
    await client.query("set role none");
    const { rows } = await client.query("select pg_terminate_backend($1) as ended", [backend?.pid]);
    expect(rows).toEqual([{ ended: true }]);
  } finally {
    client.release(true);
  }
  await sleep(200);
}

// An unhandled error would end the whole run.
it.each([
  ["a company's", inTransaction],
  ["the system's", inSystemTransaction],
])("a connection lost between two statements of %s transaction fails it alone", async (_, run) => {
  const lost = run(company.companyId, async () => {
    await cutOff();
    return row(sql`select 1 as "one"`);
  });
  await expect(lost).rejects.toThrow(/connection/i);
  expect(await run(company.companyId, () => row(sql`select 2 as "two"`))).toEqual({ two: 2 });
});
