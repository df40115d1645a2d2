// SQL because who looks is kept by PostgreSQL, for all processes, and asked inside other statements.
import { type Sql, sql } from "#server/db/sql.ts";

/** Ids of the people who have the conversation open in this moment, on whatever process their screens are. */
export function lookingAt(companyId: string, conversationId: string | null): Sql {
  return sql`(select parley_looking(${companyId}::uuid, ${conversationId}::uuid))`;
}
