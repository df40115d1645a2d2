// SQL because what texts find, and what somebody sees, are sets of ids that are compared without a look at the contacts.
import type { Actor } from "#server/core/actor.ts";
import { join, raw, type Sql, sql } from "#server/db/sql.ts";
import { isHeld, ofVisibleContact, reachedIds, visibleKeys } from "../access.sql.ts";
import type { ContactFilters } from "../schema.ts";
import { foundIds, onlyText } from "./filtering.sql.ts";

/** From so many on, all that the person sees is read at once: an index of its own has it, and each look costs as much as forty. */
const many = 2000;

/** How the contacts that a person sees are found: whether one, `f`, is among them, and the ids of all. */
type Seen = { each: Sql; all: Sql };

function seenBy(actor: Actor): Seen | undefined {
  const keys = visibleKeys(actor);
  const reached = reachedIds(actor);
  if (reached) return { each: ofVisibleContact(actor, "clients_read", raw('f."id"')), all: reached };
  if (!keys) return undefined;
  const own = sql`l."companyId" = ${actor.companyId} and l."key" = any(${keys}::text[])`;
  return {
    each: sql`exists (select 1 from contact_links l where ${own} and l."contactId" = f."id")`,
    all: sql`select l."contactId" as "id" from contact_links l where ${own}`,
  };
}

/** What of `found` the person sees. A word that most contacts have, as `gmail`, finds hundreds of thousands. */
const seenAmong = ({ each, all }: Seen, found: Sql) => sql`
  with found as materialized (${found}), counted as materialized (select count(*) > ${many} as "many" from found)
  select f."id", f."id" as "sortKey" from found f where not (select "many" from counted) and ${each}
  union all
  select s."id", s."id" from (
    select f."id" from found f where (select "many" from counted)
    intersect
    select a."id" from (${all}) a where (select "many" from counted)) s`;

/** As "id" and "sortKey", what texts find of what the actor sees; undefined where more is asked for than texts. */
export function textIds(actor: Actor, filters: ContactFilters): Sql | undefined {
  if (!onlyText(filters)) return undefined;
  const found = sql`select t."id" from (${join(foundIds(filters), " intersect ")}) t`;
  const seen = seenBy(actor);
  if (seen) return seenAmong(seen, found);
  return isHeld(actor) ? undefined : sql`select t."id", t."id" as "sortKey" from (${found}) t`;
}
