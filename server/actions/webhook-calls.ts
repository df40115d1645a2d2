import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { requireFeature } from "#server/companies/access.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { conversationSchema } from "#server/conversations/schema.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import { command } from "#server/core/operation.ts";
import { readableWebhook } from "#server/webhooks/access.ts";

/**
 * Calls a webhook of the company with the conversation as it is now. It goes the way of all deliveries: after the
 * commit, signed, tried again and logged.
 */
export const callWebhook = command({
  name: "actions.callWebhook",
  access: "webhooks_write",
  input: z.object({ conversationId: z.string(), webhookId: z.string() }),
  output: z.object({ webhookId: z.string() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", webhookId: given.webhookId ?? "" }),
  async run({ actor, input, emit }) {
    await requireFeature(actor, "webhooks");
    const row = await lockConversation(actor, input.conversationId, "clients_read");
    const webhook = await readableWebhook(actor, input.webhookId).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
      throw invalidField("webhookId", "No such webhook.", "unknown_reference");
    });
    if (!webhook.isActive) throw new AppError("conflict", { message: "The webhook is paused: activate it first." });
    const { id, companyId, channelId, contactId } = row;
    const conversation = conversationSchema.parse(viewConversation(row));
    emit({
      type: "conversation/webhook_called",
      conversationId: id,
      channelId,
      contactId,
      data: { id, companyId, websiteId: channelId, webhookId: webhook.id, conversation },
    });
    return { webhookId: webhook.id };
  },
});
