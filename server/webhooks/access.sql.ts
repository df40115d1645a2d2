// SQL because a webhook is shown with how it fares and what waits for it, counted beside it.
import type { Webhook, WebhookHealth, WebhookHour } from "#server/db/generated/client.ts";
import { empty, type Read, row, rows, sql } from "#server/db/sql.ts";

/** A row of `webhooks` with what its health says; `successes` and `failures` of the last 24 hours. */
export type WebhookRow = Read<Webhook> &
  Omit<WebhookHealth, "webhookId" | "toldAt"> &
  Pick<WebhookHour, "successes" | "failures"> & { queued: number; missed: number; missedSince: Date | null };

/** `day` begins with the full hour 24 hours ago. */
const fields = sql`w.*, coalesce(h."consecutiveFailures", 0) as "consecutiveFailures", h."lastSuccessAt",
  h."lastFailureAt", coalesce(h."lastFailureReason", '') as "lastFailureReason",
  coalesce(d."successes", 0) as "successes", coalesce(d."failures", 0) as "failures", q."queued", m."missed", m."missedSince"`;

const sources = sql`webhooks w
  left join webhook_health h on h."companyId" = w."companyId" and h."webhookId" = w."id"
  left join lateral (
    select sum(o."successes") as "successes", sum(o."failures") as "failures" from webhook_hours o
    where o."companyId" = w."companyId" and o."webhookId" = w."id" and o."hour" >= now() - interval '24 hours') d on true
  left join lateral (
    select count(*) as "queued" from (
      select from webhook_deliveries p where p."companyId" = w."companyId" and p."webhookId" = w."id"
        and p."status" = 'pending' limit 1000) waiting) q on true
  left join lateral (
    select count(*) as "missed", min(failed."createdAt") as "missedSince" from (
      select f."createdAt", f."event" from webhook_deliveries f
      where f."companyId" = w."companyId" and f."webhookId" = w."id" and f."status" = 'failed'
        and f."createdAt" > now() - interval '30 days' and f."scrubbedAt" is null
      order by f."createdAt" limit 1000) failed where failed."event" = any(w."eventTypes")) m on true`;

/** Those that are not deleted, the newest first. */
export function findWebhooks(companyId: string, page: { limit: number; offset: number }): Promise<WebhookRow[]> {
  return rows<WebhookRow>(sql`
    select ${fields} from ${sources} where w."companyId" = ${companyId} and w."deletedAt" is null
    order by w."companyId" desc, w."id" desc limit ${page.limit} offset ${page.offset}`);
}

/** Undefined also when it was deleted. */
export function findWebhook(companyId: string, id: string, lock: boolean): Promise<WebhookRow | undefined> {
  return row<WebhookRow>(sql`
    select ${fields} from ${sources}
    where w."companyId" = ${companyId} and w."deletedAt" is null and w."id" = ${id}
    ${lock ? sql`for no key update of w` : empty}`);
}
