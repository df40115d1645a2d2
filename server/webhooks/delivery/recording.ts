import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";
import type { WebhookRow } from "../access.ts";
import { settleDelivery } from "./attempts.sql.ts";
import { type Outcome, type Sent, shownHeaders } from "./posting.ts";
import type { Subscription } from "./subscriptions.ts";

/** An attempt that a person asked for. `deliveryId` null: a test, which keeps its own body. */
type Asked = Sent & { deliveryId: string | null };

/** Writes it to the log; a success settles a delivery that had failed or still waits. Answers the log's id. */
export async function recordAttempt(
  { companyId }: Actor,
  webhook: Pick<WebhookRow, "id">,
  subscription: Subscription,
  asked: Asked,
  outcome: Outcome,
): Promise<string> {
  const id = newId();
  const { deliveryId, event } = asked;
  const last = deliveryId
    ? await prisma.webhookAttempt.aggregate({ where: { companyId, deliveryId }, _max: { attempt: true } })
    : undefined;
  const attempt = (last?._max.attempt ?? 0) + 1;
  const { startedAt: createdAt, statusCode, responseBody, errorMessage, success, durationMs } = outcome;
  await prisma.webhookAttempt.create({
    data: {
      companyId,
      id,
      webhookId: webhook.id,
      deliveryId,
      url: subscription.url,
      event,
      attempt,
      createdAt,
      payload: deliveryId ? null : asked.body,
      requestHeaders: shownHeaders(subscription, asked),
      statusCode,
      responseBody,
      errorMessage,
      success,
      durationMs,
    },
  });
  if (deliveryId && success) await settleDelivery({ companyId, id: deliveryId }, attempt);
  return id;
}
