import { isDeepStrictEqual } from "node:util";
import { invalidField } from "#server/base/errors.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableWebhook, requireFullRead, viewWebhook, type WebhookRow } from "./access.ts";
import { hiddenValue } from "./choices.ts";
import { refuseForeignChannel, refuseUrl } from "./creating.ts";
import { dropQueued } from "./delivery/dropping.ts";
import { updateWebhookInput, webhookIdInput, webhookSchema } from "./schema.ts";
import { type Headers, newWebhookSecret, sealHeaders, unsealHeaders } from "./secrets.ts";

const plain = ["url", "websiteId", "isActive", "retryCount", "signed"] as const;

/** Stored headers; none that can be kept where they were sealed with a signing secret that is gone. */
function readableHeaders(sealed: string): Headers {
  try {
    return unsealHeaders(sealed);
  } catch {
    return {};
  }
}

/** What is to be stored as headers: a hidden value keeps the stored one, but only for the address it was given for. */
function resealed(before: WebhookRow, given: Headers | undefined, moved: boolean): string {
  if (moved && (given ? Object.values(given).includes(hiddenValue) : before.customHeaders !== "")) {
    throw invalidField("customHeaders", "The address changes: send the headers and their values anew.", "anew");
  }
  if (!given) return before.customHeaders;
  const kept = Object.values(given).includes(hiddenValue) ? readableHeaders(before.customHeaders) : {};
  const headers = Object.entries(given).map(([name, value]) => {
    if (value !== hiddenValue) return [name, value];
    const stored = kept[name];
    if (stored === undefined) throw invalidField(`customHeaders.${name}`, "Send the value of this header.", "anew");
    return [name, stored];
  });
  const after: Headers = Object.fromEntries(headers);
  return isDeepStrictEqual(readableHeaders(before.customHeaders), after) ? before.customHeaders : sealHeaders(after);
}

function differs(before: WebhookRow, after: WebhookRow): boolean {
  const sameEvents = before.eventTypes.join() === after.eventTypes.join();
  const same = sameEvents && before.customHeaders === after.customHeaders;
  return !same || plain.some((field) => before[field] !== after[field]);
}

/** PUT and PATCH /v1/webhooks/{webhookId}: both change only what is sent. A new address learns no old secret. */
export const updateWebhook = command({
  name: "webhooks.update",
  access: "webhooks_write",
  input: updateWebhookInput,
  output: webhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "", retryCount: 3 }),
  async run({ actor, input, now, emit }) {
    requireFullRead(actor);
    const before = await readableWebhook(actor, input.webhookId, true);
    if (input.url !== undefined) refuseUrl(input.url);
    if (input.websiteId !== undefined) await refuseForeignChannel(actor, input.websiteId);
    const { webhookId: _id, customHeaders, ...fields } = input;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const after: WebhookRow = { ...before, ...given };
    const moved = after.url !== before.url;
    after.customHeaders = resealed(before, customHeaders, moved);
    if (!differs(before, after)) return viewWebhook(before);
    const fresh = moved ? newWebhookSecret() : undefined;
    const { url, websiteId, eventTypes, isActive, retryCount, signed } = after;
    await prisma.webhook.update({
      where: { companyId_id: { companyId: actor.companyId, id: before.id } },
      data: {
        ...{ url, websiteId, eventTypes, isActive, retryCount, signed, customHeaders: after.customHeaders },
        ...{ updatedAt: now, ...(fresh ? { secret: fresh.sealed, secretLast4: fresh.last4 } : {}) },
      },
    });
    if (before.isActive && !after.isActive) await dropQueued(actor, before.id);
    emit({ type: "webhook/changed", data: { id: before.id } });
    return viewWebhook(await readableWebhook(actor, before.id), fresh?.secret);
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
    requireFullRead(actor);
    const webhook = await readableWebhook(actor, input.webhookId, true);
    const { secret, sealed, last4 } = newWebhookSecret();
    await prisma.webhook.update({
      where: { companyId_id: { companyId: actor.companyId, id: webhook.id } },
      data: { secret: sealed, secretLast4: last4, updatedAt: now },
    });
    emit({ type: "webhook/changed", data: { id: webhook.id } });
    return viewWebhook(await readableWebhook(actor, webhook.id), secret);
  },
});
