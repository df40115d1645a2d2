import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { ActionCall } from "#server/actions/schema.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import type { Rule } from "#server/db/generated/client.ts";
import { momentAfter } from "#server/db/moment.ts";
import { afterCommit } from "#server/db/outside.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockRule, readableRule, rulesOf } from "./access.ts";
import { takeTurnAtRules, turnPage } from "./book.ts";
import { requireMay, requireSense, requireSize } from "./checking.ts";
import { isTime, maxRules } from "./choices.ts";
import { place } from "./placing.sql.ts";
import {
  createRuleInput,
  deletedRuleSchema,
  deleteRuleInput,
  reorderRulesInput,
  ruleSchema,
  updateRuleInput,
} from "./schema.ts";
import { viewRule } from "./viewing.ts";
import { wakeRules } from "./waking.ts";

const idsOf = async (actor: Actor) => (await rulesOf(actor)).map(({ id }) => id);

async function settle(actor: Actor): Promise<void> {
  await turnPage(actor);
  afterCommit(() => wakeRules(actor.companyId));
}

/** What is stored of a rule that is switched on now, or off. */
const switched = (enabled: boolean, type: string, at: Date) => ({
  enabled,
  enabledAt: enabled ? at : null,
  planned: !isTime(type),
});

/** POST /v1/rules: the new one comes last, unless a place is given. */
export const createRule = command({
  name: "rules.create",
  access: "websites_write",
  input: createRuleInput,
  output: ruleSchema,
  example: () => ({
    name: "Prices go to sales",
    trigger: { type: "conversation/message" as const },
    conditions: { matches: [{ type: "contains" as const, value: "price" }], filters: { assignedTo: ["UNASSIGNED"] } },
    actions: [
      { name: "tag_add" as const, input: { tag: "sales" } },
      { name: "priority" as const, input: { priority: "high" as const } },
    ],
  }),
  async run({ actor, input, now, emit }) {
    const { name, trigger, conditions, mode, enabled, order } = input;
    const actions = input.actions as ActionCall[];
    requireMay(actor, actions);
    requireSize({ trigger, conditions, actions });
    await requireSense(actor, { trigger, conditions });
    await takeTurnAtRules(actor);
    const { companyId } = actor;
    const others = await idsOf(actor);
    if (others.length >= maxRules) {
      const message = `At most ${maxRules} rules. Delete some first.`;
      throw new AppError("limit_reached", { message, extra: { limit: maxRules } });
    }
    const own = { companyId, id: newId(), name, order: others.length, createdAt: now, updatedAt: now };
    const said = { triggerType: trigger.type, trigger, conditions, actions, mode };
    await prisma.rule.create({ data: { ...own, ...said, ...switched(enabled, trigger.type, now) } });
    if (order !== undefined) await place(companyId, others.toSpliced(order, 0, own.id));
    emit({ type: "rule/changed", data: { id: own.id } });
    await settle(actor);
    return viewRule(await readableRule(actor, own.id));
  },
});

/** What the change makes of when it runs: a rule by time that is another one now is planned anew, from now on. */
async function timing(before: Rule, after: Pick<Rule, "enabled" | "trigger" | "triggerType">, at: Date) {
  const moved = !isDeepStrictEqual(before.trigger, after.trigger);
  if (before.enabled === after.enabled && !moved) return {};
  const { companyId, id } = before;
  await prisma.ruleDue.deleteMany({ where: { companyId, ruleId: id } });
  return switched(after.enabled, after.triggerType, at);
}

/** Who may not have it done may still stop it, name it and move it. */
function doesMore(before: Rule, after: Pick<Rule, "enabled" | "trigger" | "conditions" | "actions">): boolean {
  const { trigger, conditions, actions, enabled } = after;
  const what = { trigger, conditions, actions };
  return (enabled && !before.enabled) || !isDeepStrictEqual({ ...before, ...what }, before);
}

/** PATCH and PUT /v1/rules/{ruleId}: what is not given stays. */
export const updateRule = command({
  name: "rules.update",
  access: "websites_write",
  input: updateRuleInput,
  output: ruleSchema,
  example: (given) => ({ ruleId: given.ruleId ?? "", name: "Prices go to sales" }),
  async run({ actor, input, emit }) {
    await takeTurnAtRules(actor);
    const before = await lockRule(actor, input.ruleId);
    const { name = before.name, trigger = before.trigger, conditions = before.conditions } = input;
    const { mode = before.mode, enabled = before.enabled, order } = input;
    const actions = (input.actions as ActionCall[] | undefined) ?? before.actions;
    if (doesMore(before, { enabled, trigger, conditions, actions })) requireMay(actor, actions);
    requireSize({ trigger, conditions, actions });
    await requireSense(actor, { trigger, conditions }, before);
    requireMatch(input.ifMatch, before.updatedAt);
    if (input.version !== undefined) requireMatch(String(input.version), before.version);
    const wanted = { name, trigger, triggerType: trigger.type, conditions, actions, mode, enabled };
    const { companyId, id } = before;
    if (!isDeepStrictEqual({ ...before, ...wanted }, before)) {
      const updatedAt = momentAfter(before.updatedAt);
      const timed = await timing(before, wanted, updatedAt);
      const data = { ...wanted, ...timed, version: before.version + 1, updatedAt };
      await prisma.rule.update({ where: { companyId_id: { companyId, id } }, data });
    }
    if (order !== undefined)
      await place(companyId, (await idsOf(actor)).filter((one) => one !== id).toSpliced(order, 0, id));
    const after = await readableRule(actor, id);
    if (isDeepStrictEqual(before, after)) return viewRule(after);
    emit({ type: "rule/changed", data: { id } });
    await settle(actor);
    return viewRule(after);
  },
});

/** DELETE /v1/rules/{ruleId}: with its log. */
export const deleteRule = command({
  name: "rules.delete",
  access: "websites_write",
  input: deleteRuleInput,
  output: deletedRuleSchema,
  example: (given) => ({ ruleId: given.ruleId ?? "" }),
  async run({ actor, input, emit }) {
    await takeTurnAtRules(actor);
    const { companyId, id, name, updatedAt } = await lockRule(actor, input.ruleId);
    requireMatch(input.ifMatch, updatedAt);
    await prisma.rule.delete({ where: { companyId_id: { companyId, id } } });
    await place(companyId, await idsOf(actor));
    emit({ type: "rule/changed", data: { id, name, deleted: true } });
    await settle(actor);
    return { id, deleted: true as const };
  },
});

/** PUT /v1/rules/order: those not named in it, because they were just made, come last. */
export const reorderRules = command({
  name: "rules.reorder",
  access: "websites_write",
  input: reorderRulesInput,
  output: z.array(ruleSchema),
  example: (given) => ({ ruleIds: [given.ruleId ?? ""] }),
  async run({ actor, input, emit }) {
    await takeTurnAtRules(actor);
    const known = await idsOf(actor);
    const wanted = [...new Set(input.ruleIds)];
    const strange = wanted.findIndex((id) => !known.includes(id));
    if (strange >= 0) throw invalidField(`ruleIds.${strange}`, "No such rule.", "unknown_reference");
    const order = [...wanted, ...known.filter((id) => !wanted.includes(id))];
    const moved = order.find((id, index) => known[index] !== id);
    if (moved !== undefined) {
      await place(actor.companyId, order);
      emit({ type: "rule/changed", data: { id: moved } });
      await settle(actor);
    }
    return (await rulesOf(actor)).map(viewRule);
  },
});
