import { execute, sql } from "#server/db/sql.ts";

type Visitor = { companyId: string; channelId: string; visitorId: string };

/**
 * Deletes what a visitor's browser reported with their last conversation. The session stays: it belongs to the browser.
 */
export async function forgetSessions(_: unknown, { companyId, channelId, visitorId }: Visitor): Promise<void> {
  await execute(sql`
    update visitor_sessions set "name" = '', "email" = '', "phone" = '', "attribution" = '{}'
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "visitorId" = ${visitorId}`);
}
