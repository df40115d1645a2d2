import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { channelsOf } from "#server/channels/access.ts";
import { isPattern } from "#server/chatbots/flow/patterns.ts";
import { isSystemTag } from "#server/conversations/tagging.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";
import { assignableUser } from "#server/users/assignable.ts";
import { readableTrigger, triggersOf } from "./access.ts";
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

async function requireChannels(actor: Actor, channels: readonly string[], kept: readonly string[]): Promise<void> {
  const ids = channels.length > 0 ? (await channelsOf(actor)).map(({ id }) => id) : [];
  channels.forEach((channel, index) => {
    if (ids.includes(channel) || kept.includes(channel) || messageChannels.some((name) => name === channel)) return;
    throw invalidField(`conditions.channels.${index}`, "No such channel.", "unknown_reference");
  });
}

/**
 * Checks what schemas cannot: expressions that run, channels and people that exist, tags that may be set. People
 * deactivated since they were named do not prevent changes to the rest.
 */
async function requireSound(actor: Actor, { conditions, actions }: Rule, before?: Rule): Promise<void> {
  conditions.matches.forEach(({ type, value }, index) => {
    if (type !== "regex" || isPattern(value)) return;
    throw invalidField(
      `conditions.matches.${index}.value`,
      "Not a regular expression (RE2), or one that would take too long.",
      "invalid_regex",
    );
  });
  if (actions.tag && isSystemTag(actions.tag)) {
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
    // One at a time for each company, so that no two get the same place.
    await execute(sql`select pg_advisory_xact_lock(hashtextextended(${`triggers:${actor.companyId}`}, 0))`);
    const found = await row<{ count: number; next: number }>(sql`
      select count(*)::int as "count", coalesce(max("order") + 1, 0)::int as "next" from triggers
      where "companyId" = ${actor.companyId}`);
    if ((found?.count ?? 0) >= maxTriggers) {
      throw new AppError("limit_reached", { message: `At most ${maxTriggers} triggers.` });
    }
    const created = { id: newId(), order: found?.next ?? 0, ...input };
    await execute(sql`
      insert into triggers ("companyId", "id", "name", "type", "enabled", "order", "conditions", "actions", "createdAt", "updatedAt")
      values (${actor.companyId}, ${created.id}, ${created.name}, ${created.type}, ${created.enabled}, ${created.order},
        ${json(created.conditions)}, ${json(created.actions)}, ${now}, ${now})`);
    emit({ type: "trigger/changed", data: { id: created.id } });
    return created;
  },
});

/** Places are dense from 0; only what moves is written. */
async function place(actor: Actor, ids: readonly string[]): Promise<void> {
  await execute(sql`
    update triggers t set "order" = w."order"::int - 1
    from unnest(${ids}::uuid[]) with ordinality as w("id", "order")
    where t."companyId" = ${actor.companyId} and t."id" = w."id" and t."order" <> w."order" - 1`);
}

/** PATCH /v1/triggers/{triggerId}: only what is given changes. */
export const updateTrigger = command({
  name: "triggers.update",
  access: "websites_write",
  input: updateTriggerInput,
  output: triggerSchema,
  example: (given) => ({ triggerId: given.triggerId ?? "", enabled: false }),
  async run({ actor, input, now, emit }) {
    const { triggerId, order, ...changes } = input;
    const before = await readableTrigger(actor, triggerId, true);
    const { name, type, enabled, conditions, actions } = { ...before, ...changes };
    await requireSound(actor, { conditions, actions }, before);
    await execute(sql`
      update triggers set "name" = ${name}, "type" = ${type}, "enabled" = ${enabled},
        "conditions" = ${json(conditions)}, "actions" = ${json(actions)}, "updatedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${before.id}`);
    if (order !== undefined) {
      const others = (await triggersOf(actor)).map(({ id }) => id).filter((id) => id !== before.id);
      await place(actor, others.toSpliced(order, 0, before.id));
    }
    emit({ type: "trigger/changed", data: { id: before.id } });
    return readableTrigger(actor, before.id);
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
    const { id } = await readableTrigger(actor, input.triggerId, true);
    await execute(sql`delete from triggers where "companyId" = ${actor.companyId} and "id" = ${id}`);
    await place(
      actor,
      (await triggersOf(actor)).map((one) => one.id),
    );
    emit({ type: "trigger/changed", data: { id } });
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
    await place(actor, order);
    emit({ type: "trigger/changed", data: { id: moved } });
    return triggersOf(actor);
  },
});
