// SQL because it is a queue: rows that wait are found by partial indexes and taken where nobody else has them.
import type { CampaignMessage } from "#server/db/generated/client.ts";
import { row, rows, type Sql, sql } from "#server/db/sql.ts";

type Waiting = Pick<CampaignMessage, "id" | "channelId" | "destination">;
type Direct = { companyId: string; now: Date };
type OfCampaign = Direct & { campaignId: string };

const free = (now: Date) => sql`e."claimedAt" is null and (e."nextAttemptAt" is null or e."nextAttemptAt" <= ${now})`;
const direct = ({ companyId, now }: Direct) =>
  sql`e."companyId" = ${companyId} and e."campaignId" is null and e."status" = 'enqueued' and ${free(now)}`;
const inCampaign = ({ companyId, campaignId, now }: OfCampaign) =>
  sql`e."companyId" = ${companyId} and e."campaignId" = ${campaignId} and e."status" in ('pending', 'enqueued')
    and ${free(now)}`;

/** The next direct sends that wait. */
export function waitingDirect(which: Direct, limit: number): Promise<Waiting[]> {
  return rows<Waiting>(sql`
    select e."id", e."channelId", e."destination" from campaign_messages e where ${direct(which)}
    order by e."number" limit ${limit}`);
}

export function takeDirect(which: Direct, id: string): Promise<CampaignMessage | undefined> {
  return row<CampaignMessage>(sql`
    select e.* from campaign_messages e where ${direct(which)} and e."id" = ${id} for update skip locked`);
}

/** The next of a campaign that wait. */
export function waitingOf(which: OfCampaign, limit: number): Promise<Pick<Waiting, "id" | "destination">[]> {
  return rows<Pick<Waiting, "id" | "destination">>(sql`
    select e."id", e."destination" from campaign_messages e where ${inCampaign(which)}
    order by e."number" limit ${limit}`);
}

export function takeOf(which: OfCampaign, id: string): Promise<CampaignMessage | undefined> {
  return row<CampaignMessage>(sql`
    select e.* from campaign_messages e where ${inCampaign(which)} and e."id" = ${id} for update skip locked`);
}

export async function hasWaiting(which: OfCampaign): Promise<boolean> {
  return (await row(sql`select 1 from campaign_messages e where ${inCampaign(which)} limit 1`)) !== undefined;
}

/** Whether any is pending or enqueued, claimed or not; what the platform took before then has been sent. */
export async function hasOpen(companyId: string, campaignId: string, before: Date): Promise<boolean> {
  const open = await row(sql`
    select 1 from campaign_messages where "companyId" = ${companyId} and "campaignId" = ${campaignId}
      and "status" in ('pending', 'enqueued') and not ("externalId" is not null and "claimedAt" < ${before}) limit 1`);
  return open !== undefined;
}

/** Claimed before then, and never confirmed, neither by an answer nor by a status. */
export function findUnconfirmed(companyId: string, before: Date, limit: number) {
  return rows<Pick<CampaignMessage, "id">>(sql`
    select e."id" from campaign_messages e where e."companyId" = ${companyId} and e."claimedAt" < ${before}
      and e."status" = 'enqueued' and e."externalId" is null order by e."conversationId" limit ${limit}`);
}

/** Those that waited for their next try when their campaign ended: it will not come. */
export function leftBehind(companyId: string, ended: Sql, limit: number): Promise<Pick<CampaignMessage, "id">[]> {
  return rows<Pick<CampaignMessage, "id">>(sql`
    select e."id" from (${ended}) g join campaign_messages e on e."companyId" = ${companyId} and e."campaignId" = g."id"
    where e."status" = 'enqueued' and e."claimedAt" is null and e."externalId" is null
    order by e."conversationId" limit ${limit}`);
}
