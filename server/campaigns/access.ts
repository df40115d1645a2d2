import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";
import { type CampaignRow, findCampaign } from "./access.sql.ts";
import type { CampaignAudience } from "./schema.ts";

export type { CampaignRow } from "./access.sql.ts";

/** A campaign of the company (on one channel where given); not_found otherwise. */
export async function readableCampaign(
  { companyId }: Actor,
  id: string,
  channelId?: string,
  lock = false,
): Promise<CampaignRow> {
  const found = isId(id) ? await findCampaign(companyId, id, { channelId, lock }) : undefined;
  if (!found) throw notFound("campaign");
  return found;
}

/** What these campaigns are called. */
export function campaignNames({ companyId }: Actor, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return prisma.campaign.findMany({ where: { companyId, id: { in: [...ids] } }, select: { id: true, name: true } });
}

export async function audienceOf({ companyId, id }: CampaignRow): Promise<CampaignAudience> {
  const found = await prisma.campaign.findFirst({ where: { companyId, id }, select: { audience: true } });
  if (!found) throw notFound("campaign");
  return found.audience;
}
