import { hour } from "#server/base/clock.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { readableWebhook, requireFullRead, viewWebhook, type WebhookRow } from "./access.ts";
import { validPrevious } from "./options/overlap.ts";
import { webhookIdInput, webhookSchema } from "./schema.ts";
import { newWebhookSecret, readableSecret } from "./secrets.ts";

/** So long the secret before a rotation stays valid, where the webhook asks for it. */
const overlapMs = 24 * hour;

/**
 * What stays valid beside the new secret. Who was promised a day for the first of several keeps it: that one stays, and
 * the one in between goes. What cannot be read any more proves nothing to anybody.
 */
function previousOf(webhook: WebhookRow, now: Date) {
  const { secretOverlap, secret, previousSecret, previousSecretUntil } = webhook;
  const none = { previousSecret: "", previousSecretUntil: null };
  if (!secretOverlap) return none;
  if (validPrevious(webhook) && readableSecret(previousSecret) !== null) return { previousSecret, previousSecretUntil };
  if (readableSecret(secret) === null) return none;
  return { previousSecret: secret, previousSecretUntil: new Date(now.getTime() + overlapMs) };
}

/** POST /v1/webhooks/{webhookId}/rotate-secret: the old secret is void at once, or with `secretOverlap` in a day. */
export const rotateSecret = command({
  name: "webhooks.rotateSecret",
  access: "webhooks_write",
  alsoNeeds: requireFullRead,
  input: webhookIdInput,
  output: webhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  async run({ actor, input, now, emit }) {
    await requireProof({ actor, now });
    const webhook = await readableWebhook(actor, input.webhookId, true);
    const { secret, sealed, last4 } = newWebhookSecret(webhook.standardHeaders);
    await prisma.webhook.update({
      where: { companyId_id: { companyId: actor.companyId, id: webhook.id } },
      data: { secret: sealed, secretLast4: last4, ...previousOf(webhook, now), updatedAt: now },
    });
    emit({ type: "webhook/changed", data: { id: webhook.id } });
    return viewWebhook(await readableWebhook(actor, webhook.id), secret);
  },
});
