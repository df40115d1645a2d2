// SQL because the log is filtered and searched, each page planned for its own filters.
import { idFloor, isId } from "#server/base/ids.ts";
import type { WebhookAttempt, WebhookDelivery } from "#server/db/generated/client.ts";
import { empty, join, likeLiteral, plannedAnew, row, rows, type Sql, sql } from "#server/db/sql.ts";

/** An attempt with its delivery, whose part is null for a test; `payload` is what was sent. */
export type LogRow = Omit<WebhookAttempt, "payload"> & {
  payload: string;
  deliveryStatus: WebhookDelivery["status"] | null;
  eventId: WebhookDelivery["eventId"] | null;
  /** Numbers of this size fit. */
  sequence: number | null;
  scrubbedAt: WebhookDelivery["scrubbedAt"] | null;
} & Pick<WebhookDelivery, "conversationId" | "contactId">;

const source = sql`webhook_attempts a left join webhook_deliveries d
  on d."companyId" = a."companyId" and d."id" = a."deliveryId"`;

const fields = sql`a.*, coalesce(a."payload", d."body", '{}') as "payload", d."status" as "deliveryStatus",
  d."conversationId", d."contactId", d."eventId", d."sequence", d."scrubbedAt"`;

type Key = { companyId: string; webhookId: string };

export function findLog({ companyId, webhookId }: Key, id: string): Promise<LogRow | undefined> {
  return row<LogRow>(sql`
    select ${fields} from ${source}
    where a."companyId" = ${companyId} and a."webhookId" = ${webhookId} and a."id" = ${id}`);
}

export type LogFilters = {
  success?: boolean | undefined;
  event?: string | undefined;
  statusCode?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  statusClass?: keyof typeof classes | undefined;
  deliveryId?: string | undefined;
  search?: string | undefined;
  /** Whether texts of people are searched too. */
  readsAll: boolean;
};

const classes = {
  none: sql`a."statusCode" is null`,
  "2xx": sql`a."statusCode" between 200 and 299`,
  "3xx": sql`a."statusCode" between 300 and 399`,
  "4xx": sql`a."statusCode" between 400 and 499`,
  "5xx": sql`a."statusCode" between 500 and 599`,
};

/** Hidden texts are not searched either, because they could be guessed letter by letter. */
function containing(text: string, readsAll: boolean): Sql {
  const pattern = `%${likeLiteral(text)}%`;
  if (!readsAll) return sql`a."errorMessage" ilike ${pattern}`;
  return sql`(d."body" ilike ${pattern} or a."payload" ilike ${pattern} or a."responseBody" ilike ${pattern}
    or a."errorMessage" ilike ${pattern})`;
}

/** An id is made when its attempt is over, by the same clock: from a time on, the index of ids leads to it, and to little else. */
const slackMs = 60_000;

function conditions({ companyId, webhookId }: Key, filters: LogFilters): Sql {
  const { success, event, statusCode, from, to, statusClass, deliveryId, search, readsAll } = filters;
  const all: (Sql | undefined | "")[] = [
    sql`a."companyId" = ${companyId} and a."webhookId" = ${webhookId}`,
    success === undefined ? undefined : sql`a."success" = ${success}`,
    event && sql`a."event" = ${event}`,
    statusCode === undefined ? undefined : sql`a."statusCode" = ${statusCode}`,
    from && sql`a."createdAt" >= ${from} and a."id" >= ${idFloor(new Date(from.getTime() - slackMs))}`,
    to && sql`a."createdAt" <= ${to}`,
    statusClass && classes[statusClass],
    deliveryId === undefined ? undefined : sql`a."deliveryId" = ${isId(deliveryId) ? deliveryId : null}::uuid`,
    search === undefined ? undefined : containing(search, readsAll),
  ];
  return join(
    all.filter((one) => one !== undefined && one !== ""),
    " and ",
  );
}

export async function countLogs(key: Key, filters: LogFilters): Promise<number> {
  const from = filters.search === undefined ? sql`webhook_attempts a` : source;
  const counted = await row<{ total: number }>(
    plannedAnew(sql`select count(*) as "total" from ${from} where ${conditions(key, filters)}`),
  );
  return counted?.total ?? 0;
}

type Page = { after: string | undefined; limit: number; offset: number };

/** The newest first. */
export function findLogs(key: Key, filters: LogFilters, { after, limit, offset }: Page): Promise<LogRow[]> {
  return rows<LogRow>(
    plannedAnew(sql`
      select ${fields} from ${source} where ${conditions(key, filters)} ${after ? sql`and a."id" < ${after}` : empty}
      order by a."companyId" desc, a."webhookId" desc, a."id" desc limit ${limit} offset ${offset}`),
  );
}
