// SQL because those who are told of something are found by one statement with what other nouns know of them.
import { raw, type Sql, sql } from "#server/db/sql.ts";

/** The active people of a company, as a table with id, role, roleId and availability. */
export function activePeople(companyId: string): Sql {
  return sql`(select u."id", u."role", u."roleId", u."availability" from users u
    where u."companyId" = ${companyId} and u."active")`;
}

/** As text: whether the person `u` of another statement answers no visitor any more: deactivated, or a viewer by now. */
export const silentText = `(not u."active" or u."role" = 'viewer')`;
export const isSilent: Sql = raw(silentText);

/** A value of another statement: whether there is more than one. */
export const hasColleagues = (companyId: string): Sql => sql`(
  select count(*) > 1 from (select 1 from users where "companyId" = ${companyId} and "active" limit 2) u)`;
