// SQL because the oldest of what waits is found by its number.
import { row, sql } from "#server/db/sql.ts";

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
