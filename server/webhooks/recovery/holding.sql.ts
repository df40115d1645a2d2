// SQL because the oldest of what waits is found by its number.
import { execute, row, sql } from "#server/db/sql.ts";

type Key = { companyId: string; webhookId: string };

/** The event before the first one that waits for the webhook; undefined where none waits. */
export async function seqBeforeWaiting({ companyId, webhookId }: Key): Promise<number | undefined> {
  const found = await row<{ seq: number | null }>(sql`
    select min("sequence")::int8 - 1 as "seq" from webhook_deliveries
    where "companyId" = ${companyId} and "webhookId" = ${webhookId} and "status" = 'pending'`);
  return found?.seq ?? undefined;
}

/** Up to where the recovery that is under way has come. */
export async function seqOfRecovery({ companyId, webhookId }: Key): Promise<number | undefined> {
  const found = await row<{ afterSeq: number }>(sql`
    select "afterSeq" from webhook_recoveries
    where "companyId" = ${companyId} and "webhookId" = ${webhookId} and "finishedAt" is null`);
  return found?.afterSeq;
}

/** What failed, and the recovery that is under way would still have sent, is owed as what waits is. */
export async function oweFailed({ companyId, webhookId }: Key): Promise<void> {
  await execute(sql`
    update webhook_deliveries d set "status" = 'dropped' from webhook_recoveries r
    where r."companyId" = ${companyId} and r."webhookId" = ${webhookId} and r."finishedAt" is null and not r."held"
      and d."companyId" = r."companyId" and d."webhookId" = r."webhookId" and d."status" = 'failed'
      and d."sequence" > r."afterSeq"`);
}
