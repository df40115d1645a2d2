// SQL because tables of many nouns are counted and pruned alike, by their age alone.
import { raw, row, sql } from "#server/db/sql.ts";

/** What is only kept to be looked up: its table, the column of its time, and what is not deleted yet. */
export type LogTable = { kind: "payloads" | "logs"; table: string; at: string; unless?: string };

export const logTables: readonly LogTable[] = [
  { kind: "payloads", table: "webhook_attempts", at: "createdAt" },
  { kind: "payloads", table: "webhook_deliveries", at: "createdAt", unless: `"status" in ('pending', 'recovering')` },
  { kind: "payloads", table: "inbound_payloads", at: "receivedAt", unless: `"status" = 'received'` },
  { kind: "payloads", table: "fulfillment_calls", at: "createdAt" },
  { kind: "payloads", table: "integration_runs", at: "createdAt", unless: `"status" = 'pending'` },
  { kind: "logs", table: "api_requests", at: "createdAt" },
  { kind: "logs", table: "rule_runs", at: "createdAt" },
  { kind: "logs", table: "assignment_decisions", at: "createdAt" },
  { kind: "logs", table: "notifications", at: "updatedAt" },
];

/** The condition on a row of a log table that is older than `$before`, as text. */
export function agedOut({ at, unless }: LogTable): string {
  return unless ? `"${at}" < $2 and not (${unless})` : `"${at}" < $2`;
}

export async function countLogs(companyId: string, kind: LogTable["kind"], before: Date): Promise<number> {
  let sum = 0;
  for (const { table, at, unless } of logTables.filter((one) => one.kind === kind)) {
    const found = await row<{ count: number }>(sql`
      select count(*)::int as "count" from ${raw(table)} where "companyId" = ${companyId}
        and ${raw(`"${at}"`)} < ${before} and not (${raw(unless ?? "false")})`);
    sum += found?.count ?? 0;
  }
  return sum;
}
