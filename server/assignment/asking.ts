import type { ConversationChange } from "#server/conversations/change.ts";
import type { Actor } from "#server/core/actor.ts";
import { policyOfChannel } from "./access.ts";
import { carryOut, takeTurnAtAssignment } from "./draining.ts";
import { planOf } from "./planning.ts";

/**
 * The channel's policy, asked by its chatbot when it hands over (G1): whether there is one that gives out by itself.
 * Where nobody can take the conversation it waits for the next look at the queue.
 */
export async function assignByPolicy(actor: Actor, change: ConversationChange): Promise<boolean> {
  const { channelId, assignedTo, id, persistentLastOperator } = change.row;
  const policy = await policyOfChannel(actor, channelId);
  if (!policy) return false;
  if (assignedTo !== null || change.row.teamId !== null) return true;
  await takeTurnAtAssignment(actor.companyId);
  const [planned] = await planOf(actor, policy, [{ id, persistentLastOperator }], change.now);
  if (planned && planned.teamId === null) await carryOut({ actor }, change, policy.id, planned);
  return true;
}
