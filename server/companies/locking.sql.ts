// SQL because Prisma has no word for locks.
import type { Company } from "#server/db/generated/client.ts";
import { row, sql } from "#server/db/sql.ts";

export function lockOwn(companyId: string): Promise<Company | undefined> {
  return row<Company>(sql`select * from companies where "id" = ${companyId} for no key update`);
}
