import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, row, rows, sql } from "#server/db/sql.ts";
import { type TemplateMessageStatus, templateMessageStatuses } from "#server/templates/choices.ts";
import type { Media } from "#server/templates/schema.ts";
import type { CampaignStatus } from "./choices.ts";
import type { CampaignAudience, Counter, Source } from "./schema.ts";

/** A row of `campaigns`, without its audience: that may be large. */
export type CampaignRow = {
  companyId: string;
  id: string;
  channelId: string;
  templateId: string;
  templateNumber: number;
  name: string;
  status: CampaignStatus;
  variables: Record<string, Source>;
  media: Media | null;
  sendRate: number;
  recipients: number | null;
  stopCode: string | null;
  stopReason: string | null;
  heldBy: number | null;
  scheduledAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
};

export const campaignColumns = sql`g."companyId", g."id", g."channelId", g."templateId", t."number" as "templateNumber",
  g."name", g."status", g."variables", g."media", g."sendRate", g."recipients", g."stopCode", g."stopReason", g."heldBy",
  g."scheduledAt", g."startedAt", g."finishedAt", g."createdBy", g."createdAt", g."updatedAt"`;
export const campaignTables = sql`campaigns g join templates t on t."companyId" = g."companyId" and t."id" = g."templateId"`;

/** A campaign of the company (on one channel where given); not_found otherwise. */
export async function readableCampaign(
  actor: Actor,
  id: string,
  channelId?: string,
  lock = false,
): Promise<CampaignRow> {
  const there = channelId === undefined ? empty : sql` and g."channelId" = ${channelId}`;
  const found = isId(id)
    ? await row<CampaignRow>(sql`
        select ${campaignColumns} from ${campaignTables}
        where g."companyId" = ${actor.companyId} and g."id" = ${id}${there}${lock ? sql` for no key update of g` : empty}`)
    : undefined;
  if (!found) throw notFound("campaign");
  return found;
}

export async function audienceOf(campaign: CampaignRow): Promise<CampaignAudience> {
  const found = await row<{ audience: CampaignAudience }>(sql`
    select "audience" from campaigns where "companyId" = ${campaign.companyId} and "id" = ${campaign.id}`);
  if (!found) throw notFound("campaign");
  return found.audience;
}

export const emptyCounter = (): Counter =>
  Object.fromEntries([...templateMessageStatuses, "answered"].map((name) => [name, 0])) as Counter;

/** Counters are counted from the rows, so the two cannot differ. */
export async function countersOf(actor: Actor, ids: readonly string[]): Promise<Map<string, Counter>> {
  const found = await rows<{ campaignId: string; status: TemplateMessageStatus; count: number; answered: number }>(sql`
    select "campaignId", "status", count(*)::int as "count", count("answeredAt")::int as "answered"
    from campaign_messages where "companyId" = ${actor.companyId} and "campaignId" = any(${ids}::uuid[])
    group by "campaignId", "status"`);
  const counters = new Map(ids.map((id) => [id, emptyCounter()]));
  for (const { campaignId, status, count, answered } of found) {
    const counter = counters.get(campaignId);
    if (!counter) continue;
    counter[status] += count;
    counter.answered += answered;
  }
  return counters;
}
