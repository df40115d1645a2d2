import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { assignByRule, takeBackFrom } from "#server/conversations/assigning.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { afterHeld } from "#server/conversations/held.ts";
import { putTeam } from "#server/conversations/teams/giving.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import type { AssignmentPolicy } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { isUndoable } from "#server/scheduled/access.sql.ts";
import { receivingTeam } from "#server/teams/access.ts";
import { silentText } from "#server/users/active.sql.ts";
import { policiesOf } from "./access.ts";
import type { Choice } from "./choosing.ts";
import { type Planned, planWaiting, subjectOf } from "./planning.ts";
import { leftBehind } from "./standing.sql.ts";

type Context = CommandContext<unknown>;

/** One drain at a time in a company: limits are exact. Taken before conversations, or while one is held. */
export const takeTurnAtAssignment = (companyId: string) => takeTurn(`assignment:${companyId}`);

/** Assigns a locked conversation as it was decided, and keeps why. */
export async function carryOut(
  { actor: { companyId } }: Pick<Context, "actor">,
  change: ConversationChange,
  policyId: string,
  { person, reason, eligible, teamId }: Choice & { teamId: string | null },
): Promise<void> {
  const at = change.now;
  const decision = { companyId, id: newId(), conversationId: change.row.id, userId: person.id, policyId, teamId };
  await prisma.assignmentDecision.create({ data: { ...decision, reason, eligible, createdAt: at } });
  const open = eligible[0]?.open ?? 0;
  assignByRule(change, person, { decisionId: decision.id, reason, open, eligible: eligible.length });
  const state = { companyId, userId: person.id };
  await prisma.agentState.upsert({
    where: { companyId_userId: state },
    create: { ...state, lastAssignedAt: at },
    update: { lastAssignedAt: at },
  });
}

async function hand(context: Context, policyId: string, planned: Planned): Promise<boolean> {
  const { actor } = context;
  const row = await lockAnyConversation(actor, planned.waiting.id);
  if (!row || row.assignedTo !== null || row.status === "closed" || row.snoozedUntil !== null) return false;
  // Somebody answers it in this moment, and takes it by that unless they undo it (F6).
  if (await isUndoable(row.companyId, row.id)) return false;
  const change = new ConversationChange(context, row);
  if (planned.teamId !== null && planned.teamId !== row.teamId)
    putTeam(change, await receivingTeam(actor, planned.teamId, "teamId"));
  await carryOut(context, change, policyId, planned);
  await change.commit();
  return true;
}

/** What people left behind who went away, or are not of the team any more, goes back into the queue. */
async function takeBack(context: Context, policy: AssignmentPolicy, take: number): Promise<void> {
  const away = policy.awayHandsBack && policy.onlyAvailable;
  for (const { id, silent } of await leftBehind(context.actor.companyId, subjectOf(policy), { away, take })) {
    const row = await lockAnyConversation(context.actor, id);
    if (!row) continue;
    const current = await afterHeld(context, row);
    // Its holder has answered a moment ago: nobody is left behind.
    if (current.waitingSince === null) continue;
    const change = new ConversationChange(context, current);
    takeBackFrom(change, silent ? "inactive" : "away");
    await change.commit();
  }
}

/** Gives out what waits, by all policies of the company, a batch at a time. */
export const drainQueues = command({
  name: "assignment.drain",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(100) }),
  output: z.object({ assigned: z.int() }),
  example: () => ({}),
  async run(context) {
    const { actor, now, input } = context;
    await takeTurnAtAssignment(actor.companyId);
    let assigned = 0;
    for (const policy of await policiesOf(actor)) {
      if (assigned >= input.limit) break;
      const take = input.limit - assigned;
      await takeBack(context, policy, take);
      for (const planned of await planWaiting(actor, policy, now, { take, lock: true }))
        if (await hand(context, policy.id, planned)) assigned += 1;
    }
    return { assigned };
  },
});

/** Companies in which something may wait for a policy. */
export const givingOut = `select distinct p."companyId" from assignment_policies p where (p."awayHandsBack" and exists (
  select 1 from users u where u."companyId" = p."companyId" and u."availability" = 'away')) or exists (
  select 1 from users u join conversation_activity a on a."companyId" = u."companyId" and a."assignedTo" = u."id"
  where u."companyId" = p."companyId" and ${silentText} and a."waitingSince" is not null and a."status" <> 'closed'
    and a."snoozedUntil" is null
    and (a."teamId" = p."teamId" or (a."teamId" is null and a."channelId" = p."channelId"))) or (p."method" <> 'manual' and exists (
  select 1 from conversation_activity a where a."companyId" = p."companyId" and a."assignedTo" is null
    and a."status" <> 'closed' and a."snoozedUntil" is null
    and (a."teamId" = p."teamId" or (a."teamId" is null and a."channelId" = p."channelId"))))`;
