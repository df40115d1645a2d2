import type { Actor } from "#server/core/actor.ts";
import { execute, sql } from "#server/db/sql.ts";

/** What still waits for a webhook is never sent (K7). What is under way in this moment ends. */
export async function dropQueued(actor: Actor, webhookId: string): Promise<void> {
  await execute(sql`
    update webhook_deliveries set "status" = 'dropped', "leasedBy" = null
    where "companyId" = ${actor.companyId} and "webhookId" = ${webhookId} and "status" = 'pending'`);
}
