import { expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { linksOf } from "#server/testing/furnished/links.ts";
import { converse } from "#server/testing/talking.ts";
import { erasePerson } from "./erasing.ts";

const company = await openCompany();
const api = await openApi(company);
const { companyId, admin } = company;
const sample = await converse(api, company);
const { talk, links, counted } = linksOf(company, sample.id);

const make = async (name: string) =>
  (await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, name })).body.id;

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
