import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { readsAll } from "#server/core/rights.ts";
import { prisma } from "#server/db/prisma.ts";
import { findWebhook, findWebhooks, type WebhookRow } from "./access.sql.ts";
import { validPrevious } from "./options/overlap.ts";
import { maskedHeaders, maskedSecret, unsealHeaders } from "./secrets.ts";

export type { WebhookRow } from "./access.sql.ts";

export function countWebhooks({ companyId }: Actor): Promise<number> {
  return prisma.webhook.count({ where: { companyId, deletedAt: null } });
}

/** The company's webhooks, the newest first. */
export function webhooksOf({ companyId }: Actor, limit: number, offset: number): Promise<WebhookRow[]> {
  return findWebhooks(companyId, { limit, offset });
}

/** One of them; not_found otherwise, also when it was deleted. */
export async function readableWebhook({ companyId }: Actor, id: string, lock = false): Promise<WebhookRow> {
  const found = isId(id) ? await findWebhook(companyId, id, lock) : undefined;
  if (!found) throw notFound("webhook");
  return found;
}

/** That it is there: its log, asked for every second, shows nothing of its health. */
export async function requireWebhook({ companyId }: Actor, id: string): Promise<Pick<WebhookRow, "id">> {
  const where = { companyId, id, deletedAt: null };
  const found = isId(id) ? await prisma.webhook.findFirst({ where, select: { id: true } }) : null;
  if (!found) throw notFound("webhook");
  return found;
}

/** Changing a webhook's address sends events of every conversation and contact there (C1). */
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
  const { queued, missed, missedSince } = webhook;
  const health = { consecutiveFailures, lastSuccessAt, lastFailureAt, lastFailureReason, successes, failures };
  return {
    ...webhook,
    secret: secret ?? maskedSecret(webhook.secretLast4),
    customHeaders: shownHeaders(webhook),
    previousSecretUntil: validPrevious(webhook) ? webhook.previousSecretUntil : null,
    health: { ...health, queued, missed, missedSince, warns: consecutiveFailures >= 20 },
  };
}
