// SQL because messages are counted by what became of them.
import type { Campaign } from "#server/db/generated/client.ts";
import { row, rows, sql } from "#server/db/sql.ts";

type Key = { companyId: string; id: string };
type Used = Pick<Campaign, "id" | "name" | "status" | "scheduledAt">;

export async function sentOf({ companyId, id }: Key): Promise<{ sent: number; failed: number }> {
  const counted = await row<{ sent: number; failed: number }>(sql`
    select count(*) filter (where "status" not in ('pending', 'invalid'))::int as "sent",
      count(*) filter (where "status" = 'failed')::int as "failed"
    from campaign_messages where "companyId" = ${companyId} and "templateId" = ${id}`);
  return counted ?? { sent: 0, failed: 0 };
}

/** The newest campaigns that use a template. */
export function campaignsOf({ companyId, id }: Key): Promise<Used[]> {
  return rows<Used>(sql`
    select "id", "name", "status", "scheduledAt" from campaigns
    where "companyId" = ${companyId} and "templateId" = ${id} order by "id" desc limit 50`);
}
