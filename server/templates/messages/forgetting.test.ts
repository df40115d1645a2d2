import pg from "pg";
import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { claimRecipients } from "./forgetting.sql.ts";

const company = await openCompany("Recipients", allFurniture);
const { companyId } = company;

/** By this connection, also a moment before. */
const counted = async () => {
  const counts = await row<{ pages: number; claimed: number }>(sql`
    select pg_stat_get_xact_blocks_fetched('campaign_messages'::regclass)::int as "pages",
      pg_stat_get_xact_tuples_updated('campaign_messages'::regclass)::int as "claimed"`);
  if (!counts) throw new Error("not counted");
  return counts;
};

it("finds what went to a number among those of a large file without reading them all", async () => {
  await systemPool().query(
    `insert into campaign_messages ("companyId", "id", "number", "campaignId", "channelId", "templateId", "destination",
       "recipientKey", "name", "variables", "status")
     select $1, gen_random_uuid(), 1000 + n, $2, "channelId", "templateId", (5491100000000 + n)::text, n::text, '', '{}', 'read'
     from campaigns cross join generate_series(1, 10000) n where "companyId" = $1 and "id" = $2`,
    [companyId, company.given.campaignId],
  );
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  await owner.query("analyze campaign_messages");
  await owner.end();
  const contactId = newId();
  const done = await inTransaction(companyId, async () => {
    const before = await counted();
    await claimRecipients(companyId, contactId, ["5491100000007", "5491100000077"]);
    const after = await counted();
    return { pages: after.pages - before.pages, claimed: after.claimed - before.claimed };
  });
  expect(done.claimed).toBe(2);
  expect(done.pages).toBeLessThan(50);
});
