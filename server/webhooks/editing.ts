import { isDeepStrictEqual } from "node:util";
import { invalidField } from "#server/base/errors.ts";
import { requireFeature } from "#server/companies/access.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { readableWebhook, requireFullRead, viewWebhook, type WebhookRow } from "./access.ts";
import { hiddenValue } from "./choices.ts";
import { refuseForeignChannel, refuseForeignChannels, refuseUrl } from "./creating.ts";
import { dropAhead, dropQueued } from "./delivery/dropping.sql.ts";
import { activityOf, holdingFrom, sendHeld } from "./recovery/holding.ts";
import { updateWebhookInput, webhookSchema } from "./schema.ts";
import { type Headers, newWebhookSecret, sealHeaders, unsealHeaders } from "./secrets.ts";

const plain = [
  ...["url", "websiteId", "eventTypes", "isActive", "retryCount", "signed", "customHeaders", "retryPlan"],
  ...["standardHeaders", "secretOverlap", "channelIds", "conditions", "callsPerSecond", "holdWhilePaused"],
] as const satisfies readonly (keyof WebhookRow)[];

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
  return plain.some((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** A new address learns neither the old secret nor the one before it, which also ends where it is not wanted. */
function secretsOf(before: WebhookRow, after: WebhookRow) {
  const fresh = after.url === before.url ? undefined : newWebhookSecret(after.standardHeaders);
  const ends = fresh || !after.secretOverlap ? { previousSecret: "", previousSecretUntil: null } : {};
  return { fresh, data: { ...ends, ...(fresh ? { secret: fresh.sealed, secretLast4: fresh.last4 } : {}) } };
}

/** PUT and PATCH /v1/webhooks/{webhookId}: both change only what is sent. A new address learns no old secret. */
export const updateWebhook = command({
  name: "webhooks.update",
  access: "webhooks_write",
  alsoNeeds: requireFullRead,
  input: updateWebhookInput,
  output: webhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "", retryCount: 3 }),
  // As a deletion does; what is held while it is paused is counted from what waits, and a change that is refused drops nothing.
  async ahead({ actor, input: { webhookId, isActive, ifMatch, ...others } }) {
    if (isActive !== false || Object.values(others).some((value) => value !== undefined)) return;
    const before = await readableWebhook(actor, webhookId);
    requireMatch(ifMatch, before.updatedAt);
    if (before.isActive && !before.holdWhilePaused) await dropAhead(actor, before.id);
  },
  async run({ actor, input, now, emit }) {
    const before = await readableWebhook(actor, input.webhookId, true);
    if (input.isActive === true && !before.isActive) await requireFeature(actor, "webhooks");
    if (input.url !== undefined) refuseUrl(input.url);
    // What is stored may come back although its channel was deleted since.
    if (input.websiteId !== undefined && input.websiteId !== before.websiteId)
      await refuseForeignChannel(actor, input.websiteId);
    if (input.channelIds !== undefined) await refuseForeignChannels(actor, input.channelIds, before.channelIds);
    const { webhookId: _id, ifMatch, customHeaders, ...fields } = input;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const after: WebhookRow = { ...before, ...given };
    const moved = after.url !== before.url;
    after.customHeaders = resealed(before, customHeaders, moved);
    requireMatch(ifMatch, before.updatedAt);
    if (!differs(before, after)) return viewWebhook(before);
    if (moved) await requireProof({ actor, now });
    const { fresh, data } = secretsOf(before, after);
    const changed = Object.fromEntries(plain.map((field) => [field, after[field]]));
    const turns = after.isActive !== before.isActive;
    const activity = turns ? await activityOf(actor, before, after, now) : await holdingFrom(actor, before, after);
    await prisma.webhook.update({
      where: { companyId_id: { companyId: actor.companyId, id: before.id } },
      data: { ...changed, ...activity, ...data, updatedAt: momentAfter(before.updatedAt) },
    });
    const paused = before.isActive && !after.isActive;
    if (paused) await dropQueued(actor, before.id);
    if (!before.isActive && after.isActive) await sendHeld(actor, after, now);
    emit({ type: "webhook/changed", data: { id: before.id, ...(paused ? { paused } : {}) } });
    return viewWebhook(await readableWebhook(actor, before.id), fresh?.secret);
  },
});
