import type { Actor } from "#server/core/actor.ts";
import { templateMessageStatuses } from "#server/templates/choices.ts";
import { countByStatus } from "#server/templates/messages/counting.sql.ts";
import type { Counter } from "./schema.ts";

export const emptyCounter = (): Counter =>
  Object.fromEntries([...templateMessageStatuses, "answered"].map((name) => [name, 0])) as Counter;

/** Counters are counted from the rows, so the two cannot differ. */
export async function countersOf({ companyId }: Actor, ids: readonly string[]): Promise<Map<string, Counter>> {
  const counters = new Map(ids.map((id) => [id, emptyCounter()]));
  for (const { campaignId, status, count, answered } of await countByStatus(companyId, ids)) {
    const counter = counters.get(campaignId);
    if (!counter) continue;
    counter[status] += count;
    counter.answered += answered;
  }
  return counters;
}
