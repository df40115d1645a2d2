// SQL because a list is read on by its filters, and because JSON holds the names of fields.
import type { Actor } from "#server/core/actor.ts";
import { empty, join, plannedAnew, rows, type Sql, sql } from "#server/db/sql.ts";
import { shownColumns } from "../row.sql.ts";
import type { ShownContact } from "../row.ts";
import type { ContactFilters } from "../schema.ts";
import { visibleCondition } from "./counting.sql.ts";
import { conditionsOf } from "./filtering.sql.ts";
import { textIds } from "./seen.sql.ts";

function matching(actor: Actor, filters: ContactFilters): Sql {
  const own = sql`k."companyId" = ${actor.companyId}`;
  return join([own, ...conditionsOf(filters), ...visibleCondition(actor)], " and ");
}

/** The next contacts of a list after `after`, newest first. What texts find is looked for by its ids: it may be nearly all. */
export function nextContacts(actor: Actor, filters: ContactFilters, after: string | null, limit: number) {
  const beyond = (id: Sql) => (after ? sql` and ${id} < ${after}::uuid` : empty);
  const found = textIds(actor, filters);
  if (!found)
    return rows<ShownContact>(
      plannedAnew(sql`
        select ${shownColumns} from contacts k where ${matching(actor, filters)}${beyond(sql`k."id"`)}
        order by k."id" desc limit ${limit}`),
    );
  return rows<ShownContact>(
    plannedAnew(sql`
      with page as materialized (
        select distinct f."id" from (${found}) f where true${beyond(sql`f."id"`)} order by f."id" desc limit ${limit})
      select ${shownColumns} from page p join contacts k on k."companyId" = ${actor.companyId} and k."id" = p."id"
      order by k."id" desc`),
  );
}

/** The names of custom fields in a list, the most used first. */
export async function customKeysOf(actor: Actor, filters: ContactFilters, limit: number): Promise<string[]> {
  const found = await rows<{ key: string }>(
    plannedAnew(sql`
      select f."key" from contacts k cross join lateral jsonb_object_keys(k."customFields") f("key")
      where ${matching(actor, filters)} and k."customFields" <> '{}'::jsonb
      group by f."key" order by count(*) desc, f."key" limit ${limit}`),
  );
  return found.map(({ key }) => key);
}
