import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { readableChannel } from "#server/channels/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import type { AssignmentPolicy } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { knownTeam } from "#server/teams/access.ts";
import { requireOwnTeam } from "#server/teams/checking.ts";
import { policiesOf, readablePolicy } from "./access.ts";
import {
  type DraftPolicy,
  deletedPolicySchema,
  deletePolicyInput,
  draftPolicyInput,
  policyIdInput,
  policySchema,
  updatePolicyInput,
} from "./schema.ts";

/** What the policy names, looked up; refuses what fits no team or channel. */
export async function checkedDraft(actor: Actor, draft: DraftPolicy) {
  const teamId = draft.teamId ? (await knownTeam(actor, draft.teamId, "teamId")).id : null;
  const channelId = draft.channelId ? await knownChannel(actor, draft.channelId) : null;
  if ((teamId === null) === (channelId === null))
    throw invalidField("teamId", "A policy is of a team or of a channel: give teamId or channelId.", "one_of_two");
  const checked = { ...draft, teamId, channelId };
  await requireSense(actor, checked);
  return checked;
}

async function knownChannel(actor: Actor, id: string): Promise<string> {
  const found = await readableChannel(actor, id).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw invalidField("channelId", "No such channel.", "unknown_reference");
  });
  return found.id;
}

/** Whose role ends somewhere would have others, or themselves, be given what it does not reach (W11). */
async function requireOwn(actor: Actor, { teamId, channelId }: Pick<AssignmentPolicy, "teamId" | "channelId">) {
  const { sight } = actor;
  if (channelId !== null && sight?.write === "channel" && sight.channelIds.includes(channelId)) return;
  await requireOwnTeam(actor, teamId);
}

type Sense = { teamId: string | null; perTeam: number | null; fallbackTeamId: string | null };

async function requireSense(actor: Actor, { teamId, perTeam, fallbackTeamId }: Sense): Promise<void> {
  if (teamId === null && perTeam !== null)
    throw invalidField("perTeam", "Only a policy of a team has a limit for the team.", "not_of_team");
  if (fallbackTeamId !== null) await knownTeam(actor, fallbackTeamId, "fallbackTeamId");
  if (fallbackTeamId !== null && fallbackTeamId === teamId)
    throw invalidField("fallbackTeamId", "Another team must take over.", "same_team");
}

/** GET /v1/assignment-policies */
export const listPolicies = query({
  name: "assignment.policies",
  access: "users_read",
  input: z.object({}),
  output: z.array(policySchema),
  example: () => ({}),
  run: ({ actor }) => policiesOf(actor),
});

/** GET /v1/assignment-policies/{policyId} */
export const readPolicy = query({
  name: "assignment.policy",
  access: "users_read",
  input: policyIdInput,
  output: policySchema,
  example: (given) => ({ policyId: given.policyId ?? "" }),
  run: ({ actor, input }) => readablePolicy(actor, input.policyId),
});

/** POST /v1/assignment-policies */
export const createPolicy = command({
  name: "assignment.createPolicy",
  access: "users_write",
  input: draftPolicyInput,
  output: policySchema,
  example: (given) => ({ channelId: given.channelId ?? "", method: "balanced" as const, perPerson: 5 }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    const draft = await checkedDraft(actor, input);
    await takeTurn(`policies:${companyId}`);
    await requireOwn(actor, draft);
    const { teamId, channelId } = draft;
    const same = teamId === null ? { channelId } : { teamId };
    if ((await prisma.assignmentPolicy.count({ where: { companyId, ...same } })) > 0)
      throw new AppError("already_exists", { message: "It has a policy: change that one." });
    const id = newId();
    const made = await prisma.assignmentPolicy.create({
      data: { companyId, id, ...draft, createdAt: now, updatedAt: now },
    });
    emit({ type: "assignment/changed", data: { id } });
    return made;
  },
});

const own = [
  "method",
  "order",
  "perPerson",
  "perTeam",
  "onlyAvailable",
  "sticky",
  "awayHandsBack",
  "withinHours",
  "fallbackTeamId",
] as const;

/** PATCH and PUT /v1/assignment-policies/{policyId}: what is not given stays. */
export const updatePolicy = command({
  name: "assignment.updatePolicy",
  access: "users_write",
  input: updatePolicyInput,
  output: policySchema,
  example: (given) => ({ policyId: given.policyId ?? "", perPerson: 8 }),
  async run({ actor, input, emit }) {
    const { companyId } = actor;
    await takeTurn(`policies:${companyId}`);
    const before = await readablePolicy(actor, input.policyId);
    await requireOwn(actor, before);
    const given = Object.fromEntries(own.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])));
    const after = { ...before, ...given };
    await requireSense(actor, after);
    requireMatch(input.ifMatch, before.updatedAt);
    if (own.every((key) => after[key] === before[key])) return before;
    const { id } = before;
    emit({ type: "assignment/changed", data: { id } });
    return prisma.assignmentPolicy.update({
      where: { companyId_id: { companyId, id } },
      data: { ...given, updatedAt: momentAfter(before.updatedAt) },
    });
  },
});

/** DELETE /v1/assignment-policies/{policyId}: people take what waits then. */
export const deletePolicy = command({
  name: "assignment.deletePolicy",
  access: "users_write",
  input: deletePolicyInput,
  output: deletedPolicySchema,
  example: (given) => ({ policyId: given.policyId ?? "" }),
  async run({ actor, input, emit }) {
    await takeTurn(`policies:${actor.companyId}`);
    const policy = await readablePolicy(actor, input.policyId);
    await requireOwn(actor, policy);
    const { companyId, id, updatedAt } = policy;
    requireMatch(input.ifMatch, updatedAt);
    await prisma.assignmentPolicy.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "assignment/changed", data: { id } });
    return { id, deleted: true as const };
  },
});
