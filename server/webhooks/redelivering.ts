import { AppError } from "#server/base/errors.ts";
import { command, query } from "#server/core/operation.ts";
import { readableWebhook } from "./access.ts";
import { countUnwanted, requeueFailed } from "./delivery/attempts.sql.ts";
import { calling } from "./delivery/filling.ts";
import { post } from "./delivery/posting.ts";
import { recordAttempt } from "./delivery/recording.ts";
import { subscriptionOf } from "./delivery/subscriptions.ts";
import { readableLog, viewLog } from "./logs.ts";
import { deliveryLogSchema, logIdInput, redeliveredSchema, redeliverFailedInput } from "./schema.ts";

/** A test is no event of ours: it goes by the id in its data. */
function eventIdOf(log: { eventId: string | null; payload: string }): string {
  return log.eventId ?? String((JSON.parse(log.payload) as { data?: { id?: unknown } }).data?.id ?? "");
}

/** POST /v1/webhooks/{webhookId}/logs/{logId}/redeliver (K6): now, once, the same bytes. Outside a transaction. */
export const redeliver = query({
  name: "webhooks.redeliver",
  access: "webhooks_write",
  whileSeeing: "refused",
  input: logIdInput,
  output: deliveryLogSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "", logId: given.webhookLogId ?? "" }),
  async run({ actor, input }) {
    const webhook = await readableWebhook(actor, input.webhookId);
    const { deliveryId, ...told } = await readableLog(actor, webhook.id, input.logId);
    if (told.scrubbedAt)
      throw new AppError("conflict", {
        message: "The person it was about was deleted, and taken out of what was sent: it cannot be sent again.",
      });
    const sent = { event: told.event, body: told.payload, eventId: eventIdOf(told), sequence: told.sequence };
    const subscription = subscriptionOf(webhook);
    const outcome = await post(subscription, sent);
    const logId = await recordAttempt(actor, webhook, subscription, { ...sent, deliveryId }, outcome);
    return viewLog(actor, await readableLog(actor, webhook.id, logId));
  },
});

const batch = 10_000;

/** Every failed delivery of a range that the webhook is still for goes back into the queue, with all its retries; the dispatcher takes it there. */
export const redeliverFailed = command({
  name: "webhooks.redeliverFailed",
  access: "webhooks_write",
  input: redeliverFailedInput,
  output: redeliveredSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  async run({ actor, input, emit }) {
    const webhook = await readableWebhook(actor, input.webhookId);
    if (!webhook.isActive) throw new AppError("conflict", { message: "The webhook is paused: activate it first." });
    const { from, to, event } = input;
    const failed = { companyId: actor.companyId, webhookId: webhook.id, from, to, event };
    const wanted = [...webhook.eventTypes, calling];
    const queued = await requeueFailed({ ...failed, wanted }, batch);
    const left = await countUnwanted({ ...failed, wanted });
    if (queued > 0) emit({ type: "webhook/changed", data: { id: webhook.id } });
    return { queued, more: queued === batch, left };
  },
});
