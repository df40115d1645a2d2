import type { Actor } from "#server/core/actor.ts";
import { execute, json, sql } from "#server/db/sql.ts";
import type { FlowTrace, TraceEvent } from "./flow.ts";

/** What of a turn is counted, per day and node. */
export const funnelEvents = ["entered", "answered", "gave_up"] as const;
export type FunnelEvent = (typeof funnelEvents)[number];

const isCounted = (event: TraceEvent) => funnelEvents.some((one) => one === event);

/** The list of the totals that belongs to a chatbot; its keys are `day|event|internal_name`. */
export function funnelList(chatbotId: string): string {
  return `funnel:${chatbotId}`;
}

/** Notes a turn's steps in its own transaction: appended like the lists' totals, so that no turn waits for another. */
export async function countTrace(
  actor: Actor,
  chatbotId: string,
  trace: readonly FlowTrace[],
  at: Date,
): Promise<void> {
  const day = at.toISOString().slice(0, 10);
  const keys = trace.filter(({ event }) => isCounted(event)).map(({ node, event }) => `${day}|${event}|${node}`);
  if (keys.length === 0) return;
  await execute(sql`
    insert into list_counter_deltas ("companyId", "list", "key", "count")
    select ${actor.companyId}::uuid, ${funnelList(chatbotId)}, k, count(*)::int
    from jsonb_array_elements_text(${json(keys)}::jsonb) k group by k`);
}
