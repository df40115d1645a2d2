import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";

/** Whether a channel still exists, and whether webhooks get events of what is imported to it. */
export async function importTarget(actor: Actor, channelId: string): Promise<{ told: boolean } | undefined> {
  return row<{ told: boolean }>(sql`
    select coalesce("settings"->>'historyWebhooks', 'false') = 'true' as "told" from channels
    where "companyId" = ${actor.companyId} and "id" = ${channelId} and "deletedAt" is null`);
}
