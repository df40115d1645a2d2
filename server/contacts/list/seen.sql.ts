// SQL because what texts find, and what somebody sees, are sets of ids that are compared without a look at the contacts.
import type { Actor } from "#server/core/actor.ts";
import { join, raw, type Sql, sql } from "#server/db/sql.ts";
import { isHeld, ofVisibleContact, seenIds, visibleKeys } from "../access.sql.ts";
import type { ContactFilters } from "../schema.ts";
import { foundIds, linkFilters, linkKeys, onlyText } from "./filtering.sql.ts";

/** From so many on, all of a set is read at once: an index of its own has it, and each look costs as much as forty. */
const many = 2000;

/** A set of contacts: whether one, `f`, is in it, and the ids of all. */
type Among = { each: Sql; all: Sql };

function underKeys({ companyId }: Actor, keys: readonly string[]): Among {
  const own = sql`l."companyId" = ${companyId} and l."key" = any(${[...keys]}::text[])`;
  return {
    each: sql`exists (select 1 from contact_links l where ${own} and l."contactId" = f."id")`,
    all: sql`select l."contactId" as "id" from contact_links l where ${own}`,
  };
}

/** What the person sees; undefined: everything. */
function seenBy(actor: Actor): Among | undefined {
  const keys = visibleKeys(actor);
  if (keys) return underKeys(actor, keys);
  const all = seenIds(actor);
  return all && { each: ofVisibleContact(actor, "clients_read", raw('f."id"')), all };
}

/** What of `found` is in the set. A word that most contacts have, as `gmail`, finds hundreds of thousands. */
const onlyAmong = (found: Sql, { each, all }: Among) => sql`
  with found as materialized (${found}), counted as materialized (select count(*) > ${many} as "many" from found)
  select f."id" from found f where not (select "many" from counted) and ${each}
  union all
  select s."id" from (
    select f."id" from found f where (select "many" from counted)
    intersect
    select a."id" from (${all}) a where (select "many" from counted)) s`;

/** As "id" and "sortKey", what texts and tags find of what the actor sees; undefined where more is asked for. */
export function textIds(actor: Actor, filters: ContactFilters): Sql | undefined {
  if (!onlyText(filters)) return undefined;
  const seen = seenBy(actor);
  if (!seen && isHeld(actor)) return undefined;
  const tagged = linkFilters.flatMap((name) => {
    const values = filters[name];
    return values ? [underKeys(actor, linkKeys(name, values))] : [];
  });
  const found = sql`select t."id" from (${join(foundIds(filters), " intersect ")}) t`;
  const left = [...tagged, ...(seen ? [seen] : [])].reduce(onlyAmong, found);
  return sql`select t."id", t."id" as "sortKey" from (${left}) t`;
}

/** Those rows of `asked`, a statement with "contactId", whose contact the actor sees: for lists of what others keep of contacts. */
export function ofSeen(actor: Actor, asked: Sql): Sql {
  const all = isHeld(actor) ? seenIds(actor) : undefined;
  if (!all) return asked;
  return sql`
    with asked_of as materialized (${asked}), counted as materialized (select count(*) > ${many} as "many" from asked_of)
    select o.* from asked_of o where not (select "many" from counted)
      and ${ofVisibleContact(actor, "clients_read", sql`o."contactId"`)}
    union all
    select o.* from asked_of o where (select "many" from counted) and o."contactId" in (${all})`;
}
