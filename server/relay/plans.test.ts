import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { announceCommit } from "#server/core/events/storing.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { until } from "#server/testing/sockets.ts";
import { startRelay } from "./relay.ts";

const { companyId } = await openCompany("Plans", []);
const url = env.databaseUrl ?? "";
const filled = ["events", "messages"];

/** The database's owner; no trigger or foreign key looks at what it writes. */
let owner: pg.Client;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query("set session_replication_role = replica");
  // It would count the rows itself, sooner or later.
  for (const table of filled) await owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
});
afterAll(async () => {
  for (const table of filled) {
    await owner.query(`delete from ${table} where "companyId" = $1`, [companyId]);
    await owner.query(`alter table ${table} reset (autovacuum_enabled)`);
  }
  await owner.end();
});

/** So many events, each of a message of its own. */
async function addEvents(count: number): Promise<void> {
  await owner.query(
    `with m as (
       insert into messages ("companyId", "id", "conversationId", "seq", "fromType", "sender", "senderType")
       select $1, gen_random_uuid(), gen_random_uuid(), n, 'user', 'x', 'user' from generate_series(1, $2::int) n
       returning "id")
     insert into events ("companyId", "id", "type", "operation", "actorType", "actorId", "data", "messageId")
     select $1, gen_random_uuid(), 'phase/changed', 'x', 'system', '', jsonb_build_object('id', $1), m."id" from m`,
    [companyId, count],
  );
}

/** How many rows of these tables everybody has read so far. */
async function rowsRead(): Promise<number> {
  const { rows } = await owner.query<{ read: number }>(
    `select sum("seq_tup_read" + coalesce("idx_tup_fetch", 0))::int as "read" from pg_stat_user_tables
     where "relname" = any($1)`,
    [filled],
  );
  return rows[0]?.read ?? 0;
}

it("a relay that began on nearly empty tables reads few rows for each event of a crowd", async () => {
  await owner.query(`delete from events where "companyId" = $1`, [companyId]);
  await owner.query(`delete from messages where "companyId" = $1`, [companyId]);
  await owner.query("vacuum full analyze events, messages");
  const crowd = 6000;
  const relay = await startRelay({ url, consumers: [], ticks: [] });
  try {
    const relayed = async () => {
      announceCommit();
      await until(async () => {
        const { rows } = await owner.query(`select from events where "position" is null limit 1`);
        return rows.length === 0;
      });
    };
    for (let round = 0; round < 8; round += 1) {
      await addEvents(2);
      await relayed();
    }
    await addEvents(crowd);
    const before = await rowsRead();
    await relayed();
    await relay.stop();
    await until(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where "datname" = current_database() and "application_name" = 'parley relay'`,
      );
      return rows.length === 0;
    });
    // The first round still goes by the old plan: for each of its 500 events all messages of the company. All rounds would
    // read four times as many.
    expect((await rowsRead()) - before).toBeLessThan(crowd * 3000);
  } finally {
    await relay.stop();
  }
});
