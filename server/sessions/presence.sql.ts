// SQL because it is asked for each message of a visitor, and a probe must not be ordered.
import { minute } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";

const fresh = 15 * minute;

/** Whether someone who can answer visitors has used the product within the last quarter of an hour, and is not away. */
export async function isTeamOnline(actor: Actor, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - fresh);
  const found = await row(sql`
    select 1 from user_sessions s join users u on u."companyId" = s."companyId" and u."id" = s."userId"
    where s."companyId" = ${actor.companyId} and s."revokedAt" is null and s."lastSeenAt" >= ${since}
      and u."active" and u."availability" = 'online' and u."role" <> 'viewer' limit 1`);
  return found !== undefined;
}
