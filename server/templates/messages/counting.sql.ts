// SQL because what became of a campaign's messages is counted from their rows.
import type { CampaignMessage } from "#server/db/generated/client.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { unconfirmed } from "#server/messages/queue/outcomes.ts";

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

/**
 * Of the first of which the platform has said something: how many, and how many of them failed. Most refusals come
 * later than the answer to the send, when many more have left.
 */
export async function countFirst(companyId: string, campaignId: string, most: number) {
  const counted = await row<{ done: number; failed: number }>(sql`
    select count(*)::int as "done",
      count(*) filter (where "status" = 'failed' and "failureCode" is distinct from ${unconfirmed.code})::int as "failed"
    from (select "status", "failureCode" from campaign_messages
      where "companyId" = ${companyId} and "campaignId" = ${campaignId}
        and "status" in ('sent', 'delivered', 'read', 'failed') order by "number" limit ${most}) first`);
  return counted ?? { done: 0, failed: 0 };
}

/** The numbers for which the platform withheld marketing since then. */
export async function withheldSince(companyId: string, since: Date): Promise<Set<string>> {
  const found = await rows<Pick<CampaignMessage, "destination">>(sql`
    select distinct e."destination" from campaign_messages e
    where e."companyId" = ${companyId} and e."failureCode" = '131049' and e."updatedAt" >= ${since}`);
  return new Set(found.map(({ destination }) => destination));
}
