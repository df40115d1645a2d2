// SQL because one of several that come at once tells, and the others know.
import type { Campaign } from "#server/db/generated/client.ts";
import { rows, sql } from "#server/db/sql.ts";

/** The campaign's channel, unless its counters were told after `before`. */
export function noteTold(companyId: string, campaignId: string, before: Date, now: Date) {
  return rows<Pick<Campaign, "channelId">>(sql`
    update campaigns set "toldAt" = ${now} where "companyId" = ${companyId} and "id" = ${campaignId}
      and ("toldAt" is null or "toldAt" < ${before}) returning "channelId"`);
}
