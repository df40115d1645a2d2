// SQL because each socket asks it when it arrives, and every minute after.
import type { User } from "#server/db/generated/client.ts";
import { row, sql } from "#server/db/sql.ts";

/** Whether a person has set themselves to available, or away. */
export function availabilityOf(
  companyId: string,
  userId: string | null | undefined,
): Promise<Pick<User, "availability"> | undefined> {
  return row<Pick<User, "availability">>(sql`
    select "availability" from users where "companyId" = ${companyId} and "id" = ${userId}`);
}
