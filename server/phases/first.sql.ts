// SQL because it is a part of another statement.
import { type Sql, sql } from "#server/db/sql.ts";

/** The id of the company's first phase. */
export const firstPhase = (companyId: string): Sql => sql`(
  select "id" from phases where "companyId" = ${companyId} order by "order", "id" limit 1)`;
