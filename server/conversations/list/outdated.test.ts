import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { countOutdated, isOutdated, outdatedConversations } from "./outdated.sql.ts";

const company = await openCompany();
const { companyId, given } = company;
const before = new Date("2026-01-01");

/** Closed ones, said last at a time, or never. */
async function insert(name: string, count: number, said: string | null, begun = said, closed = begun): Promise<void> {
  await systemPool().query(
    `insert into conversations ("companyId","id","channelId","channel","phaseId","status","visitorId","visitorName",
       "lastMessageAt","createdAt","updatedAt","closedAt")
     select $1, gen_random_uuid(), $2, 'WEB', $3, 'closed', 'v', $4, $5::timestamptz + n * interval '1 minute',
       $6::timestamptz, now(), $7::timestamptz from generate_series(1, $8::int) n`,
    [companyId, given.channelId, given.phaseId, name, said, begun, closed, count],
  );
}

beforeAll(async () => {
  await insert("new", 3000, "2026-02-01");
  await insert("old", 5, "2025-02-01");
  await insert("silent", 3, null, "2025-03-01");
  await insert("new and silent", 3, null, "2026-03-01");
  await insert("closed lately", 3, "2025-02-01", "2025-02-01", "2026-05-01");
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  await owner.query("analyze conversations, conversation_activity").finally(() => owner.end());
});

const looked = async () =>
  (
    await row<{
      rows: number;
    }>(sql`select sum("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
      where "relname" in ('conversations', 'conversation_activity')`)
  )?.rows ?? 0;

it("finds what has been closed and silent for long, the rest not looked at", async () => {
  const [found, rows] = await inTransaction(companyId, async () => {
    // So few rows are read whole where other tests have left theirs: what counts is that an index can find them.
    await row(sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
    const until = await looked();
    const ids = (await outdatedConversations(companyId, before, [], 100)).map(({ id }) => id);
    expect(await countOutdated(companyId, before, [])).toBe(8);
    return [ids, (await looked()) - until] as const;
  });
  expect(rows).toBeLessThan(300);
  const { rows: named } = await systemPool().query<{ id: string; visitorName: string }>(
    `select "id", "visitorName" from conversations where "companyId" = $1`,
    [companyId],
  );
  const names = new Map(named.map(({ id, visitorName }) => [id, visitorName]));
  expect(found.map((id) => names.get(id)).sort()).toEqual([...Array(5).fill("old"), ...Array(3).fill("silent")]);
  await inTransaction(companyId, async () => {
    for (const { id, visitorName } of named.filter((one) => one.visitorName !== "new"))
      expect(await isOutdated(companyId, id, before), visitorName).toBe(found.includes(id));
  });
  const [held = ""] = found;
  await inTransaction(companyId, async () => {
    expect(await countOutdated(companyId, before, [held])).toBe(7);
    expect(await outdatedConversations(companyId, before, [held], 4)).toHaveLength(4);
  });
});
