import { type ListenerContext, Listeners } from "#server/core/listeners.ts";
import { lockAnyConversation } from "./access.sql.ts";
import type { ConversationRow } from "./row.ts";

export type Deed = { conversation: ConversationRow; moved: boolean };

/** Somebody does something in a held conversation whose place is after what was sent before it (W8). */
export const deedsComing = new Listeners<Deed>("deeds whose place is after what is still held");

/** What was sent a moment ago and could still be undone leaves first; answers the conversation as it is then. */
export async function afterHeld(context: ListenerContext, conversation: ConversationRow): Promise<ConversationRow> {
  const deed = { conversation, moved: false };
  await deedsComing.tell(context, deed);
  return deed.moved ? ((await lockAnyConversation(context.actor, conversation.id)) ?? conversation) : conversation;
}
