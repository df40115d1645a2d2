import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { readableChannel } from "#server/channels/access.ts";
import { requireFeature } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { blockedSentence, refuseTarget } from "#server/outbound/targets.ts";
import { requireProof } from "#server/sessions/access.ts";
import { countWebhooks, readableWebhook, requireFullRead, viewWebhook } from "./access.ts";
import { createWebhookInput, webhookSchema } from "./schema.ts";
import { newWebhookSecret, sealHeaders } from "./secrets.ts";

const maxWebhooks = 20;

/** Refuses a target that can be told to be wrong by its text (K3). */
export function refuseUrl(url: string): void {
  const refused = refuseTarget(url);
  const allowed =
    refused === blockedSentence ? " An operator allows others by starting with ALLOW_PRIVATE_TARGETS=1." : "";
  if (refused) throw invalidField("url", `${refused}${allowed}`, "invalid_url");
}

/** `*`, or a channel of the company (A9). */
export async function refuseForeignChannel(actor: Actor, websiteId: string): Promise<void> {
  if (websiteId === "*") return;
  await readableChannel(actor, websiteId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw invalidField("websiteId", "No such channel.", "unknown_reference");
  });
}

/** Channels of the company, in the order given (A9); `known` are not looked up. */
export async function refuseForeignChannels(
  actor: Actor,
  channelIds: readonly string[],
  known: readonly string[] = [],
): Promise<void> {
  for (const [place, channelId] of channelIds.entries()) {
    if (known.includes(channelId)) continue;
    await readableChannel(actor, channelId).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
      throw invalidField(`channelIds.${place}`, "No such channel.", "unknown_reference");
    });
  }
}

/** POST /v1/webhooks */
export const createWebhook = command({
  name: "webhooks.create",
  access: "webhooks_write",
  alsoNeeds: requireFullRead,
  input: createWebhookInput,
  output: webhookSchema,
  example: () => ({ url: "https://hooks.invalid/parley", eventTypes: ["conversation/created" as const] }),
  async run({ actor, input, now, emit }) {
    await requireFeature(actor, "webhooks");
    refuseUrl(input.url);
    await requireProof({ actor, now });
    await refuseForeignChannel(actor, input.websiteId);
    await refuseForeignChannels(actor, input.channelIds);
    // Two at once must not both be the twentieth.
    await takeTurn(`webhooks ${actor.companyId}`);
    if ((await countWebhooks(actor)) >= maxWebhooks) {
      throw new AppError("limit_reached", { message: `At most ${maxWebhooks} webhooks.` });
    }
    const id = newId();
    const { secret, sealed, last4 } = newWebhookSecret(input.standardHeaders);
    const { customHeaders, ...given } = input;
    await prisma.webhook.create({
      data: {
        ...given,
        companyId: actor.companyId,
        id,
        secret: sealed,
        secretLast4: last4,
        customHeaders: sealHeaders(customHeaders),
        createdAt: now,
        updatedAt: now,
      },
    });
    emit({ type: "webhook/changed", data: { id } });
    return { ...viewWebhook(await readableWebhook(actor, id), secret), customHeaders };
  },
});
