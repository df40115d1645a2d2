import { invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { type OutboundAnswer, OutboundError, outbound } from "#server/outbound/sending.ts";
import { readableWebhook } from "./access.ts";
import { refuseUrl } from "./creating.ts";
import { attemptTimeoutMs, post } from "./delivery/posting.ts";
import { recordAttempt } from "./delivery/recording.ts";
import { subscriptionOf } from "./delivery/subscriptions.ts";
import { readableLog, viewLog } from "./logs.ts";
import { deliveryLogSchema, pingInput, pingSchema, testInput } from "./schema.ts";

// These call other servers, which no transaction may wait for: they are queries, which run outside of one.

/** Returns the answer or the network's failure; a forbidden address is the caller's fault. */
async function callTarget(url: string, at: Date): Promise<OutboundAnswer | OutboundError> {
  const body = JSON.stringify({ event: "ping", timestamp: at.toISOString(), test: true, data: {} });
  const headers = { "Content-Type": "application/json", "X-Webhook-Event": "ping" };
  try {
    return await outbound({ url, method: "POST", headers, body, timeoutMs: attemptTimeoutMs, maxBytes: 0 });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.kind === "blocked" || error.kind === "invalid_url") {
      throw invalidField("url", error.message, "invalid_url");
    }
    return error;
  }
}

/** POST /v1/webhooks/ping (K4): without a secret, not logged, the target's body is never shown. */
export const pingWebhook = query({
  name: "webhooks.ping",
  access: "webhooks_write",
  whileSeeing: "refused",
  input: pingInput,
  output: pingSchema,
  example: () => ({ url: "https://hooks.invalid/parley" }),
  async run({ input, now }) {
    refuseUrl(input.url);
    const answer = await callTarget(input.url, now);
    if (answer instanceof OutboundError) {
      const { durationMs, message } = answer;
      return { success: false, statusCode: null, responseTimeMs: durationMs, errorMessage: message };
    }
    const success = answer.statusCode >= 200 && answer.statusCode < 300;
    const errorMessage = success ? null : `The target answered ${answer.statusCode}.`;
    return { success, statusCode: answer.statusCode, responseTimeMs: answer.durationMs, errorMessage };
  },
});

/** POST /v1/webhooks/{webhookId}/test (K5): one attempt, no retry, also when the webhook is inactive. */
export const testWebhook = query({
  name: "webhooks.test",
  access: "webhooks_write",
  whileSeeing: "refused",
  input: testInput,
  output: deliveryLogSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  async run({ actor, input, now }) {
    const webhook = await readableWebhook(actor, input.webhookId);
    const event = input.eventType ?? webhook.eventTypes[0] ?? "conversation/created";
    const data = { id: newId(), message: "This is a test delivery from Parley." };
    const body = JSON.stringify({ event, timestamp: now.toISOString(), test: true, webhookId: webhook.id, data });
    const subscription = subscriptionOf(webhook);
    const sent = { event, body, eventId: data.id, sequence: null };
    const outcome = await post(subscription, sent);
    const logId = await recordAttempt(actor, webhook, subscription, { ...sent, deliveryId: null }, outcome);
    return viewLog(actor, await readableLog(actor, webhook.id, logId));
  },
});
