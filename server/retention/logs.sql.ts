// SQL because tables of many nouns are counted and pruned alike, by their age alone.
import { raw, row, sql } from "#server/db/sql.ts";
import type { Held } from "./access.ts";

/**
 * What is only kept to be looked up: its table, the column of its time, what is not deleted yet, and the columns that
 * say whom it is about.
 */
export type LogTable = {
  kind: "payloads" | "logs";
  table: string;
  at: string;
  unless?: string;
  about?: readonly ("conversationId" | "contactId")[];
  /** The row that has these columns, where it is another one. */
  through?: { table: string; key: string };
};

const both = ["conversationId", "contactId"] as const;
const thread = ["conversationId"] as const;

export const logTables: readonly LogTable[] = [
  {
    ...{ kind: "payloads", table: "webhook_attempts", at: "createdAt", about: both },
    through: { table: "webhook_deliveries", key: "deliveryId" },
  },
  {
    ...{ kind: "payloads", table: "webhook_deliveries", at: "createdAt", about: both },
    unless: `"status" in ('pending', 'recovering')`,
  },
  { kind: "payloads", table: "inbound_payloads", at: "receivedAt", unless: `"status" = 'received'` },
  { kind: "payloads", table: "fulfillment_calls", at: "createdAt", about: thread },
  { kind: "payloads", table: "integration_runs", at: "createdAt", unless: `"status" = 'pending'`, about: both },
  { kind: "logs", table: "api_requests", at: "createdAt" },
  { kind: "logs", table: "rule_runs", at: "createdAt", about: thread },
  { kind: "logs", table: "assignment_decisions", at: "createdAt", about: thread },
  { kind: "logs", table: "notifications", at: "updatedAt", about: thread },
];

type Ids = Pick<Held, "conversationIds" | "contactIds">;

/** Whether a row is about somebody or something that is held. Ids are those of rows, so they need no quoting. */
function heldRow({ table, about = [], through }: LogTable, held: Ids): string {
  const among = { conversationId: held.conversationIds, contactId: held.contactIds };
  const named = about.flatMap((column) => {
    const ids = among[column];
    return ids.length > 0 ? `coalesce(r."${column}" = any('{${ids.join(",")}}'::uuid[]), false)` : [];
  });
  if (named.length === 0) return "false";
  const own = named.join(" or ");
  if (!through) return own.replaceAll("r.", `${table}.`);
  return `exists (select from ${through.table} r where r."companyId" = ${table}."companyId"
    and r."id" = ${table}."${through.key}" and (${own}))`;
}

/** The condition on a row of a log table that is older than `$before` and not held, as text. */
export function agedOut(log: LogTable, before: string, held: Ids): string {
  return `"${log.at}" < ${before} and not (${log.unless ?? "false"}) and not (${heldRow(log, held)})`;
}

/**
 * The condition on rows of a table that the installation itself prunes: not what is held. Requests to the API are about
 * nobody.
 */
export function spared(table: string, holding: readonly { companyId: string; held: Held }[]): string {
  const log = logTables.find((one) => one.table === table);
  if (!log || (log.kind === "logs" && !log.about)) return "true";
  const kept = holding.map(
    ({ companyId, held }) =>
      `(${table}."companyId" = '${companyId}' and (${held.everything ? "true" : heldRow(log, held)}))`,
  );
  return kept.length > 0 ? `not (${kept.join(" or ")})` : "true";
}

export async function countLogs(companyId: string, kind: LogTable["kind"], before: Date, held: Ids): Promise<number> {
  let sum = 0;
  for (const log of logTables.filter((one) => one.kind === kind)) {
    const old = raw(agedOut(log, `'${before.toISOString()}'::timestamptz`, held));
    const found = await row<{ count: number }>(sql`
      select count(*)::int as "count" from ${raw(log.table)} where "companyId" = ${companyId} and ${old}`);
    sum += found?.count ?? 0;
  }
  return sum;
}
