// SQL because a device counts only while its session lives, which is the row of another noun.
import { rows, sql } from "#server/db/sql.ts";
import { livingSession } from "#server/sessions/living.sql.ts";

/** The devices of these people that may be pushed to now. */
export function devicesOf(companyId: string, userIds: readonly string[]) {
  return rows<{ id: string; userId: string; subscription: string }>(sql`
    select d."id", d."userId", d."subscription" from push_devices d
    where d."companyId" = ${companyId} and d."userId" = any(${userIds}::uuid[])
      and ${livingSession(companyId, sql`d."sessionId"`)} order by d."id"`);
}
