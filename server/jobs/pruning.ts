import { day, now } from "#server/base/clock.ts";
import { idFloor } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { type Held, heldIn } from "#server/retention/access.ts";
import { agedOut, logTables, spared } from "#server/retention/logs.sql.ts";

const batch = 5000;

/** What an import has still to read goes with it, so one that waits or runs stays, however long that takes. */
const oldImport = (table: string) =>
  `"createdAt" < now() - interval '7 days' and not exists (
    select from bulk_jobs j where j."companyId" = ${table}."companyId" and j."id" = ${table}."id" and j."finishedAt" is null)`;

/** With each goes what it is made of, up to 100,000 rows: more at once would take longer than a statement may, each time anew. */
const fewAtOnce = 20;

/**
 * `days`: rows are found by their ids, none of which has outlived its use before it is so old; there is no index of `key`.
 * `atOnce`: how many go in one statement, where that is not `batch`.
 */
type Outdated = { table: string; condition: string; atOnce?: number } & ({ key: string } | { days: number });

/** What has outlived its use, by table. Events are the history of contacts and conversations: they stay. */
const outdated: readonly Outdated[] = [
  { table: "idempotency_keys", key: `"createdAt"`, condition: `"createdAt" < now() - interval '24 hours'` },
  { table: "api_requests", key: `"createdAt"`, condition: `"createdAt" < now() - interval '7 days'` },
  { table: "api_usage", key: `"day"`, condition: `"day" < current_date - 90` },
  { table: "login_attempts", key: `"updatedAt"`, condition: `"updatedAt" < now() - interval '2 days'` },
  { table: "used_choices", key: `"usedAt"`, condition: `"usedAt" < now() - interval '1 day'` },
  { table: "invitations", key: `"expiresAt"`, condition: `"expiresAt" < now() - interval '30 days'` },
  { table: "passkey_challenges", key: `"expiresAt"`, condition: `"expiresAt" < now()` },
  { table: "password_resets", key: `"expiresAt"`, condition: `"expiresAt" < now()` },
  { table: "visitor_sessions", days: 180, condition: `"expiresAt" < now() - interval '1 day'` },
  { table: "user_sessions", key: `"expiresAt"`, condition: `"expiresAt" < now() - interval '30 days'` },
  { table: "held_statuses", key: `"receivedAt"`, condition: `"receivedAt" < now() - interval '2 days'` },
  { table: "inbound_payloads", days: 30, condition: `"receivedAt" < now() - interval '30 days'` },
  { table: "worker_heartbeats", key: `"seenAt"`, condition: `"seenAt" < now() - interval '1 day'` },
  { table: "webhook_attempts", key: `"createdAt"`, condition: `"createdAt" < now() - interval '30 days'` },
  {
    // As long as an attempt speaks of it: a redelivery is younger than its event.
    table: "webhook_deliveries",
    key: `"createdAt"`,
    condition: `"createdAt" < now() - interval '31 days' and "status" <> 'pending' and not exists (
      select from webhook_attempts a
      where a."companyId" = webhook_deliveries."companyId" and a."deliveryId" = webhook_deliveries."id")`,
  },
  {
    table: "bulk_jobs",
    key: `"createdAt"`,
    atOnce: fewAtOnce,
    condition: `"createdAt" < now() - interval '7 days' and "finishedAt" is not null`,
  },
  {
    // As long as the closing that took it back can be undone.
    table: "scheduled_messages",
    key: `"updatedAt"`,
    condition: `"error" = 'taken_back' and "updatedAt" < now() - interval '7 days'`,
  },
  { table: "contact_imports", key: `"createdAt"`, atOnce: fewAtOnce, condition: oldImport("contact_imports") },
  { table: "history_imports", key: `"createdAt"`, atOnce: fewAtOnce, condition: oldImport("history_imports") },
  { table: "assignment_decisions", key: `"createdAt"`, condition: `"createdAt" < now() - interval '30 days'` },
  { table: "rule_runs", key: `"createdAt"`, condition: `"createdAt" < now() - interval '30 days'` },
  { table: "integration_runs", key: `"createdAt"`, condition: `"createdAt" < now() - interval '30 days'` },
  { table: "notifications", key: `"updatedAt"`, condition: `"updatedAt" < now() - interval '90 days'` },
  { table: "mails", key: `"createdAt"`, condition: `"createdAt" < now() - interval '30 days' and "dueAt" is null` },
  { table: "webhook_recoveries", key: `"createdAt"`, condition: `"finishedAt" < now() - interval '30 days'` },
  { table: "webhook_hours", key: `"hour"`, condition: `"hour" < now() - interval '2 days'` },
];

/** What is under a legal hold, of each company that has one. */
async function holding(): Promise<{ companyId: string; held: Held }[]> {
  const { rows } = await systemPool().query<{ companyId: string }>(
    `select distinct "companyId" from legal_holds where "releasedAt" is null`,
  );
  const found: { companyId: string; held: Held }[] = [];
  for (const { companyId } of rows)
    found.push({ companyId, held: await inCompany(companyId, () => heldIn(companyId)) });
  return found;
}

/** The places of the next rows to go. */
function nextRows({ table, atOnce = batch, ...by }: Outdated, condition: string): string {
  if ("key" in by) return `select ctid from ${table} where ${condition} order by ${by.key} limit ${atOnce}`;
  const before = idFloor(new Date(now().getTime() - by.days * day));
  return `select r.ctid from companies c cross join lateral (
    select ctid from ${table} where "companyId" = c."id" and "id" < '${before}' and ${condition} order by "id" limit ${atOnce}) r
    limit ${atOnce}`;
}

async function pruneTable(one: Outdated, held: Awaited<ReturnType<typeof holding>>) {
  const condition = `${one.condition} and ${spared(one.table, held)}`;
  for (;;) {
    const { rowCount } = await systemPool().query(
      `delete from ${one.table} where ctid = any(array(${nextRows(one, condition)}))`,
    );
    if ((rowCount ?? 0) < (one.atOnce ?? batch)) break;
  }
}

/**
 * Deletes in batches, so that no statement is long; what is under a legal hold stays. A table that takes too long, or is
 * locked, keeps no other from being pruned.
 */
export async function prune(): Promise<void> {
  const held = await holding();
  for (const one of outdated) {
    await pruneTable(one, held).catch((error: unknown) =>
      log.warn({ error, table: one.table }, "what has outlived its use was not deleted"),
    );
  }
}

/** Given up after their last attempt: they are told of (`doctor`) as long as somebody may look into it. */
export async function forgetGivenUp(): Promise<void> {
  await systemPool().query(
    `delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'`,
  );
}

/** Logs of companies that keep them for a shorter time, unless what they are about is under a legal hold. */
export async function pruneByRetention(): Promise<void> {
  const { rows: rules } = await systemPool().query<{ companyId: string; kind: string; days: number }>(
    `select r."companyId", r."kind", r."days" from retention_rules r where r."kind" in ('payloads', 'logs') and r."days" > 0
       and not exists (select from legal_holds h where h."companyId" = r."companyId" and h."releasedAt" is null
         and h."contactId" is null and h."conversationId" is null)`,
  );
  for (const { companyId, kind, days } of rules) {
    const before = new Date(now().getTime() - days * day);
    const held = await inCompany(companyId, () => heldIn(companyId));
    for (const one of logTables.filter((log) => log.kind === kind)) {
      for (;;) {
        const { rows } = await systemPool().query<{ count: number }>(
          `with gone as (delete from ${one.table} where ctid = any(array(
               select ctid from ${one.table} where "companyId" = $1 and ${agedOut(one, "$2", held)} limit ${batch})) returning 1),
             counted as (select count(*)::int as "count" from gone)
           update retention_rules r set "removed" = r."removed" + c."count", "removedAt" = now()
           from counted c where r."companyId" = $1 and r."kind" = $3 and c."count" > 0 returning c."count"`,
          [companyId, before, kind],
        );
        if ((rows[0]?.count ?? 0) < batch) break;
      }
    }
  }
}
