// SQL because events are written and read by their own file, without Prisma.
import { row, rows, sql } from "#server/db/sql.ts";
import type { TypedData } from "./storing.ts";

/** The type and data of one event of the company; undefined where there is none. */
export function findEvent(companyId: string, id: string): Promise<TypedData | undefined> {
  return row<TypedData>(sql`select "type", "data" from events where "companyId" = ${companyId} and "id" = ${id}`);
}

/** The same of several, with their ids; what is not there is left out. */
export function findEvents(companyId: string, ids: readonly string[]): Promise<({ id: string } & TypedData)[]> {
  return rows<{ id: string } & TypedData>(sql`
    select "id", "type", "data" from events where "companyId" = ${companyId} and "id" = any(${[...new Set(ids)]}::uuid[])`);
}
