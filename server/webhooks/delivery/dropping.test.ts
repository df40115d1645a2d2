import { expect, it } from "vitest";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createWebhook } from "../creating.ts";
import { deleteWebhook } from "../deleting.ts";
import { updateWebhook } from "../editing.ts";
import { dropQueued } from "./dropping.sql.ts";

const company = await openCompany();
const { companyId, admin } = company;

/** A webhook with so many deliveries, none of them due. */
async function webhookWith(count: number, status: string, more: object = {}): Promise<string> {
  const given = { url: "https://example.com/hook", eventTypes: ["conversation/message" as const], ...more };
  const { id } = await createWebhook.execute(admin, given);
  await systemPool().query(
    `insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "event", "body", "status", "dueAt")
     select $1, gen_random_uuid(), $2, gen_random_uuid(), 'conversation/message', '{}', $4, now() + interval '1 day'
     from generate_series(1, $3::int)`,
    [companyId, id, count, status],
  );
  return id;
}

async function dropped(webhookId: string): Promise<number> {
  const { rows } = await systemPool().query<{ count: number }>(
    `select count(*)::int as "count" from webhook_deliveries where "webhookId" = $1 and "status" = 'dropped'`,
    [webhookId],
  );
  return rows[0]?.count ?? 0;
}

it("looks at what waits for the webhook, and at nothing that others were sent [K7]", async () => {
  await webhookWith(3000, "succeeded");
  const id = await webhookWith(3, "pending");
  await systemPool().query("analyze webhook_deliveries");
  const looked = await inTransaction(companyId, async () => {
    await dropQueued(admin, id);
    return row<{ rows: number }>(sql`
      select ("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
      where "relname" = 'webhook_deliveries'`);
  });
  expect(await dropped(id)).toBe(3);
  expect(looked?.rows).toBeLessThan(100);
});

it.each([
  ["paused", 2500, {}, (webhookId: string) => updateWebhook.execute(admin, { webhookId, isActive: false })],
  ["deleted", 2500, {}, (webhookId: string) => deleteWebhook.execute(admin, { webhookId })],
  // Its owed events are counted from what waits.
  [
    "paused and held",
    0,
    { holdWhilePaused: true },
    (webhookId: string) => updateWebhook.execute(admin, { webhookId, isActive: false }),
  ],
])("thousands that wait are dropped before the transaction in which it is %s [K7]", async (_how, ahead, more, end) => {
  const id = await webhookWith(2500, "pending", more);
  const client = await systemPool().connect();
  await client.query("begin");
  // Whoever ends it waits here, within the transaction.
  await client.query(`select from webhooks where "id" = $1 for update`, [id]);
  const ended = end(id);
  await expect.poll(() => dropped(id), { timeout: 5000 }).toBe(ahead);
  await client.query("commit");
  client.release();
  await ended;
  expect(await dropped(id)).toBe(2500);
});

it("a pause that is refused drops nothing", async () => {
  const id = await webhookWith(3, "pending");
  const stale = { webhookId: id, isActive: false, ifMatch: '"2020-01-01T00:00:00.000Z"' };
  await expect(updateWebhook.execute(admin, stale)).rejects.toMatchObject({ code: "precondition_failed" });
  expect(await dropped(id)).toBe(0);
});
