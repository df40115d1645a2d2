import { waitAtMost } from "#server/base/lifetime.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { deliverWaiting } from "./delivering.ts";

type Run = { again: boolean; work: Promise<void> };

const runs = new Map<string, Run>();
let ending = false;

/**
 * Sends a company's template messages outside of jobs, whose places belong to live answers: a thousand of them take
 * half a minute at their number's pace. Of a company only once at a time in this process. What a kill or a fault
 * leaves, the leader finds.
 */
export function startDelivering(actor: Actor): void {
  const { companyId } = actor;
  const known = runs.get(companyId);
  if (known) known.again = true;
  if (known || ending) return;
  const run: Run = { again: true, work: Promise.resolve() };
  runs.set(companyId, run);
  run.work = deliverAll(actor, run)
    .catch((error: unknown) => log.warn({ error, companyId }, "template messages will be sent when the leader looks"))
    .finally(() => runs.delete(companyId));
}

async function deliverAll(actor: Actor, run: Run): Promise<void> {
  while (run.again && !ending) {
    run.again = false;
    await deliverWaiting(actor, () => ending);
  }
}

/** Called when the process ends: begins no more messages, and records answers that arrive within this time. */
export async function stopDelivering(withinMs: number): Promise<void> {
  ending = true;
  await waitAtMost(withinMs, Promise.all([...runs.values()].map(({ work }) => work)));
}
