import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { channelsOf } from "#server/channels/access.ts";
import { isPattern } from "#server/chatbots/flow/patterns.ts";
import { isSystemTag } from "#server/conversations/tags/tagging.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { assignableUser } from "#server/users/assignable.ts";
import { lockTrigger, readableTrigger, triggersOf } from "./access.ts";
import { place } from "./placing.sql.ts";
import {
  createTriggerInput,
  deletedTriggerSchema,
  messageChannels,
  reorderTriggersInput,
  replaceTriggerInput,
  type TriggerActions,
  type TriggerConditions,
  triggerIdInput,
  triggerSchema,
  updateTriggerInput,
} from "./schema.ts";

const maxTriggers = 200;
const maxBytes = 64 * 1024;

type Rule = { conditions: TriggerConditions; actions: TriggerActions };

/** Names of messaging channels, or ids of those there are; what was kept before stays. */
export async function requireChannels(
  actor: Actor,
  channels: readonly string[],
  kept: readonly string[],
): Promise<void> {
  const ids = channels.length > 0 ? (await channelsOf(actor)).map(({ id }) => id) : [];
  channels.forEach((channel, index) => {
    if (ids.includes(channel) || kept.includes(channel) || messageChannels.some((name) => name === channel)) return;
    throw invalidField(`conditions.channels.${index}`, "No such channel.", "unknown_reference");
  });
}

export function requirePatterns(matches: TriggerConditions["matches"]): void {
  matches.forEach(({ type, value }, index) => {
    if (type !== "regex" || isPattern(value)) return;
    throw invalidField(
      `conditions.matches.${index}.value`,
      "Not a regular expression (RE2), or one that would take too long.",
      "invalid_regex",
    );
  });
}

/**
 * Checks what schemas cannot: expressions that run, channels and people that exist, tags that may be set. People
 * deactivated since they were named do not prevent changes to the rest.
 */
async function requireSound(actor: Actor, { conditions, actions }: Rule, before?: Rule): Promise<void> {
  requirePatterns(conditions.matches);
  if (actions.tag && actions.tag !== before?.actions.tag && isSystemTag(actions.tag)) {
    throw invalidField("actions.tag", "This tag belongs to the system.", "system_tag");
  }
  if (Buffer.byteLength(JSON.stringify({ conditions, actions })) > maxBytes) {
    throw invalidField("actions", "The trigger is larger than 64 KB.", "too_big");
  }
  await requireChannels(actor, conditions.channels ?? [], before?.conditions.channels ?? []);
  for (const [index, id] of (actions.assignTo ?? []).entries()) {
    if (before?.actions.assignTo?.includes(id)) continue;
    await assignableUser(actor, id, `actions.assignTo.${index}`);
  }
}

const exampleOf = (given: Record<string, string>) => ({
  name: "Prices",
  conditions: { matches: [{ type: "contains" as const, value: "price" }], channels: [given.channelId ?? ""] },
  actions: { response: "Our prices are on the site.", tag: "prices", assignTo: [given.userId ?? ""] },
});

/** POST /v1/triggers: the new one comes last. */
export const createTrigger = command({
  name: "triggers.create",
  access: "websites_write",
  input: createTriggerInput,
  output: triggerSchema,
  example: exampleOf,
  async run({ actor, input, now, emit }) {
    await requireSound(actor, input);
    const { companyId } = actor;
    // One at a time for each company, so that no two get the same place.
    await takeTurn(`triggers:${companyId}`);
    const others = await prisma.trigger.aggregate({ where: { companyId }, _count: true, _max: { order: true } });
    if (others._count >= maxTriggers) {
      throw new AppError("limit_reached", { message: `At most ${maxTriggers} triggers.` });
    }
    const order = (others._max.order ?? -1) + 1;
    const created = await prisma.trigger.create({
      data: { companyId, id: newId(), order, ...input, createdAt: now, updatedAt: now },
    });
    emit({ type: "trigger/changed", data: { id: created.id } });
    return created;
  },
});

/** PATCH /v1/triggers/{triggerId}: only what is given changes. */
export const updateTrigger = command({
  name: "triggers.update",
  access: "websites_write",
  input: updateTriggerInput,
  output: triggerSchema,
  example: (given) => ({ triggerId: given.triggerId ?? "", enabled: false }),
  async run({ actor, input, emit }) {
    const { triggerId, order, ifMatch, ...changes } = input;
    const before = await lockTrigger(actor, triggerId);
    const { companyId, id, name, type, enabled, conditions, actions } = { ...before, ...changes };
    await requireSound(actor, { conditions, actions }, before);
    requireMatch(ifMatch, before.updatedAt);
    await prisma.trigger.update({
      where: { companyId_id: { companyId, id } },
      data: { name, type, enabled, conditions, actions, updatedAt: momentAfter(before.updatedAt) },
    });
    if (order !== undefined) {
      const others = (await triggersOf(actor)).map((one) => one.id).filter((one) => one !== id);
      await place(companyId, others.toSpliced(order, 0, id));
    }
    emit({ type: "trigger/changed", data: { id } });
    return readableTrigger(actor, id);
  },
});

/** PUT /v1/triggers/{triggerId}: everything but its id and place is replaced. */
export const replaceTrigger = command({
  name: "triggers.replace",
  access: "websites_write",
  input: replaceTriggerInput,
  output: triggerSchema,
  example: (given) => ({ triggerId: given.triggerId ?? "", ...exampleOf(given) }),
  async run({ actor, input }) {
    return updateTrigger.execute(actor, input);
  },
});

/** DELETE /v1/triggers/{triggerId} */
export const deleteTrigger = command({
  name: "triggers.delete",
  access: "websites_write",
  input: triggerIdInput,
  output: deletedTriggerSchema,
  example: (given) => ({ triggerId: given.triggerId ?? "" }),
  async run({ actor, input, emit }) {
    const { companyId, id, name } = await lockTrigger(actor, input.triggerId);
    await prisma.trigger.delete({ where: { companyId_id: { companyId, id } } });
    const others = await triggersOf(actor);
    await place(
      companyId,
      others.map((one) => one.id),
    );
    emit({ type: "trigger/changed", data: { id, name } });
    return { id, deleted: true as const };
  },
});

/** Stores a new order. Triggers not named in it, because they were just created, come last. */
export const reorderTriggers = command({
  name: "triggers.reorder",
  access: "websites_write",
  input: reorderTriggersInput,
  output: z.array(triggerSchema),
  example: (given) => ({ triggerIds: [given.triggerId ?? ""] }),
  async run({ actor, input, emit }) {
    const known = (await triggersOf(actor)).map(({ id }) => id);
    const wanted = [...new Set(input.triggerIds)];
    const strange = wanted.findIndex((id) => !known.includes(id));
    if (strange >= 0) throw invalidField(`triggerIds.${strange}`, "No such trigger.", "unknown_reference");
    const order = [...wanted, ...known.filter((id) => !wanted.includes(id))];
    const moved = order.find((id, index) => known[index] !== id);
    if (moved === undefined) return triggersOf(actor);
    await place(actor.companyId, order);
    emit({ type: "trigger/changed", data: { id: moved } });
    return triggersOf(actor);
  },
});
