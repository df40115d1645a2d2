import { minute } from "#server/base/clock.ts";
import { isId, newId } from "#server/base/ids.ts";
import type { ConversationRow, StoredParticipant } from "#server/conversations/row.ts";
import type { Listener } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";
import { wasOpenedSince } from "#server/messages/said.sql.ts";
import { lockPlanned } from "./access.sql.ts";
import { csatSettingsOf } from "./access.ts";

/** A person of the team who held the conversation, else the one who spoke last. */
function agentOf({ assignedTo, persistentLastOperator }: ConversationRow): string | null {
  if (assignedTo) return assignedTo;
  return persistentLastOperator && isId(persistentLastOperator) ? persistentLastOperator : null;
}

function lastOf({ participants }: ConversationRow, types: readonly StoredParticipant["type"][]): Date | null {
  const times = participants.filter(({ type }) => types.includes(type)).map(({ lastMessageAt }) => lastMessageAt ?? "");
  const last = times.sort().at(-1);
  return last ? new Date(last) : null;
}

/** Since it was opened again the bot has answered and no person has: there is nobody to ask about. */
async function talkedToBotAlone(conversation: ConversationRow): Promise<boolean> {
  const person = lastOf(conversation, ["user", "externalOperator"]);
  const bot = lastOf(conversation, ["robot"]);
  return person !== null && bot !== null && person < bot && wasOpenedSince(conversation, person);
}

/** A conversation in which a person of the team has written was closed: the question waits for its time. */
export const planSurvey: Listener<ConversationRow> = async ({ now }, conversation) => {
  const { companyId, id: conversationId, channelId, teamId } = conversation;
  if (!conversation.firstHumanMessageAt || conversation.imported) return;
  const { enabled, delayMinutes, scale } = await csatSettingsOf(conversation);
  if (!enabled || (await talkedToBotAlone(conversation))) return;
  const closedAt = conversation.closedAt ?? now;
  const askAt = new Date(closedAt.getTime() + delayMinutes * minute);
  const about = { agentId: agentOf(conversation), teamId, closedAt, askAt, scale, updatedAt: now };
  const waiting = await lockPlanned(companyId, conversationId);
  if (waiting)
    return void (await prisma.csatResponse.update({
      where: { companyId_id: { companyId, id: waiting.id } },
      data: about,
    }));
  await prisma.csatResponse.create({
    data: { companyId, id: newId(), conversationId, channelId, ...about, createdAt: now },
  });
};
