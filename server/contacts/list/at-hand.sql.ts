// SQL because what a list's filters find is a set that an order is followed with.
import type { Actor } from "#server/core/actor.ts";
import { join, type Sql, sql } from "#server/db/sql.ts";
import type { ContactFilters } from "../schema.ts";
import { linkedIds, onlyLink, reachedCondition } from "./counting.sql.ts";
import { conditionsOf, linkKeys } from "./filtering.sql.ts";
import { textIds } from "./seen.sql.ts";

/** So many ids are kept at hand while an order is followed: far fewer than the memory that one statement has. */
const most = 100_000;

/** The ids of all that the filters find and the actor sees. */
function found(actor: Actor, filters: ContactFilters): Sql {
  const text = textIds(actor, filters);
  if (text) return sql`select w."id" from (${text}) w`;
  const link = onlyLink(filters);
  if (link) return linkedIds(actor, linkKeys(link, filters[link] ?? []));
  const all = [sql`k."companyId" = ${actor.companyId}`, ...conditionsOf(filters), ...reachedCondition(actor)];
  return sql`select k."id" from contacts k where ${join(all, " and ")}`;
}

/** Whether they are found first, so that an order is followed by its index alone and no contact is looked at in vain. */
export const isAtHand = (column: string, matches: number): boolean => column !== "id" && matches <= most;

/** Whether an id is one of them. Asked for a truth, the planner makes one table of them; else it may look for each row in them. */
export const amongFound = (actor: Actor, filters: ContactFilters, id: Sql): Sql =>
  sql`(${id} in (${found(actor, filters)})) is true`;

/** A row of an index costs so little of what a contact costs. */
const share = 1 / 100;

/** Whether it is cheaper still to look at all that match. */
export const isFewAtHand = (wanted: number, matches: number, all: number): boolean =>
  matches <= share * Math.min(all, (wanted * all) / matches);
