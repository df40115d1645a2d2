import type { z } from "zod";
import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { empty, join, likeLiteral, plannedAnew, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { scrubbedBody } from "#server/erasures/values.ts";
import { readableWebhook, readsAll } from "./access.ts";
import { type DeliveryLog, deliveryLogPage, deliveryLogSchema, listLogsInput, logIdInput } from "./schema.ts";

type LogRow = Omit<DeliveryLog, "payload" | "requestHeaders" | "createdAt"> & {
  payload: string;
  requestHeaders: string;
  createdAt: Date;
  /** Of the delivery; null: a test. */
  eventId: string | null;
  sequence: number | null;
};

const source = sql`webhook_attempts a left join webhook_deliveries d
  on d."companyId" = a."companyId" and d."id" = a."deliveryId"`;

const columns = sql`a.*, coalesce(a."payload", d."body", '{}') as "payload", d."status" as "deliveryStatus",
  d."conversationId", d."contactId", d."eventId", d."sequence"`;

/** Without clients_read the log shows how deliveries went but not about whom: ids, times and kinds only (C1). */
export function viewLog(actor: Actor, log: LogRow) {
  // A test contains no personal data.
  const open = readsAll(actor) || log.deliveryId === null;
  return {
    ...log,
    responseBody: open || log.responseBody === null ? log.responseBody : "",
    payload: JSON.parse(open ? log.payload : scrubbedBody(log.payload, "all")) as Record<string, unknown>,
    requestHeaders: JSON.parse(log.requestHeaders) as Record<string, string>,
  };
}

/** One attempt of a webhook, with the very text that was sent. */
export async function readableLog(actor: Actor, webhookId: string, logId: string): Promise<LogRow> {
  const found = isId(logId)
    ? await row<LogRow>(sql`
        select ${columns} from ${source}
        where a."companyId" = ${actor.companyId} and a."webhookId" = ${webhookId} and a."id" = ${logId}`)
    : undefined;
  if (!found) throw notFound("log");
  return found;
}

type Filters = Omit<z.output<typeof listLogsInput>, "webhookId" | "limit" | "offset" | "page" | "cursor">;

const classes: Record<string, Sql> = {
  none: sql`a."statusCode" is null`,
  "2xx": sql`a."statusCode" between 200 and 299`,
  "3xx": sql`a."statusCode" between 300 and 399`,
  "4xx": sql`a."statusCode" between 400 and 499`,
  "5xx": sql`a."statusCode" between 500 and 599`,
};

/** Hidden texts are not searched either, because they could be guessed letter by letter. */
function containing(actor: Actor, text: string): Sql {
  if (!readsAll(actor)) return sql`a."errorMessage" ilike ${`%${likeLiteral(text)}%`}`;
  const pattern = `%${likeLiteral(text)}%`;
  return sql`(d."body" ilike ${pattern} or a."payload" ilike ${pattern} or a."responseBody" ilike ${pattern}
    or a."errorMessage" ilike ${pattern})`;
}

function conditions(actor: Actor, webhookId: string, filters: Filters): Sql {
  const { success, event, statusCode, from, to, statusClass, deliveryId, search } = filters;
  const all: (Sql | undefined)[] = [
    sql`a."companyId" = ${actor.companyId} and a."webhookId" = ${webhookId}`,
    success === undefined ? undefined : sql`a."success" = ${success}`,
    event && sql`a."event" = ${event}`,
    statusCode === undefined ? undefined : sql`a."statusCode" = ${statusCode}`,
    from && sql`a."createdAt" >= ${from}`,
    to && sql`a."createdAt" <= ${to}`,
    statusClass && classes[statusClass],
    deliveryId === undefined ? undefined : sql`a."deliveryId" = ${isId(deliveryId) ? deliveryId : null}::uuid`,
    search === undefined ? undefined : containing(actor, search),
  ];
  return join(
    all.filter((one) => one !== undefined),
    " and ",
  );
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
    const webhook = await readableWebhook(actor, webhookId);
    const list = { webhookId: webhook.id, ...filters };
    const where = conditions(actor, webhook.id, filters);
    const after = cursor ? decodeCursor(list, cursor)[0] : undefined;
    if (cursor && !isId(after)) throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    const request = { limit, offset, page, cursor };
    const from = filters.search === undefined ? sql`webhook_attempts a` : source;
    const counted = await row<{ total: number }>(
      plannedAnew(sql`select count(*) as "total" from ${from} where ${where}`),
    );
    const found = await rows<LogRow>(
      plannedAnew(sql`
        select ${columns} from ${source} where ${where} ${after ? sql`and a."id" < ${after}` : empty}
        order by a."companyId" desc, a."webhookId" desc, a."id" desc
        limit ${limit + 1} offset ${cursor ? 0 : offsetOf(request)}`),
    );
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = shown.at(-1);
    const nextCursor = hasMore && last ? encodeCursor(list, [last.id]) : null;
    return {
      pagination: paginate(request, counted?.total ?? 0, hasMore, nextCursor),
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
    const webhook = await readableWebhook(actor, input.webhookId);
    return viewLog(actor, await readableLog(actor, webhook.id, input.logId));
  },
});
