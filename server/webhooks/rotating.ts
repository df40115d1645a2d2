import { hour } from "#server/base/clock.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { readableWebhook, requireFullRead, viewWebhook } from "./access.ts";
import { webhookIdInput, webhookSchema } from "./schema.ts";
import { newWebhookSecret } from "./secrets.ts";

/** So long the secret before a rotation stays valid, where the webhook asks for it. */
const overlapMs = 24 * hour;

/** POST /v1/webhooks/{webhookId}/rotate-secret: the old secret is void at once, or with `secretOverlap` in a day. */
export const rotateSecret = command({
  name: "webhooks.rotateSecret",
  access: "webhooks_write",
  input: webhookIdInput,
  output: webhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  async run({ actor, input, now, emit }) {
    requireFullRead(actor);
    await requireProof({ actor, now });
    const webhook = await readableWebhook(actor, input.webhookId, true);
    const { secret, sealed, last4 } = newWebhookSecret(webhook.standardHeaders);
    const previous = webhook.secretOverlap
      ? { previousSecret: webhook.secret, previousSecretUntil: new Date(now.getTime() + overlapMs) }
      : { previousSecret: "", previousSecretUntil: null };
    await prisma.webhook.update({
      where: { companyId_id: { companyId: actor.companyId, id: webhook.id } },
      data: { secret: sealed, secretLast4: last4, ...previous, updatedAt: now },
    });
    emit({ type: "webhook/changed", data: { id: webhook.id } });
    return viewWebhook(await readableWebhook(actor, webhook.id), secret);
  },
});
