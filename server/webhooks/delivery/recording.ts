import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import type { WebhookRow } from "../access.ts";
import { type Outcome, type Sent, shownHeaders } from "./posting.ts";
import type { Subscription } from "./subscriptions.ts";

/** An attempt that a person asked for. `deliveryId` null: a test, which keeps its own body. */
export type Asked = Sent & { deliveryId: string | null };

/** Writes it to the log; a success settles a delivery that had failed or still waits. Answers the log's id. */
export async function recordAttempt(
  actor: Actor,
  webhook: Pick<WebhookRow, "id">,
  subscription: Subscription,
  asked: Asked,
  outcome: Outcome,
): Promise<string> {
  const id = newId();
  const last = asked.deliveryId
    ? await row<{ attempt: number }>(sql`
        select coalesce(max("attempt"), 0) as "attempt" from webhook_attempts
        where "companyId" = ${actor.companyId} and "deliveryId" = ${asked.deliveryId}`)
    : undefined;
  const attempt = (last?.attempt ?? 0) + 1;
  const payload = asked.deliveryId ? null : asked.body;
  await execute(sql`
    insert into webhook_attempts ("companyId", "id", "webhookId", "deliveryId", "url", "event", "payload",
      "requestHeaders", "attempt", "statusCode", "responseBody", "errorMessage", "success", "durationMs", "createdAt")
    values (${actor.companyId}, ${id}, ${webhook.id}, ${asked.deliveryId}, ${subscription.url}, ${asked.event},
      ${payload}, ${shownHeaders(subscription, asked)}, ${attempt}, ${outcome.statusCode},
      ${outcome.responseBody}, ${outcome.errorMessage}, ${outcome.success}, ${outcome.durationMs}, ${outcome.startedAt})`);
  if (asked.deliveryId && outcome.success) {
    await execute(sql`
      update webhook_deliveries set "status" = 'succeeded', "leasedBy" = null,
        "attempt" = greatest("attempt", ${attempt}::int)
      where "companyId" = ${actor.companyId} and "id" = ${asked.deliveryId} and "status" <> 'succeeded'`);
  }
  return id;
}
