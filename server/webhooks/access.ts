import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, can, onlyAssigned } from "#server/core/actor.ts";
import type { PublicEventType } from "#server/core/events/public-types.ts";
import { empty, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { maskedHeaders, maskedSecret, unsealHeaders } from "./secrets.ts";

/** A row of `webhooks` with what its health says. */
export type WebhookRow = {
  companyId: string;
  id: string;
  websiteId: string;
  url: string;
  eventTypes: PublicEventType[];
  isActive: boolean;
  secret: string;
  secretLast4: string;
  signed: boolean;
  retryCount: number;
  customHeaders: string;
  createdAt: Date;
  updatedAt: Date;
  consecutiveFailures: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastFailureReason: string;
  successes: number;
  failures: number;
  queued: number;
};

/** `day` begins with the full hour 24 hours ago. */
const columns = sql`w.*, coalesce(h."consecutiveFailures", 0) as "consecutiveFailures", h."lastSuccessAt",
  h."lastFailureAt", coalesce(h."lastFailureReason", '') as "lastFailureReason",
  coalesce(d."successes", 0) as "successes", coalesce(d."failures", 0) as "failures", q."queued"`;

const sources = sql`webhooks w
  left join webhook_health h on h."companyId" = w."companyId" and h."webhookId" = w."id"
  left join lateral (
    select sum(o."successes") as "successes", sum(o."failures") as "failures" from webhook_hours o
    where o."companyId" = w."companyId" and o."webhookId" = w."id" and o."hour" >= now() - interval '24 hours') d on true
  left join lateral (
    select count(*) as "queued" from (
      select from webhook_deliveries p where p."companyId" = w."companyId" and p."webhookId" = w."id"
        and p."status" = 'pending' limit 1000) waiting) q on true`;

const living = (actor: Actor): Sql => sql`w."companyId" = ${actor.companyId} and w."deletedAt" is null`;

export async function countWebhooks(actor: Actor): Promise<number> {
  const counted = await row<{ count: number }>(sql`select count(*) as "count" from webhooks w where ${living(actor)}`);
  return counted?.count ?? 0;
}

/** The company's webhooks, the newest first. */
export function webhooksOf(actor: Actor, limit: number, offset: number): Promise<WebhookRow[]> {
  return rows<WebhookRow>(sql`
    select ${columns} from ${sources} where ${living(actor)}
    order by w."companyId" desc, w."id" desc limit ${limit} offset ${offset}`);
}

/** One of them; not_found otherwise, also when it was deleted. */
export async function readableWebhook(actor: Actor, id: string, lock = false): Promise<WebhookRow> {
  const found = isId(id)
    ? await row<WebhookRow>(sql`
        select ${columns} from ${sources} where ${living(actor)} and w."id" = ${id}
        ${lock ? sql`for no key update of w` : empty}`)
    : undefined;
  if (!found) throw notFound("webhook");
  return found;
}

/**
 * Webhooks receive events of every conversation and contact, so their readers must be allowed to read all of them (C1).
 */
export function readsAll(actor: Actor): boolean {
  return can(actor, "clients_read") && !onlyAssigned(actor, "clients_read");
}

/** Changing a webhook's address sends everything there. */
export function requireFullRead(actor: Actor): void {
  if (readsAll(actor)) return;
  throw new AppError("forbidden", {
    message: "Creating or changing a webhook also needs the permission clients_read.",
    extra: { requiredPermissions: ["webhooks_write", "clients_read"] },
  });
}

/** The names of a webhook's headers; their values are never shown. */
function shownHeaders(webhook: WebhookRow): Record<string, string> {
  try {
    return maskedHeaders(unsealHeaders(webhook.customHeaders));
  } catch {
    // Sealed with a signing secret that is gone: they have to be written anew.
    return {};
  }
}

/** The WebhookSubscription resource; `secret` only right after it was made. */
export function viewWebhook(webhook: WebhookRow, secret?: string) {
  const { consecutiveFailures, lastSuccessAt, lastFailureAt, lastFailureReason, successes, failures } = webhook;
  const health = { consecutiveFailures, lastSuccessAt, lastFailureAt, lastFailureReason, successes, failures };
  return {
    ...webhook,
    secret: secret ?? maskedSecret(webhook.secretLast4),
    customHeaders: shownHeaders(webhook),
    health: { ...health, queued: webhook.queued, warns: consecutiveFailures >= 20 },
  };
}
