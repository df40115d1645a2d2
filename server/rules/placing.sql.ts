// SQL because all places are written in one statement.
import { execute, sql } from "#server/db/sql.ts";

/** Places are dense from 0; only what moves is written. */
export async function place(companyId: string, ids: readonly string[]): Promise<void> {
  await execute(sql`
    update rules r set "order" = w."order"::int - 1
    from unnest(${ids}::uuid[]) with ordinality as w("id", "order")
    where r."companyId" = ${companyId} and r."id" = w."id" and r."order" <> w."order" - 1`);
}
