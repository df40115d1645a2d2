import { waitAtMost } from "#server/base/lifetime.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import type { IntegrationRun } from "#server/db/generated/client.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { ownNumber } from "#server/kit/presence/presence.ts";
import { retryDelayMs } from "#server/webhooks/delivery/results.ts";
import { type Attempted, attemptRun } from "./attempting.ts";
import { claimRuns } from "./claiming.ts";
import { settleRun } from "./settling.ts";

/** So many runs of a company go on at once. */
const lanes = 4;
/** After the first attempt, as webhooks have it (K7). */
const retries = 5;

const working = new Map<string, Promise<void>>();
let ending = false;

type Company = Pick<Actor, "companyId">;

/** Has a worker do what is due. */
export async function wakeIntegrations({ companyId }: Company): Promise<void> {
  await addJob("integrations.act", { companyId }, { key: `integrations:${companyId}`, priority: 5 });
}

/** How the attempt leaves the run: nothing to do, or switched off, is no failure. */
function standing({ ok, reason, retryable }: Attempted, attempt: number) {
  if (ok) return "succeeded" as const;
  if (reason === "nothing" || reason === "off") return "skipped" as const;
  return retryable && attempt <= retries ? ("pending" as const) : ("failed" as const);
}

async function workOn(actor: Actor, run: IntegrationRun, holder: number, backoffMs: number): Promise<void> {
  const { type, ...attempted } = await attemptRun(run);
  const status = standing(attempted, run.attempt);
  const delayMs = status === "pending" ? retryDelayMs(run.attempt, backoffMs) : 0;
  const { reason, message, calls, contactId } = attempted;
  const outcome = { status, reason, message, delayMs, calls: [...calls], contactId };
  await settleRun.execute(actor, { runId: run.id, holder, attempt: run.attempt, type, ...outcome });
}

/** Does what is due in a company now. What an error leaves is due again when its lease is over. */
export async function actOnDue(actor: Actor, backoffMs?: number): Promise<void> {
  while (!ending) {
    const holder = await ownNumber();
    const { runs } = await claimRuns.execute(actor, { holder, take: lanes });
    if (runs.length === 0) return;
    await Promise.all(runs.map((run) => workOn(actor, run, holder, backoffMs ?? 1000)));
  }
}

/**
 * The same outside of jobs, whose places belong to live answers: an address that hangs holds none of them. Of a company
 * only once at a time in this process.
 */
export function startActing(actor: Actor): void {
  const { companyId } = actor;
  if (ending || working.has(companyId)) return;
  const work = actOnDue(actor)
    .catch((error: unknown) => log.warn({ error, companyId }, "integrations will act when the leader looks"))
    .finally(() => working.delete(companyId));
  working.set(companyId, work);
}

/** Called when the process ends: begins nothing more, and keeps what comes of the calls within this time. */
export async function stopActing(withinMs: number): Promise<void> {
  ending = true;
  await waitAtMost(withinMs, Promise.all(working.values()));
}
