// SQL because the delivery keeps the larger of two counts, and failed ones are queued anew in batches.
import type { WebhookDelivery } from "#server/db/generated/client.ts";
import { empty, execute, json, row, rows, sql } from "#server/db/sql.ts";

type Key = Pick<WebhookDelivery, "companyId" | "id">;

/** A person's attempt got through. */
export async function settleDelivery({ companyId, id }: Key, attempt: number): Promise<void> {
  await execute(sql`
    update webhook_deliveries set "status" = 'succeeded', "leasedBy" = null,
      "attempt" = greatest("attempt", ${attempt}::int)
    where "companyId" = ${companyId} and "id" = ${id} and "status" <> 'succeeded'`);
}

type Failed = {
  companyId: string;
  webhookId: string;
  from?: Date | undefined;
  to?: Date | undefined;
  event?: string | undefined;
  /** What the webhook is for now: anything else would be dropped unsent. */
  wanted: readonly string[];
};

const failedOnes = ({ companyId, webhookId, from, to, event }: Failed) => sql`
  "companyId" = ${companyId} and "webhookId" = ${webhookId} and "status" = 'failed' and "scrubbedAt" is null
    ${from ? sql`and "createdAt" >= ${from}` : empty} ${to ? sql`and "createdAt" <= ${to}` : empty}
    ${event ? sql`and "event" = ${event}` : empty}`;

/** Answers how many: at most a batch, the oldest first. */
export function requeueFailed(failed: Failed, batch: number): Promise<number> {
  const { companyId, wanted } = failed;
  return execute(sql`
    update webhook_deliveries set "status" = 'pending', "attemptsBefore" = "attempt", "dueAt" = now(), "leasedBy" = null
    where "companyId" = ${companyId} and "id" in (
      select "id" from webhook_deliveries where ${failedOnes(failed)} and "event" = any(${wanted}::text[])
      order by "createdAt" limit ${batch} for update skip locked)`);
}

/** How many stay failed because the webhook is not for them any more. */
export async function countUnwanted(failed: Failed): Promise<number> {
  const found = await row<{ count: number }>(sql`
    select count(*)::int as "count" from webhook_deliveries
    where ${failedOnes(failed)} and not "event" = any(${failed.wanted}::text[])`);
  return found?.count ?? 0;
}

type Told = Pick<WebhookDelivery, "id" | "status" | "body">;

/** The deliveries of these events; held. */
export function lockToldOf(companyId: string, eventIds: readonly string[]): Promise<Told[]> {
  return rows<Told>(sql`
    select "id", "status", "body" from webhook_deliveries
    where "companyId" = ${companyId} and "eventId" = any(${eventIds}::uuid[]) order by "id" for update`);
}

/** New bodies for what does not wait any more, and nothing left of what its receivers answered. */
export async function rewriteTold(companyId: string, told: readonly Pick<Told, "id" | "body">[]): Promise<void> {
  await execute(sql`
    update webhook_deliveries d set "body" = f."body", "scrubbedAt" = now()
    from jsonb_to_recordset(${json(told)}::jsonb) as f("id" uuid, "body" text)
    where d."companyId" = ${companyId} and d."id" = f."id" and d."status" <> 'pending' and d."body" <> f."body"`);
  await execute(sql`
    update webhook_attempts set "responseBody" = '' where "companyId" = ${companyId}
      and "deliveryId" = any(${told.map(({ id }) => id)}::uuid[]) and "responseBody" <> ''`);
}
