import { query } from "#server/core/operation.ts";
import { offsetOf, paginate } from "#server/core/pagination.ts";
import { countWebhooks, readableWebhook, viewWebhook, webhooksOf } from "./access.ts";
import { listWebhooksInput, webhookIdInput, webhookPage, webhookSchema } from "./schema.ts";

/** GET /v1/webhooks */
export const listWebhooks = query({
  name: "webhooks.list",
  access: "webhooks_read",
  input: listWebhooksInput,
  output: webhookPage,
  example: () => ({}),
  async run({ actor, input }) {
    const total = await countWebhooks(actor);
    const found = await webhooksOf(actor, input.limit, offsetOf(input));
    const pagination = paginate(input, total, false, null);
    return { pagination, data: found.map((webhook) => viewWebhook(webhook)) };
  },
});

/** GET /v1/webhooks/{webhookId} */
export const readWebhook = query({
  name: "webhooks.get",
  access: "webhooks_read",
  input: webhookIdInput,
  output: webhookSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  run: async ({ actor, input }) => viewWebhook(await readableWebhook(actor, input.webhookId)),
});
