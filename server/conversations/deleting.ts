import { type ListenerContext, Listeners } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { forward, moment, momentAfter } from "#server/db/moment.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import { deleteNotesOfConversation } from "#server/notes/belonging.ts";
import { requireNotHeld } from "#server/retention/access.ts";
import { lockConversation } from "./access.ts";
import type { ConversationRow } from "./row.ts";
import { deleteConversationInput, deletedSchema } from "./schema.ts";

type Visitor = { companyId: string; channelId: string; visitorId: string };

/** A visitor's last conversation on a channel goes, and with it what is known of the visitor there. */
export const visitorsGone = new Listeners<Visitor>("visitors whose last conversation goes");

async function forgetVisitor(context: ListenerContext, conversation: ConversationRow): Promise<void> {
  const { companyId, id, channelId, visitorId } = conversation;
  const another = await row(sql`
    select 1 from conversations where "companyId" = ${companyId} and "channelId" = ${channelId}
      and "visitorId" = ${visitorId} and "id" <> ${id} limit 1`);
  if (!another) await visitorsGone.tell(context, { companyId, channelId, visitorId });
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
    const person = await row<{ updatedAt: Date; channelId: string | null }>(sql`
      update contacts set "conversationId" = null, "updatedAt" = ${forward(moment())}
      where "companyId" = ${companyId} and "id" = ${contactId} and "conversationId" = ${id}
      returning "updatedAt", "channelId"`);
    if (person && contactId) {
      const about = { contactId, channelId: person.channelId, at: person.updatedAt };
      emit({ type: "contact/changed", ...about, data: { id: contactId } });
    }
    await forgetVisitor(context, conversation);
    await execute(sql`delete from conversations where "companyId" = ${companyId} and "id" = ${id}`);
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
