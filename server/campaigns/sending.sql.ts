// SQL because a campaign is taken over only while messages of it wait, and its standing is of two other tables.
import type { Campaign, Channel, Template } from "#server/db/generated/client.ts";
import { row, rows, sql } from "#server/db/sql.ts";

/** Those that send and that nobody holds are the holder's now, as far as anything of them waits. */
export function takeFree(companyId: string, holder: number, now: Date) {
  return rows<Pick<Campaign, "id">>(sql`
    update campaigns g set "heldBy" = ${holder} where g."companyId" = ${companyId}
      and g."status" = 'SENDING' and g."heldBy" is null and exists (
        select 1 from campaign_messages e where e."companyId" = g."companyId" and e."campaignId" = g."id"
          and e."claimedAt" is null and e."status" in ('pending', 'enqueued')
          and (e."nextAttemptAt" is null or e."nextAttemptAt" <= ${now}))
    returning "id"`);
}

type Standing = Pick<Template, "status"> &
  Pick<Channel, "connected"> & { leaving: Channel["disconnectionRequested"]; quality: string | null };

/** What decides whether the platform lets a template be sent; nothing where its channel was deleted. */
export function findStanding(companyId: string, templateId: string) {
  return row<Standing>(sql`
    select t."status", c."connected", c."disconnectionRequested" as "leaving", c."health"->>'quality' as "quality"
    from templates t join channels c on c."companyId" = t."companyId" and c."id" = t."channelId"
    where t."companyId" = ${companyId} and t."id" = ${templateId} and c."deletedAt" is null`);
}
