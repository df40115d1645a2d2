// SQL because events are written and read by their own file, without Prisma.
import { row, sql } from "#server/db/sql.ts";
import type { TypedData } from "./storing.ts";

/** The type and data of one event of the company; undefined where there is none. */
export function findEvent(companyId: string, id: string): Promise<TypedData | undefined> {
  return row<TypedData>(sql`select "type", "data" from events where "companyId" = ${companyId} and "id" = ${id}`);
}
