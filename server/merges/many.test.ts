import { expect, it } from "vitest";
import { deleteContact } from "#server/contacts/deleting.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { inCompany, inTransaction } from "#server/db/pool.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { mergeContacts, undoMerge } from "./merging.ts";

const company = await openCompany();
const api = await openApi(company);
const { companyId, admin } = company;
const sample = await converse(api, company);

const make = async (name: string) =>
  (await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, name })).body.id;

/** As many conversations of the contact: held by somebody or nobody, tagged or not, some of them only claimed. */
async function talk(contactId: string, count: number): Promise<void> {
  await systemPool().query(
    `insert into conversations select r.* from conversations c cross join generate_series(1, $3::int) n
     cross join lateral jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'contactId', $2::text,
       'visitorId', gen_random_uuid(), 'assignedTo', case when n % 3 = 0 then $4::text end,
       'tags', case when n % 2 = 0 then array['vip', 'late'] else array[]::text[] end,
       'contactLink', case when n % 5 = 0 then 'claimed' else 'own' end)) r
     where c."companyId" = $1 and c."id" = $5`,
    [companyId, contactId, count, company.given.agentId, sample.id],
  );
}

type Link = { contactId: string; key: string; uses: number };
const links = () =>
  inCompany(companyId, () =>
    rows<Link>(
      sql`select "contactId", "key", "uses" from contact_links where "companyId" = ${companyId} order by 1, 2`,
    ),
  );

/** What the links must be, counted from the contacts and conversations themselves. */
const counted = () =>
  inCompany(companyId, () =>
    rows<Link>(sql`
      select "contactId", "key", count(*)::int as "uses" from (
        select k."id" as "contactId", unnest(parley_contact_link_keys(k)) as "key" from contacts k
        where k."companyId" = ${companyId}
        union all
        select c."contactId", unnest(parley_conversation_link_keys(c)) from conversations c
        where c."companyId" = ${companyId} and c."contactId" is not null
      ) one group by 1, 2 order by 1, 2`),
  );

type Work = { links: number; pages: number };

/** Rows of links that were written, and pages that were read of all tables, by what runs in one transaction. */
const workOf = (deed: () => Promise<unknown>): Promise<Work> =>
  inTransaction(companyId, async () => {
    await deed();
    const work = await row<Work>(sql`
      select (pg_stat_get_xact_tuples_inserted('contact_links'::regclass)
          + pg_stat_get_xact_tuples_updated('contact_links'::regclass)
          + pg_stat_get_xact_tuples_deleted('contact_links'::regclass))::int as "links",
        (select sum(pg_stat_get_xact_blocks_fetched(r."oid")) from pg_class r
         where r."relnamespace" = 'public'::regnamespace and r."relkind" in ('r', 'i'))::int as "pages"`);
    if (!work) throw new Error("the statistics of a transaction are one row");
    return work;
  });

/** Merges a contact with as many conversations, takes it back and deletes it, and checks the links after each. */
async function lifeOf(count: number): Promise<Work[]> {
  const [contactId, loserId] = [await make("Winner"), await make("Loser")];
  await talk(contactId, 10);
  await talk(loserId, count);
  const before = await links();
  let mergeId = "";
  const merged = await workOf(async () => {
    const input = { contactId, loserId, fields: {} };
    mergeId = ((await mergeContacts.execute(admin, input)) as { merge: { id: string } }).merge.id;
  });
  expect(await links()).toEqual(await counted());
  const undone = await workOf(() => undoMerge.execute(admin, { contactId, mergeId }));
  expect(await links()).toEqual(before);
  const deleted = await workOf(() => deleteContact.execute(admin, { contactId: loserId }));
  expect(await links()).toEqual(await counted());
  return [merged, undone, deleted];
}

it("a contact's conversations go to another, come back or stay alone by work that grows as their number", async () => {
  await lifeOf(20);
  const few = await lifeOf(500);
  const many = await lifeOf(2000);
  for (const [at, { links: written, pages }] of many.entries()) {
    expect(written).toBeLessThan(50);
    expect(pages).toBeLessThan(8 * (few[at]?.pages ?? 0));
  }
}, 120_000);
