import { execute, sql } from "#server/db/sql.ts";

/** With the last conversation of a visitor goes what their browser told of them. The session stays: it is a browser. */
export async function forgetSessions(companyId: string, channelId: string, visitorId: string): Promise<void> {
  await execute(sql`
    update visitor_sessions set "name" = '', "email" = '', "phone" = '', "attribution" = '{}'
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "visitorId" = ${visitorId}`);
}
