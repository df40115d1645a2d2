import { waitAtMost } from "#server/base/lifetime.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { runCampaigns } from "./running.ts";

/**
 * Sends campaigns outside of jobs, because one takes minutes or hours and job slots belong to live answers. When a
 * process dies, its campaign's heartbeat stops and the next look, in any process, carries on.
 */
const runs = new Set<Promise<void>>();
const ending = new AbortController();

/** Starts sending the campaigns that no process is sending. Runs in the background. */
export function startSending(actor: Actor): void {
  if (ending.signal.aborted) return;
  const run = runCampaigns(actor, ending.signal)
    .catch((error: unknown) => log.warn({ error, companyId: actor.companyId }, "campaigns could not be sent"))
    .finally(() => runs.delete(run));
  runs.add(run);
}

/** Called when the process ends: starts no more messages, and records answers that arrive within this time. */
export async function stopSending(withinMs: number): Promise<void> {
  ending.abort();
  await waitAtMost(withinMs, Promise.all(runs));
}
