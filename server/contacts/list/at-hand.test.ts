import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
import { createContact } from "../creating.ts";
import { nextContacts } from "./exported.sql.ts";
import { listContacts } from "./listing.ts";

const company = await openCompany();
const { admin, companyId } = company;

/** Names of those with the tag stand last in their order: whoever walks it looks at all others before. */
beforeAll(async () => {
  const made = await createContact.execute(admin, { websiteId: company.given.channelId ?? "", name: "Zoe" });
  await systemPool().query(
    `insert into contacts select (jsonb_populate_record(k, jsonb_build_object('id', md5(n::text)::uuid, 'assignedTo', null,
       'name', case when n % 4 = 0 then 'Zed ' else 'Abe ' end || n, 'status', case when n % 4 = 0 then 'client' else 'new' end,
       'tags', case when n % 4 = 0 then '["late"]'::jsonb else '[]' end))).*
     from contacts k, generate_series(1, 4000) n where k."companyId" = $1 and k."id" = $2`,
    [companyId, made.id],
  );
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  await owner.query("vacuum (analyze) contacts, contact_links, contact_search").finally(() => owner.end());
});

async function looked(): Promise<number> {
  const found = await row<{ rows: number }>(sql`
    select "seq_tup_read" + coalesce("idx_tup_fetch", 0) as "rows" from pg_stat_xact_user_tables where "relname" = 'contacts'`);
  return found?.rows ?? 0;
}

it.each([{ tags: "late" }, { search: "zed" }, { search: "zed", tags: "late" }])(
  "looks at no contact that is not shown: %o",
  async (filters) => {
    for (const actor of [admin, company.agent]) {
      const contacts = await inTransaction(companyId, async () => {
        const before = await looked();
        expect((await listContacts.execute(actor, { ...filters, orderBy: "name", order: "asc" })).data).toHaveLength(
          20,
        );
        return (await looked()) - before;
      });
      expect(contacts).toBeLessThan(100);
    }
  },
);

it("exports what a text finds a piece at a time, with a look at the contacts of the piece", async () => {
  const { rows: expected } = await systemPool().query<{ id: string }>(
    `select "contactId" as "id" from contact_search where "companyId" = $1 and "name" like 'zed %' order by 1 desc`,
    [companyId],
  );
  const all = expected.map(({ id }) => id);
  for (const actor of [admin, company.agent])
    for (const filters of [{ search: "zed" }, { search: "zed", tags: ["late"] }]) {
      const found: string[] = [];
      const contacts = await inTransaction(companyId, async () => {
        const before = await looked();
        for (let after: string | null = null; found.length < 300; after = found.at(-1) ?? null)
          found.push(...(await nextContacts(actor, filters, after, 100)).map(({ id }) => id));
        return (await looked()) - before;
      });
      expect(found).toEqual(all.slice(0, 300));
      expect(contacts).toBeLessThan(400);
    }
});

it("has the same contacts in the same order for everybody who sees them, by whatever they are sorted", async () => {
  const ofChannel = await personWith(company, {
    ...{ name: "Of the channel", permissions: ["clients_read"], readScope: "channel" as const },
    channels: [company.given.channelId ?? ""],
  });
  const { rows: expected } = await systemPool().query<{ id: string }>(
    `select "contactId" as "id" from contact_search where "companyId" = $1 and "name" like 'zed %' order by "name", "contactId"`,
    [companyId],
  );
  for (const actor of [admin, company.agent, ofChannel])
    for (const filters of [
      ...[{ tags: "late" }, { status: "client" }, { tags: "late", status: "client" }],
      ...[{ search: "zed" }, { search: "zed", tags: "late" }, { search: "zed", tags: "late,none" }],
    ]) {
      const page = async (offset: number, order: "asc" | "desc") =>
        listContacts.execute(actor, { ...filters, orderBy: "name", order, limit: 5, offset });
      const ids = async (...asked: Parameters<typeof page>) => (await page(...asked)).data.map(({ id }) => id);
      expect((await page(0, "asc")).pagination.total).toBe(expected.length);
      const all = expected.map(({ id }) => id);
      expect(await ids(0, "asc")).toEqual(all.slice(0, 5));
      expect(await ids(500, "asc")).toEqual(all.slice(500, 505));
      expect(await ids(0, "desc")).toEqual(all.toReversed().slice(0, 5));
    }
});
