import { expect, it } from "vitest";
import { deleteContact } from "#server/contacts/deleting.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { linksOf } from "#server/testing/furnished/links.ts";
import { converse } from "#server/testing/talking.ts";
import { mergeContacts, undoMerge } from "./merging.ts";

const company = await openCompany();
const api = await openApi(company);
const { companyId, admin } = company;
const sample = await converse(api, company);
const { talk, links, counted } = linksOf(company, sample.id);

const make = async (name: string) =>
  (await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, name })).body.id;

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
