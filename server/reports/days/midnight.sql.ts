// SQL because days are divided where facts are added up.
import { type Sql, sql } from "#server/db/sql.ts";

/**
 * The moment in which a day begins by the clocks of a zone. Where they go back at midnight, as on the Azores and in Cuba,
 * a day has two midnights, and PostgreSQL means the second one; it begins with the first.
 */
export function beginningOf(day: Sql, timeZone: string): Sql {
  const last = sql`${day} at time zone ${timeZone}`;
  const first = sql`((${day} - interval '1 day') at time zone ${timeZone} + interval '24 hours')`;
  return sql`case when ${first} at time zone ${timeZone} = ${day} then least(${first}, ${last}) else ${last} end`;
}
