import { z } from "zod";
import { type AppError, notFound } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { lockAnyConversation, lockConversation, onlyOwn, type Purpose } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { authorize } from "#server/core/operation.ts";
import type { Permission } from "#server/core/permissions.ts";
import { isRetryable, isUnavailable } from "#server/db/errors.ts";
import { inSavepoint } from "#server/db/transactions/savepoint.ts";
import { asAppError } from "#server/kit/rest/answer.ts";
import { type Action, type ActionContext, type Ran, skips } from "./action.ts";
import { catalogue } from "./catalogue.ts";
import type { ActionCall, ActionOutcome } from "./schema.ts";

/** `status` as its route would have answered, where it has failed. */
export type Outcome = ActionOutcome & { status: number };

function skipped(name: string, ran: Ran): Outcome {
  if (ran === undefined) return { name, outcome: "done", why: null, status: 200 };
  return { name, outcome: "skipped", why: { code: ran, message: skips[ran] }, status: 200 };
}

const missingIn = z.object({ missingFields: z.array(z.object({ label: z.string() })) });

export function failed(name: string, { code, message, status, extra }: AppError): Outcome {
  const missing = missingIn.safeParse(extra).data?.missingFields.map(({ label }) => label);
  return { name, outcome: "failed", why: { code, message, ...(missing ? { missing } : {}) }, status };
}

/** Deadlocks and a database that is away are nobody's outcome: the whole is tried again. */
export function refusalOf(error: unknown, name: string): AppError {
  if (isRetryable(error) || isRetryable(asAppError(error).cause) || isUnavailable(error)) throw error;
  const known = asAppError(error);
  if (known.code === "unavailable") throw error;
  if (known.status >= 500) log.error({ error, action: name }, "an action failed");
  return known;
}

const purposeOf = (permission: Permission): Purpose =>
  permission === "chat_talk" || permission === "clients_write" ? permission : "clients_read";

/** Before its texts are filled: a variable without a value would tell what is known of a conversation out of sight (C1). */
async function requireSight(actor: Actor, { id }: ConversationRow, permission: Permission): Promise<void> {
  const purpose = purposeOf(permission);
  if (onlyOwn(actor, purpose)) await lockConversation(actor, id, purpose);
}

async function runOne(actor: Actor, conversation: ConversationRow, call: ActionCall): Promise<Outcome> {
  const action = catalogue[call.name];
  // The call was parsed by the very schema of its action.
  const run = action.run as (context: ActionContext, input: unknown) => ReturnType<Action["run"]>;
  try {
    authorize(actor, action.permission);
    await requireSight(actor, conversation, action.permission);
    return skipped(call.name, await inSavepoint(() => run({ actor, conversation }, call.input)));
  } catch (error) {
    return failed(call.name, refusalOf(error, call.name));
  }
}

/**
 * Runs actions on one conversation, one after the other, in the open transaction. Each is done, skipped or failed by
 * itself: one that fails takes back what it did and stops none of the others. `actor` is who runs them, with `via`.
 */
export async function runActions(
  actor: Actor,
  conversationId: string,
  calls: readonly ActionCall[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let conversation: ConversationRow | undefined;
  for (const call of calls) {
    // Under the lock it is as it was read, until an action changes it.
    if (outcomes.at(-1)?.outcome === "done") conversation = undefined;
    conversation ??= await lockAnyConversation(actor, conversationId);
    const outcome = conversation
      ? await runOne(actor, conversation, call)
      : failed(call.name, notFound("conversation"));
    outcomes.push(outcome);
  }
  return outcomes;
}
