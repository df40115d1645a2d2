// SQL because what became of a campaign's messages is counted from their rows.
import type { CampaignMessage } from "#server/db/generated/client.ts";
import { row, rows, sql } from "#server/db/sql.ts";

type Counted = { campaignId: string; status: CampaignMessage["status"]; count: number; answered: number };

export function countByStatus(companyId: string, campaignIds: readonly string[]): Promise<Counted[]> {
  return rows<Counted>(sql`
    select "campaignId", "status", count(*)::int as "count", count("answeredAt")::int as "answered"
    from campaign_messages where "companyId" = ${companyId} and "campaignId" = any(${campaignIds}::uuid[])
    group by "campaignId", "status"`);
}

export type Failures = { code: string; reason: string; count: number };

/** By code, the most frequent first. `invalid`: also of those that were never sent. */
export function countFailures(companyId: string, campaignId: string, statuses: readonly ("failed" | "invalid")[]) {
  return rows<Failures>(sql`
    select "failureCode" as "code", max("failureReason") as "reason", count(*)::int as "count"
    from campaign_messages where "companyId" = ${companyId} and "campaignId" = ${campaignId}
      and "status" = any(${statuses}::text[]) and "failureCode" is not null
    group by "failureCode" order by 3 desc, 1`);
}

/** Of which the platform has said something. */
export async function countDone(companyId: string, campaignId: string): Promise<number> {
  const counted = await row<{ done: number }>(sql`
    select count(*)::int as "done" from campaign_messages
    where "companyId" = ${companyId} and "campaignId" = ${campaignId}
      and "status" in ('sent', 'delivered', 'read', 'failed')`);
  return counted?.done ?? 0;
}

/** Of these numbers, those for which the platform withheld marketing since then. */
export function findWithheld(companyId: string, phones: readonly string[], since: Date) {
  return rows<Pick<CampaignMessage, "destination">>(sql`
    select distinct e."destination" from campaign_messages e
    where e."companyId" = ${companyId} and e."failureCode" = '131049' and e."updatedAt" >= ${since}
      and e."destination" = any(${phones}::text[])`);
}
