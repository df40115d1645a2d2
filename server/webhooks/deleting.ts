import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableWebhook, requireWebhook } from "./access.ts";
import { dropAhead, dropQueued } from "./delivery/dropping.sql.ts";
import { deletedWebhookSchema, webhookIdInput } from "./schema.ts";

/** DELETE /v1/webhooks/{webhookId}. Its secrets go at once, its log is pruned in batches. */
export const deleteWebhook = command({
  name: "webhooks.delete",
  access: "webhooks_write",
  input: webhookIdInput,
  output: deletedWebhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  // Hundreds of thousands may wait, and other webhooks for whoever writes what has come of one of them.
  async ahead({ actor, input }) {
    const { id } = await requireWebhook(actor, input.webhookId);
    await dropAhead(actor, id);
  },
  async run({ actor, input, now, emit }) {
    const { id } = await readableWebhook(actor, input.webhookId, true);
    await prisma.webhook.update({
      where: { companyId_id: { companyId: actor.companyId, id } },
      data: { deletedAt: now, isActive: false, secret: "", previousSecret: "", customHeaders: "" },
    });
    await dropQueued(actor, id);
    emit({ type: "webhook/changed", data: { id, deleted: true } });
    return { id, deleted: true as const };
  },
});
