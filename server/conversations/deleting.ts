import { forgetIdentity } from "#server/channels/forgetting.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { forward, moment, momentAfter } from "#server/db/moment.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import { forgetSessions } from "#server/visitors/forgetting.ts";
import { lockConversation } from "./access.ts";
import type { ConversationRow } from "./row.ts";
import { deleteConversationInput, deletedSchema } from "./schema.ts";

/** With the last conversation goes what its channel knows of the visitor. */
async function forgetVisitor({ companyId, id, channelId, visitorId }: ConversationRow): Promise<void> {
  const another = await row(sql`
    select 1 from conversations where "companyId" = ${companyId} and "channelId" = ${channelId}
      and "visitorId" = ${visitorId} and "id" <> ${id} limit 1`);
  if (another) return;
  await forgetSessions(companyId, channelId, visitorId);
  await forgetIdentity({ companyId, channelId, visitorId });
}

/** DELETE /v1/conversations/{conversationId} (E14): messages and notes go, the contact stays. */
export const deleteConversation = command({
  name: "conversations.delete",
  access: "clients_write",
  input: deleteConversationInput,
  output: deletedSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input, emit }) {
    const conversation = await lockConversation(actor, input.conversationId, "clients_write");
    const { id, companyId, channelId, contactId, updatedAt } = conversation;
    requireMatch(input.ifMatch, updatedAt);
    const at = momentAfter(updatedAt);
    await execute(sql`delete from notes where "companyId" = ${companyId} and "conversationId" = ${id}`);
    const person = await row<{ updatedAt: Date; channelId: string | null }>(sql`
      update contacts set "conversationId" = null, "updatedAt" = ${forward(moment())}
      where "companyId" = ${companyId} and "id" = ${contactId} and "conversationId" = ${id}
      returning "updatedAt", "channelId"`);
    if (person && contactId) {
      const about = { contactId, channelId: person.channelId, at: person.updatedAt };
      emit({ type: "contact/changed", ...about, data: { id: contactId } });
    }
    await forgetVisitor(conversation);
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
