import { inCompany } from "#server/db/pool.ts";
import { rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import type { TestCompany } from "../company.ts";

type Link = { contactId: string; key: string; uses: number };

/** Links of a company's contacts, and many conversations like a sample that make some. */
export function linksOf({ companyId, given }: Pick<TestCompany, "companyId" | "given">, sampleId: string) {
  /** As many conversations of the contact: held by somebody or nobody, tagged or not, some of them only claimed. */
  const talk = async (contactId: string, count: number): Promise<void> => {
    await systemPool().query(
      `insert into conversations select r.* from conversations c cross join generate_series(1, $3::int) n
       cross join lateral jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'contactId', $2::text,
         'visitorId', gen_random_uuid(), 'assignedTo', case when n % 3 = 0 then $4::text end,
         'tags', case when n % 2 = 0 then array['vip', 'late'] else array[]::text[] end,
         'contactLink', case when n % 5 = 0 then 'claimed' else 'own' end)) r
       where c."companyId" = $1 and c."id" = $5`,
      [companyId, contactId, count, given.agentId, sampleId],
    );
  };

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

  return { talk, links, counted };
}
