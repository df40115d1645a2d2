import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, rows, sql } from "#server/db/sql.ts";

export type TagRow = { id: string; name: string; nameKey: string; color: string };

/** All tags of the actor's company, by name. */
export function tagsOf(actor: Actor): Promise<TagRow[]> {
  return rows<TagRow>(sql`
    select "id", "name", "nameKey", "color" from operator_tags
    where "companyId" = ${actor.companyId} order by "nameKey", "id"`);
}

/** One tag of the actor's company, held for a change; not_found otherwise. */
export async function lockTag(actor: Actor, id: string): Promise<TagRow> {
  const found = isId(id)
    ? await row<TagRow>(sql`
        select "id", "name", "nameKey", "color" from operator_tags
        where "companyId" = ${actor.companyId} and "id" = ${id} for update`)
    : undefined;
  if (!found) throw notFound("tag");
  return found;
}

/** Names are unique ignoring case (L6). */
export function nameKey(name: string): string {
  return name.toLowerCase();
}
