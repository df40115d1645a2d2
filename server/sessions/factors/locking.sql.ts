// SQL because Prisma has no word for locks.
import { isId } from "#server/base/ids.ts";
import type { SecondFactor } from "#server/db/generated/client.ts";
import { row, sql } from "#server/db/sql.ts";

/** The second factor of a person, set up or not, held until the transaction ends. */
export async function lockRowOfUser(companyId: string, userId: string): Promise<SecondFactor | undefined> {
  if (!isId(userId)) return undefined;
  return row<SecondFactor>(sql`
    select * from second_factors where "companyId" = ${companyId} and "userId" = ${userId} for update`);
}
