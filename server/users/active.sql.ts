// SQL because those who are told of something are found by one statement with what other nouns know of them.
import { type Sql, sql } from "#server/db/sql.ts";

/** The active people of a company, as a table with id, role, roleId and availability. */
export function activePeople(companyId: string): Sql {
  return sql`(select u."id", u."role", u."roleId", u."availability" from users u
    where u."companyId" = ${companyId} and u."active")`;
}

/** A value of another statement: whether there is more than one. */
export const hasColleagues = (companyId: string): Sql => sql`(
  select count(*) > 1 from (select 1 from users where "companyId" = ${companyId} and "active" limit 2) u)`;
