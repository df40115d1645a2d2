import { isDeepStrictEqual } from "node:util";
import { command } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";
import { readableWebhook, viewWebhook, type WebhookRow } from "./access.ts";
import { refuseForeignChannel, refuseUrl } from "./creating.ts";
import { dropQueued } from "./dropping.ts";
import { updateWebhookInput, webhookIdInput, webhookSchema } from "./schema.ts";
import { type Headers, newWebhookSecret, sealHeaders, unsealHeaders } from "./secrets.ts";

const plain = ["url", "websiteId", "isActive", "retryCount", "signed"] as const;

/** Sealing the same headers again gives another text: what they say is compared. */
function sameHeaders(sealed: string, headers: Headers): boolean {
  try {
    return isDeepStrictEqual(unsealHeaders(sealed), headers);
  } catch {
    return false;
  }
}

function differs(before: WebhookRow, after: WebhookRow): boolean {
  const sameEvents = before.eventTypes.join() === after.eventTypes.join();
  const same = sameEvents && before.customHeaders === after.customHeaders;
  return !same || plain.some((field) => before[field] !== after[field]);
}

/** PUT and PATCH /v1/webhooks/{webhookId}: both change only what is sent. */
export const updateWebhook = command({
  name: "webhooks.update",
  access: "webhooks_write",
  input: updateWebhookInput,
  output: webhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "", retryCount: 3 }),
  async run({ actor, input, now, emit }) {
    const before = await readableWebhook(actor, input.webhookId, true);
    if (input.url !== undefined) refuseUrl(input.url);
    if (input.websiteId !== undefined) await refuseForeignChannel(actor, input.websiteId);
    const { webhookId: _id, customHeaders, ...fields } = input;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const after: WebhookRow = { ...before, ...given };
    if (customHeaders && !sameHeaders(before.customHeaders, customHeaders)) {
      after.customHeaders = sealHeaders(customHeaders);
    }
    if (!differs(before, after)) return viewWebhook(actor, before);
    await execute(sql`
      update webhooks set "url" = ${after.url}, "websiteId" = ${after.websiteId}, "eventTypes" = ${after.eventTypes},
        "isActive" = ${after.isActive}, "retryCount" = ${after.retryCount}, "signed" = ${after.signed},
        "customHeaders" = ${after.customHeaders}, "updatedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${before.id}`);
    if (before.isActive && !after.isActive) await dropQueued(actor, before.id);
    emit({ type: "webhook/changed", data: { id: before.id } });
    return viewWebhook(actor, await readableWebhook(actor, before.id));
  },
});

/** POST /v1/webhooks/{webhookId}/rotate-secret: the old secret is void at once. */
export const rotateSecret = command({
  name: "webhooks.rotateSecret",
  access: "webhooks_write",
  input: webhookIdInput,
  output: webhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  async run({ actor, input, now, emit }) {
    const webhook = await readableWebhook(actor, input.webhookId, true);
    const { secret, sealed, last4 } = newWebhookSecret();
    await execute(sql`
      update webhooks set "secret" = ${sealed}, "secretLast4" = ${last4}, "updatedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${webhook.id}`);
    emit({ type: "webhook/changed", data: { id: webhook.id } });
    return viewWebhook(actor, await readableWebhook(actor, webhook.id), secret);
  },
});
