import { execute, sql } from "#server/db/sql.ts";

type Visitor = { companyId: string; channelId: string; visitorId: string };

/** With the last conversation of a visitor goes what their browser told of them. The session stays: it is a browser. */
export async function forgetSessions(_: unknown, { companyId, channelId, visitorId }: Visitor): Promise<void> {
  await execute(sql`
    update visitor_sessions set "name" = '', "email" = '', "phone" = '', "attribution" = '{}'
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "visitorId" = ${visitorId}`);
}
