import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { listInbox } from "./inbox.ts";
import { listConversations } from "./listing.ts";

const company = await openCompany();
const { companyId, agent, admin, given } = company;
const many = 1000;

/** Three messages each: nine conversations of ten speak of an order, one in a hundred of a zebra. */
beforeAll(async () => {
  await systemPool().query(
    `insert into conversations ("companyId","id","channelId","channel","phaseId","status","assignedTo","visitorId","visitorName",
       "lastMessageAt","createdAt","updatedAt")
     select $1, md5('c' || n)::uuid, $2, 'WEB', $3, 'opened', case when n % 4 = 0 then $4::uuid when n % 4 = 1 then $5::uuid end,
       'v', case when n % 50 = 0 then 'Order Smith' else 'Visitor' end, t, t, t
     from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as t from generate_series(1, $6::int) n) s`,
    [companyId, given.channelId, given.phaseId, agent.id, company.otherAgent.id, many],
  );
  await systemPool().query(
    `insert into messages ("companyId","id","conversationId","seq","fromType","sender","senderType","text","createdAt")
     select $1, (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || substr(md5(n || '-' || s), 1, 3) || '8'
         || substr(md5(s || '-' || n), 1, 15))::uuid, md5('c' || n)::uuid, s, 'visitor', 'v', 'visitor',
       case when s = 1 and n % 10 <> 0 then 'My Órder ' || n when n % 100 = 0 then 'A zebra' else 'Hello there' end, t
     from (select n, s, timestamptz '2026-01-01' + n * interval '1 minute' + s * interval '1 second' as t
       from generate_series(1, $2::int) n, generate_series(1, 3) s) r`,
    [companyId, many],
  );
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  await owner.query("analyze messages, conversations, conversation_activity").finally(() => owner.end());
});

/** By messages, and by the visitor's name. */
async function truth(word: string, whose: string): Promise<string[]> {
  const { rows } = await systemPool().query<{ id: string }>(
    `select c."id" from conversations c where c."companyId" = $1 and ${whose} and (parley_fold(c."visitorName") like $2 or exists (
       select from messages m where m."companyId" = $1 and m."conversationId" = c."id" and parley_fold(m."text") like $2))
     order by c."lastMessageAt" desc, c."id" desc`,
    [companyId, `%${word}%`],
  );
  return rows.map(({ id }) => id);
}

async function read(actor: Actor, search: string): Promise<{ ids: string[]; totals: number[] }> {
  const [ids, totals]: [string[], number[]] = [[], []];
  for (let cursor: string | undefined, n = 0; n === 0 || cursor; n += 1) {
    const page = await listConversations.execute(actor, { search, limit: 100, cursor });
    ids.push(...page.data.map(({ id }) => id));
    totals.push(page.pagination.total);
    cursor = page.pagination.nextCursor ?? undefined;
  }
  return { ids, totals };
}

/** How many messages a piece of work has looked at. */
function lookedAt(work: () => Promise<unknown>): Promise<number> {
  const looked = async () =>
    (
      await row<{
        rows: number;
      }>(sql`select ("seq_tup_read" + "idx_tup_fetch")::int8 as "rows" from pg_stat_xact_user_tables
      where "relname" = 'messages'`)
    )?.rows ?? 0;
  return inTransaction(companyId, async () => {
    const before = await looked();
    await work();
    return (await looked()) - before;
  });
}

describe("a search for what most conversations say (E7)", () => {
  it.each(["order", "zebra", "smith"])("finds by %s what a look at each finds, page by page", async (word) => {
    const own = `(c."assignedTo" = '${agent.id}' or c."assignedTo" is null)`;
    for (const [actor, whose] of [
      [admin, "true"],
      [agent, own],
    ] as const) {
      const expected = await truth(word, whose);
      const { ids, totals } = await read(actor, word);
      expect(ids).toEqual(expected);
      expect(new Set(totals)).toEqual(new Set([expected.length]));
    }
  });

  it("fills the inbox's page without a look at all messages", async () => {
    const page = (actor: Actor) => () => listInbox.execute(actor, { view: "all", search: "órder" });
    expect((await page(admin)()).data).toHaveLength(20);
    expect(await lookedAt(page(admin))).toBeLessThan(600);
    expect(await lookedAt(page(agent))).toBeLessThan(600);
  });
});
