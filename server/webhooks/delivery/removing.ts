import { systemPool } from "#server/db/system.ts";

const batch = 5000;

/** An hour after its deletion no process holds a delivery of it any more. */
const gone = `select "companyId", "id" from webhooks where "deletedAt" < now() - interval '1 hour' limit 100`;

const parts = [
  { table: "webhook_attempts", key: "webhookId" },
  { table: "webhook_deliveries", key: "webhookId" },
  { table: "webhook_hours", key: "webhookId" },
  { table: "webhook_health", key: "webhookId" },
  { table: "webhook_recoveries", key: "webhookId" },
  { table: "webhooks", key: "id" },
] as const;

/** Removes what deleted webhooks left behind, in batches, the webhook itself last. */
export async function removeDeletedWebhooks(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; id: string }>(gone);
  for (const { companyId, id } of rows) {
    for (const { table, key } of parts) {
      for (;;) {
        const { rowCount } = await systemPool().query(
          `delete from ${table} where ctid = any(array(select ctid from ${table}
            where "companyId" = $1 and "${key}" = $2 limit ${batch}))`,
          [companyId, id],
        );
        if ((rowCount ?? 0) < batch) break;
      }
    }
  }
}
