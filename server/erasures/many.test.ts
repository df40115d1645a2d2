import { expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { inCompany, inTransaction } from "#server/db/pool.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { erasePerson } from "./erasing.ts";

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

/** Rows of links that erasing a contact with as many conversations writes. */
async function erase(count: number): Promise<number> {
  const contactId = await make("Person");
  await talk(contactId, count);
  const written = await inTransaction(companyId, async () => {
    await erasePerson.execute(admin, { contactId });
    return row<{ links: number }>(sql`
      select (pg_stat_get_xact_tuples_inserted('contact_links'::regclass)
        + pg_stat_get_xact_tuples_updated('contact_links'::regclass)
        + pg_stat_get_xact_tuples_deleted('contact_links'::regclass))::int as "links"`);
  });
  expect(await links()).toEqual(await counted());
  return written?.links ?? Number.POSITIVE_INFINITY;
}

it("a person with many conversations is erased without writing their links once for each", async () => {
  await make("Somebody else");
  expect(await erase(150)).toBeLessThan(50);
}, 60_000);
