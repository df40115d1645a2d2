import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { isRetryable } from "#server/db/errors.ts";
import { asAppError } from "#server/kit/rest/answer.ts";
import { listDues, listUnplanned, planDues, planRule, runDue } from "./dues.ts";
import { readOn, runEvent, turnOver } from "./following.ts";
import { sliceMs, wakeRules } from "./waking.ts";

type System = ReturnType<typeof systemActor>;

/** A fault of ours in one conversation does not hold up all others; what passes is tried again with the batch. */
async function tried(work: Promise<unknown>, about: Record<string, string>): Promise<void> {
  await work.catch((error: unknown) => {
    const known = asAppError(error);
    if (known.code === "unavailable" || isRetryable(error) || isRetryable(known.cause)) throw error;
    log.error({ error, ...about }, "a rule could not be looked at");
  });
}

/** One batch of events; false where there are no more. Until it is turned over, a kill has it looked at again. */
async function workOnEvents(actor: System): Promise<boolean> {
  const { ids, conversationIds, contactIds, position, more } = await readOn.execute(actor, {});
  if (conversationIds.length > 0 || contactIds.length > 0)
    await planDues.execute(actor, { conversationIds, contactIds });
  for (const eventId of ids) await tried(runEvent.execute(actor, { eventId }), { eventId });
  if (position > 0) await turnOver.execute(actor, { position });
  return more;
}

async function planNew(actor: System): Promise<void> {
  const { ids } = await listUnplanned.execute(actor, {});
  for (const ruleId of ids)
    for (let next: { after?: string; stamp?: number } | undefined = {}; next; ) {
      const { after, stamp }: { after: string | null; stamp: number } = await planRule.execute(actor, {
        ruleId,
        ...next,
      });
      next = after === null ? undefined : { after, stamp };
    }
}

/** What is due now; false where nothing is. */
async function workOnDues(actor: System): Promise<boolean> {
  const { conversationIds } = await listDues.execute(actor, {});
  for (const conversationId of conversationIds)
    await tried(runDue.execute(actor, { conversationId }), { conversationId });
  return conversationIds.length > 0;
}

/** A slice of a company's rules; where more is left, they stand behind the others again. */
export async function workOnRules(companyId: string): Promise<void> {
  const actor = systemActor(companyId);
  const deadline = performance.now() + sliceMs;
  await planNew(actor);
  for (;;) {
    const more = await workOnEvents(actor);
    const due = await workOnDues(actor);
    if (!more && !due) return;
    if (performance.now() >= deadline) return wakeRules(companyId);
  }
}
