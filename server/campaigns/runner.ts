import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { runCampaigns } from "./running.ts";

/**
 * Sends campaigns outside of jobs: one takes minutes or hours, and a job's place belongs to live answers. A process that
 * dies leaves a campaign that nobody is heard of sending, by which the next look goes on.
 */
const runs = new Set<Promise<void>>();
const ending = new AbortController();

/** Begins to send what nobody sends; nobody waits for it here. */
export function startSending(actor: Actor): void {
  if (ending.signal.aborted) return;
  const run = runCampaigns(actor, ending.signal)
    .catch((error: unknown) => log.warn({ error, companyId: actor.companyId }, "campaigns could not be sent"))
    .finally(() => runs.delete(run));
  runs.add(run);
}

/** The end of the process: nothing more leaves, and what has left is recorded if its answer comes in this time. */
export async function stopSending(withinMs: number): Promise<void> {
  ending.abort();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  await Promise.race([Promise.all(runs), late]);
  clearTimeout(timer);
}
