import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { knownCalendar } from "#server/calendars/access.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Listener } from "#server/core/listeners.ts";
import { command, query } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import type { SlaPolicy } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { policiesOf, readablePolicy } from "./access.ts";
import { place } from "./placing.sql.ts";
import { fromTheFirst } from "./renewing.ts";
import {
  createPolicyInput,
  deletedPolicySchema,
  deletePolicyInput,
  maxPolicies,
  policyIdInput,
  policySchema,
  type SlaPolicyView,
  updatePolicyInput,
} from "./schema.ts";

type Draft = Pick<SlaPolicyView, "firstResponse" | "nextResponse" | "resolution" | "calendarId" | "conditions">;

/** As large as a rule may be. */
const maxBytes = 64 * 1024;

async function requireSense(actor: Actor, draft: Draft): Promise<void> {
  const { firstResponse, nextResponse, resolution, calendarId, conditions } = draft;
  if (Buffer.byteLength(JSON.stringify(conditions)) > maxBytes)
    throw invalidField("conditions", "The conditions are larger than 64 KB.", "too_big");
  if (firstResponse === null && nextResponse === null && resolution === null)
    throw invalidField(
      "firstResponse",
      "A service level promises at least one of firstResponse, nextResponse and resolution.",
      "no_target",
    );
  if (calendarId !== null) await knownCalendar(actor, calendarId, "calendarId");
}

/** A calendar that a service level names stays. */
export const keepCalendar: Listener<{ companyId: string; calendarId: string }> = async (_context, told) => {
  const user = await prisma.slaPolicy.findFirst({ where: { ...told, deletedAt: null } });
  if (!user) return void (await prisma.slaPolicy.updateMany({ where: told, data: { calendarId: null } }));
  throw new AppError("conflict", {
    message: `The service level "${user.name}" counts by this calendar: give it another one first.`,
    extra: { policyId: user.id },
  });
};

async function putAt({ companyId }: Actor, id: string, order: number | undefined): Promise<void> {
  const others = (await policiesOf({ companyId })).map((one) => one.id).filter((one) => one !== id);
  await place(companyId, others.toSpliced(order ?? others.length, 0, id));
}

/** GET /v1/sla-policies: in the order in which they are tried. */
export const listPolicies = query({
  name: "sla.policies",
  access: "websites_read",
  input: z.object({}),
  output: z.array(policySchema),
  example: () => ({}),
  run: ({ actor }) => policiesOf(actor),
});

/** GET /v1/sla-policies/{slaPolicyId} */
export const readPolicy = query({
  name: "sla.policy",
  access: "websites_read",
  input: policyIdInput,
  output: policySchema,
  example: (given) => ({ slaPolicyId: given.slaPolicyId ?? "" }),
  run: ({ actor, input }) => readablePolicy(actor, input.slaPolicyId),
});

/** POST /v1/sla-policies: it applies to conversations that begin, or change, from now on. */
export const createPolicy = command({
  name: "sla.createPolicy",
  access: "websites_write",
  input: createPolicyInput,
  output: policySchema,
  example: () => ({
    name: "Urgent",
    conditions: {
      priority: ["urgent" as const],
      tree: [{ type: "slot", slot: "plan", operator: "one_of", value: ["gold", "platinum"] }],
    },
    firstResponse: 900,
    resolution: 28_800,
    calendarId: null,
  }),
  async run({ actor, input: { order, ...input }, now, emit }) {
    const { companyId } = actor;
    await requireSense(actor, input);
    await takeTurn(`sla:${companyId}`);
    if ((await policiesOf(actor)).length >= maxPolicies)
      throw new AppError("limit_reached", { message: `At most ${maxPolicies}.`, extra: { limit: maxPolicies } });
    const id = newId();
    await prisma.slaPolicy.create({
      data: { companyId, id, order: maxPolicies, ...input, createdAt: now, updatedAt: now },
    });
    await putAt(actor, id, order);
    emit({ type: "sla/changed", data: { id } });
    return readablePolicy(actor, id);
  },
});

const own = [
  ...(["name", "enabled", "conditions", "firstResponse", "nextResponse", "resolution"] as const),
  ...(["pausesForVisitor", "calendarId"] as const),
];

/** What decides which conversations it applies to. */
const placing = ["conditions", "enabled", "order"] as const;

/** It may apply to what runs by those that are tried after it, too. */
async function renewAfterwards({ companyId }: Actor, before: SlaPolicy, after: SlaPolicy): Promise<void> {
  if (placing.every((key) => isDeepStrictEqual(before[key], after[key]))) return;
  const order = { gte: Math.min(before.order, after.order) };
  await prisma.slaPolicy.updateMany({
    where: { companyId, deletedAt: null, order },
    data: { renewAfter: fromTheFirst },
  });
}

/** PATCH and PUT /v1/sla-policies/{slaPolicyId}: what runs by it, or by those after it, is reckoned anew. */
export const updatePolicy = command({
  name: "sla.updatePolicy",
  access: "websites_write",
  input: updatePolicyInput,
  output: policySchema,
  example: (given) => ({ slaPolicyId: given.slaPolicyId ?? "", firstResponse: 600 }),
  async run({ actor, input, emit }) {
    const { companyId } = actor;
    await takeTurn(`sla:${companyId}`);
    const before = await readablePolicy(actor, input.slaPolicyId);
    const given = Object.fromEntries(own.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])));
    const after = { ...before, ...given };
    await requireSense(actor, after);
    requireMatch(input.ifMatch, before.updatedAt);
    const { id } = before;
    const same = own.every((key) => isDeepStrictEqual(after[key], before[key]));
    if (same && (input.order === undefined || input.order === before.order)) return before;
    await prisma.slaPolicy.update({
      where: { companyId_id: { companyId, id } },
      data: { ...given, ...(same ? {} : { renewAfter: fromTheFirst }), updatedAt: momentAfter(before.updatedAt) },
    });
    if (input.order !== undefined) await putAt(actor, id, input.order);
    const changed = await readablePolicy(actor, id);
    await renewAfterwards(actor, before, changed);
    emit({ type: "sla/changed", data: { id } });
    return changed;
  },
});

/** DELETE /v1/sla-policies/{slaPolicyId}: its clocks stop, and no more is told of them. */
export const deletePolicy = command({
  name: "sla.deletePolicy",
  access: "websites_write",
  input: deletePolicyInput,
  output: deletedPolicySchema,
  example: (given) => ({ slaPolicyId: given.slaPolicyId ?? "" }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await takeTurn(`sla:${companyId}`);
    const { id, name, updatedAt } = await readablePolicy(actor, input.slaPolicyId);
    requireMatch(input.ifMatch, updatedAt);
    await prisma.slaPolicy.update({
      where: { companyId_id: { companyId, id } },
      data: { deletedAt: now, renewAfter: fromTheFirst },
    });
    await place(
      companyId,
      (await policiesOf(actor)).map((one) => one.id),
    );
    emit({ type: "sla/changed", data: { id, name } });
    return { id, deleted: true as const };
  },
});
