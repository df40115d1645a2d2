import { command } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";
import { lockConversation } from "./access.ts";
import { conversationIdInput, deletedSchema } from "./schema.ts";

/** DELETE /v1/conversations/{conversationId} (E14): messages and notes go, the contact stays. */
export const deleteConversation = command({
  name: "conversations.delete",
  access: "clients_write",
  input: conversationIdInput,
  output: deletedSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input, now, emit }) {
    const { id, companyId, channelId, contactId } = await lockConversation(
      actor,
      input.conversationId,
      "clients_write",
    );
    await execute(sql`delete from notes where "companyId" = ${companyId} and "conversationId" = ${id}`);
    await execute(sql`update contacts set "conversationId" = null
      where "companyId" = ${companyId} and "id" = ${contactId} and "conversationId" = ${id}`);
    await execute(sql`delete from conversations where "companyId" = ${companyId} and "id" = ${id}`);
    emit({
      type: "conversation/deleted",
      conversationId: id,
      channelId,
      contactId,
      data: { id, companyId, websiteId: channelId, contactId: contactId ?? "", deletedAt: now.toISOString() },
    });
    return { id, deleted: true as const };
  },
});
