import { command } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";
import { readableWebhook } from "./access.ts";
import { dropQueued } from "./delivery/dropping.ts";
import { deletedWebhookSchema, webhookIdInput } from "./schema.ts";

/** DELETE /v1/webhooks/{webhookId}. Its secrets go at once, its log is pruned in batches. */
export const deleteWebhook = command({
  name: "webhooks.delete",
  access: "webhooks_write",
  input: webhookIdInput,
  output: deletedWebhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  async run({ actor, input, now, emit }) {
    const { id } = await readableWebhook(actor, input.webhookId, true);
    await execute(sql`
      update webhooks set "deletedAt" = ${now}, "isActive" = false, "secret" = '', "customHeaders" = ''
      where "companyId" = ${actor.companyId} and "id" = ${id}`);
    await dropQueued(actor, id);
    emit({ type: "webhook/changed", data: { id, deleted: true } });
    return { id, deleted: true as const };
  },
});
