import { readableContacts } from "#server/contacts/access.sql.ts";
import type { ContactContext } from "#server/contacts/saving.ts";
import { holdConversationsOf } from "#server/conversations/access.sql.ts";
import { handConversations } from "#server/conversations/linking/handing.sql.ts";
import { handNotes } from "#server/notes/belonging.ts";
import { handTasks } from "#server/tasks/moving.ts";
import { handMessages } from "#server/templates/messages/handing.ts";
import type { MovedIds } from "./schema.ts";

type Way = { from: string; to: string };

/** Conversations first: they are always held before their contact. Who saw them as its owner may see them no more. */
export async function moveConversations(
  { actor, emit }: ContactContext,
  { from, to }: Way,
  only?: readonly string[],
): Promise<string[]> {
  await holdConversationsOf(actor.companyId, [from]);
  const handed = await handConversations(actor.companyId, { from, to, ...(only ? { only } : {}) });
  const [former] = handed.length > 0 ? await readableContacts(actor, [from]) : [];
  const unseen = former?.assignedTo ? { unseen: [former.assignedTo] } : {};
  for (const { id, channelId, updatedAt: at } of handed)
    emit({ type: "conversation/changed", conversationId: id, channelId, at, data: { id, ...unseen } });
  return handed.map(({ id }) => id);
}

/** Everything else that is one contact's becomes the other's, all or what is named; answers what. */
export async function moveRest(
  { actor: { companyId } }: ContactContext,
  { from, to }: Way,
  only?: MovedIds,
): Promise<Omit<MovedIds, "conversations">> {
  return {
    notes: await handNotes(companyId, from, to, only?.notes),
    tasks: await handTasks(companyId, from, to, only?.tasks),
    campaignMessages: await handMessages(companyId, from, to, only?.campaignMessages),
  };
}
