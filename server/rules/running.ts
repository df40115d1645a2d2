import { runActions } from "#server/actions/running.ts";
import type { ActionOutcome } from "#server/actions/schema.ts";
import { hour } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { type Actor, robotActor } from "#server/core/actor.ts";
import { lastHeard } from "#server/core/events/feed.sql.ts";
import type { Rule } from "#server/db/generated/client.ts";
import { moment } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { maxDepth, type RuleTriggerType } from "./choices.ts";
import type { RuleWhy } from "./schema.ts";

/** What set a rule off in a conversation. */
export type Cause = {
  conversationId: string;
  /** The same for the same cause: a rule runs once for it. */
  cause: string;
  triggerType: RuleTriggerType;
  eventId: string | null;
  depth: number;
  rerunOf?: string;
};

/** The rule as the author of what it does; its events name the run, from which the next in the chain knows its depth. */
function ruleActor({ companyId, id, name }: Rule, runId: string): Actor {
  return { ...robotActor(companyId, { id, name: `Rule: ${name}` }), via: `rule:${id}:${runId}` };
}

function summed(outcomes: readonly ActionOutcome[]) {
  if (outcomes.some(({ outcome }) => outcome === "failed")) return "failed" as const;
  return outcomes.some(({ outcome }) => outcome === "done") ? ("done" as const) : ("skipped" as const);
}

/**
 * How often in an hour a rule may run in a conversation; of these only the runs since that moment. `relayed`: since the
 * visitor was last heard otherwise than through a program.
 */
export type Pace = { most?: number; since?: Date | null; relayed?: number };

/** A chain that goes on through a clock or a program begins anew each time, so that its depth does not end it. */
async function runsTooOften({ companyId, id: ruleId }: Rule, { conversationId }: Cause, pace: Pace): Promise<boolean> {
  const hourAgo = new Date(moment().getTime() - hour);
  const runsSince = (since: Date | null | undefined) => {
    const createdAt = { gt: since && since > hourAgo ? since : hourAgo };
    const why = { path: ["code"], equals: "matched" };
    return prisma.ruleRun.count({ where: { companyId, ruleId, conversationId, createdAt, why } });
  };
  const { most, since, relayed } = pace;
  if (most !== undefined && (await runsSince(since)) >= most) return true;
  if (relayed === undefined || (await runsSince(hourAgo)) < relayed) return false;
  return (await runsSince(await lastHeard(companyId, conversationId, hourAgo))) >= relayed;
}

/**
 * Runs a rule for a cause, in the open transaction and under the conversation's lock, and keeps what came of it.
 * `pace`: where no person set it off.
 */
export async function runRule(rule: Rule, cause: Cause, why: RuleWhy, pace?: Pace) {
  const { companyId, id: ruleId, version } = rule;
  const id = newId();
  const kept =
    cause.depth > maxDepth ? "too_deep" : pace && (await runsTooOften(rule, cause, pace)) ? "too_often" : undefined;
  const outcomes = kept ? [] : await runActions(ruleActor(rule, id), cause.conversationId, rule.actions);
  const actions = outcomes.map(({ status: _status, ...outcome }) => outcome);
  return prisma.ruleRun.create({
    data: {
      companyId,
      id,
      ruleId,
      version,
      rerunOf: null,
      ...cause,
      outcome: summed(actions),
      why: kept ? { ...why, code: kept } : why,
      actions,
      createdAt: moment(),
    },
  });
}

/** The logs of these rules have grown. */
export const ran = (ids: readonly string[]) => ({ type: "rule/ran" as const, data: { ids: [...ids] } });

/** How deep in its chain what an event sets off is. The runs of a chain are younger than they are kept. */
export async function depthAfter({ companyId }: Pick<Actor, "companyId">, via: string): Promise<number> {
  const [way, , runId = ""] = via.split(":");
  if (way !== "rule") return 1;
  const run = await prisma.ruleRun.findFirst({ where: { companyId, id: runId }, select: { depth: true } });
  return (run?.depth ?? maxDepth) + 1;
}

/** Whether one of these rules has run for the cause: then the cause is dealt with. */
export async function hasRun({ companyId }: Pick<Actor, "companyId">, cause: string): Promise<boolean> {
  return (await prisma.ruleRun.findFirst({ where: { companyId, cause }, select: { id: true } })) !== null;
}
