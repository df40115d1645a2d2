// SQL because those that have begun to fail are found and marked in one statement, by one process.
import { rows, sql } from "#server/db/sql.ts";
import { failuresThatWarn } from "./schema.ts";

/** Webhooks with too many failures in a row of which nobody has been told since they were well. */
export function takeFailing(companyId: string, at: Date) {
  return rows<{ webhookId: string }>(sql`
    update webhook_health h set "toldAt" = ${at} where h."companyId" = ${companyId} and h."toldAt" is null
      and h."consecutiveFailures" >= ${failuresThatWarn} and exists (select 1 from webhooks w
        where w."companyId" = h."companyId" and w."id" = h."webhookId" and w."deletedAt" is null)
    returning h."webhookId"`);
}

/** Webhooks that hold events and were paused before this moment, of which nobody has been told. */
export function takeHeld(companyId: string, pausedBefore: Date, at: Date) {
  return rows<{ id: string }>(sql`
    update webhooks set "heldToldAt" = ${at} where "companyId" = ${companyId} and "heldToldAt" is null
      and not "isActive" and "holdWhilePaused" and "heldAfterSeq" is not null and "pausedAt" <= ${pausedBefore}
      and "deletedAt" is null
    returning "id"`);
}
