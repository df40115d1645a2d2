import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { readsAll } from "#server/core/rights.ts";
import { scrubbedBody } from "#server/erasures/values.ts";
import { requireWebhook } from "./access.ts";
import { countLogs, findLog, findLogs, type LogRow } from "./logs.sql.ts";
import { deliveryLogPage, deliveryLogSchema, listLogsInput, logIdInput } from "./schema.ts";

/** Without clients_read the log shows how deliveries went but not about whom: ids, times and kinds only (C1). */
export function viewLog(actor: Actor, log: LogRow) {
  // A test contains no personal data.
  const open = readsAll(actor) || log.deliveryId === null;
  return {
    ...log,
    deliveryStatus: log.deliveryStatus === "recovering" ? ("pending" as const) : log.deliveryStatus,
    responseBody: open || log.responseBody === null ? log.responseBody : "",
    payload: JSON.parse(open ? log.payload : scrubbedBody(log.payload, "all")) as Record<string, unknown>,
    requestHeaders: JSON.parse(log.requestHeaders) as Record<string, string>,
  };
}

/** One attempt of a webhook, with the very text that was sent. */
export async function readableLog({ companyId }: Actor, webhookId: string, logId: string): Promise<LogRow> {
  const found = isId(logId) ? await findLog({ companyId, webhookId }, logId) : undefined;
  if (!found) throw notFound("log");
  return found;
}

/**
 * GET /v1/webhooks/{webhookId}/logs, newest first. A viewer stays live by asking for the first page every second: one
 * read of an index; rows are told apart by `id`, and grouped by `deliveryId` with `attempt` 1, 2, 3 ...
 */
export const listLogs = query({
  name: "webhooks.logs",
  access: "webhooks_read",
  input: listLogsInput,
  output: deliveryLogPage,
  example: (given) => ({ webhookId: given.webhookId ?? "" }),
  async run({ actor, input }) {
    const { webhookId, limit, offset, page, cursor, ...filters } = input;
    const webhook = await requireWebhook(actor, webhookId);
    const list = { webhookId: webhook.id, ...filters };
    const [after] = cursor ? decodeCursor(list, cursor) : [];
    if (cursor && !isId(after)) throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    const request = { limit, offset, page, cursor };
    const key = { companyId: actor.companyId, webhookId: webhook.id };
    const asked = { ...filters, readsAll: readsAll(actor) };
    const total = await countLogs(key, asked);
    const skip = cursor ? 0 : offsetOf(request);
    const slice = { after: isId(after) ? after : undefined, limit: limit + 1, offset: skip };
    // What is nowhere, or beyond the end, would be looked for in all of the log once more.
    const found = skip < total ? await findLogs(key, asked, slice) : [];
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = shown.at(-1);
    const nextCursor = hasMore && last ? encodeCursor(list, [last.id]) : null;
    return {
      pagination: paginate(request, total, hasMore, nextCursor),
      data: shown.map((one) => viewLog(actor, one)),
    };
  },
});

/** One attempt: for a link to it. */
export const readLog = query({
  name: "webhooks.log",
  access: "webhooks_read",
  input: logIdInput,
  output: deliveryLogSchema,
  example: (given) => ({ webhookId: given.webhookId ?? "", logId: given.webhookLogId ?? "" }),
  async run({ actor, input }) {
    const webhook = await requireWebhook(actor, input.webhookId);
    return viewLog(actor, await readableLog(actor, webhook.id, input.logId));
  },
});
