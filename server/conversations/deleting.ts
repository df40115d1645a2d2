import { forgetConversation } from "#server/contacts/saving.sql.ts";
import { type ListenerContext, Listeners } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { deleteNotesOfConversation } from "#server/notes/belonging.ts";
import { requireNotHeld } from "#server/retention/access.ts";
import { lockConversation } from "./access.sql.ts";
import type { ConversationRow } from "./row.ts";
import { deleteConversationInput, deletedSchema } from "./schema.ts";
import { deleteRow, hasAnother } from "./writing.sql.ts";

type Visitor = { companyId: string; channelId: string; visitorId: string };

/** A visitor's last conversation on a channel goes, and with it what is known of the visitor there. */
export const visitorsGone = new Listeners<Visitor>("visitors whose last conversation goes");

/** What waits in a conversation goes with it. */
export const conversationsGone = new Listeners<ConversationRow>("conversations that go");

async function forgetVisitor(context: ListenerContext, conversation: ConversationRow): Promise<void> {
  const { companyId, channelId, visitorId } = conversation;
  if (!(await hasAnother(conversation))) await visitorsGone.tell(context, { companyId, channelId, visitorId });
}

/** DELETE /v1/conversations/{conversationId} (E14): messages and notes go, the contact stays. */
export const deleteConversation = command({
  name: "conversations.delete",
  access: "clients_write",
  input: deleteConversationInput,
  output: deletedSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input, emit } = context;
    const conversation = await lockConversation(actor, input.conversationId, "clients_write");
    const { id, companyId, channelId, contactId, updatedAt } = conversation;
    requireMatch(input.ifMatch, updatedAt);
    await requireNotHeld(companyId, { contactIds: [contactId], conversationIds: [id] });
    const at = momentAfter(updatedAt);
    await deleteNotesOfConversation(companyId, id);
    const person = contactId ? await forgetConversation({ companyId, id: contactId }, id) : undefined;
    if (person && contactId) {
      const about = { contactId, channelId: person.channelId, at: person.updatedAt };
      emit({ type: "contact/changed", ...about, data: { id: contactId } });
    }
    await conversationsGone.tell(context, conversation);
    await forgetVisitor(context, conversation);
    await deleteRow(conversation);
    emit({
      type: "conversation/deleted",
      conversationId: id,
      channelId,
      contactId,
      data: { id, companyId, websiteId: channelId, contactId: contactId ?? "", deletedAt: at.toISOString() },
      at,
    });
    return { id, deleted: true as const };
  },
});
