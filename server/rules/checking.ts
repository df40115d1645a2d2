import { catalogue } from "#server/actions/catalogue.ts";
import type { ActionCall } from "#server/actions/schema.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { exceeding } from "#server/core/permissions.ts";
import { shortOfAll } from "#server/core/rights.ts";
import { readablePhase } from "#server/phases/access.ts";
import { requireChannels, requirePatterns } from "#server/triggers/writing.ts";
import type { RuleConditions, RuleTrigger } from "./schema.ts";

const maxBytes = 64 * 1024;

type Draft = { trigger: RuleTrigger; conditions: RuleConditions };
type Whole = Draft & { actions: ActionCall[] };

async function requirePhase(actor: Actor, id: string): Promise<void> {
  await readablePhase(actor, id).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw invalidField("trigger.phaseId", "No such phase.", "unknown_reference");
  });
}

/** What schemas cannot check: expressions that run, phases and channels that exist, conditions that fit the trigger. */
export async function requireSense(actor: Actor, { trigger, conditions }: Draft, before?: Draft): Promise<void> {
  if (conditions.matches.length > 0 && trigger.type !== "conversation/message")
    throw invalidField("conditions.matches", "Only messages have a text to match.", "not_a_message");
  requirePatterns(conditions.matches);
  await requireChannels(actor, conditions.channels ?? [], before?.conditions.channels ?? []);
  if (trigger.phaseId !== undefined && trigger.phaseId !== before?.trigger.phaseId)
    await requirePhase(actor, trigger.phaseId);
}

/** A rule acts for the whole company: nobody has it do what they could not do themselves. */
export function requireMay(actor: Actor, actions: readonly ActionCall[]): void {
  const needed = new Set(actions.map(({ name }) => catalogue[name].permission));
  const missing = [...new Set([...exceeding(actor.permissions, needed), ...shortOfAll(actor)])];
  if (missing.length === 0) return;
  const names = missing.map((name) => (name === "scope" ? "a role that reaches all conversations" : name));
  throw new AppError("forbidden", {
    message: `A rule acts in the whole company: one that does this needs ${names.join(", ")}.`,
    extra: { requiredPermissions: missing },
  });
}

export function requireSize(whole: Whole): void {
  if (Buffer.byteLength(JSON.stringify(whole)) <= maxBytes) return;
  throw invalidField("actions", "The rule is larger than 64 KB.", "too_big");
}
