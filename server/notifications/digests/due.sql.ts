// SQL because what is due is claimed under a lock that others pass over, and found across companies.
import type { NotificationPreference } from "#server/db/generated/client.ts";
import { row, sql } from "#server/db/sql.ts";

/** Companies with somebody whose digest is to be mailed. */
export const dueDigests = `select distinct "companyId" from notification_preferences where "digestDueAt" <= now()`;

type Due = Pick<NotificationPreference, "userId" | "digestDueAt">;

/** The digest that is due longest, held until the transaction ends; nobody else gets it meanwhile. */
export function takeDigest(companyId: string): Promise<Due | undefined> {
  return row<Due>(sql`
    select "userId", "digestDueAt" from notification_preferences
    where "companyId" = ${companyId} and "digestDueAt" <= now()
    order by "digestDueAt", "userId" limit 1 for update skip locked`);
}

/** What somebody has chosen, held: the digest's next time is written here too. */
export function lockPreferences(companyId: string, userId: string): Promise<NotificationPreference | undefined> {
  return row<NotificationPreference>(sql`
    select * from notification_preferences where "companyId" = ${companyId} and "userId" = ${userId} for update`);
}
