import { minute } from "#server/base/clock.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { command } from "#server/core/operation.ts";
import { momentAfter } from "#server/db/moment.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import { type MessageRow, viewMessage } from "./row.ts";
import { editMessageInput, messageSchema } from "./schema.ts";

const editableFor = 15 * minute;

/** PATCH /v1/conversations/{conversationId}/messages/{messageId} (F11): own text on WEB, for 15 minutes. */
export const editMessage = command({
  name: "messages.edit",
  access: "chat_talk",
  input: editMessageInput,
  output: messageSchema,
  example: (given) => ({
    conversationId: given.conversationId ?? "",
    messageId: given.messageId ?? "",
    body: "Good afternoon",
  }),
  async run({ actor, input, emit }) {
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const now = momentAfter(conversation.updatedAt);
    const message = isId(input.messageId)
      ? await row<MessageRow>(sql`select * from messages where "companyId" = ${actor.companyId}
          and "id" = ${input.messageId} and "conversationId" = ${conversation.id}`)
      : undefined;
    if (!message || message.type === "command") throw notFound("message");
    if (message.fromType !== "user" || message.sender !== actor.userId) {
      throw new AppError("forbidden", { message: "Only its author can edit a message." });
    }
    if (message.type !== "text/plain" || conversation.channel !== "WEB") {
      throw new AppError("conflict", { message: "Only text messages of the web channel can be edited." });
    }
    if (now.getTime() - message.createdAt.getTime() > editableFor) {
      throw new AppError("conflict", { message: "A message can be edited for 15 minutes." });
    }
    if (message.text === input.body) return viewMessage(message);
    await execute(sql`update messages set "text" = ${input.body}, "edited" = true, "editedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${message.id}`);
    await execute(sql`update conversations set "lastMessage" = ${input.body}, "updatedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${conversation.id} and not exists (
        select 1 from messages where "companyId" = ${actor.companyId} and "conversationId" = ${conversation.id}
          and "seq" > ${message.seq} and "type" <> 'command')`);
    emit({
      type: "message/changed",
      conversationId: conversation.id,
      channelId: conversation.channelId,
      messageId: message.id,
      at: now,
    });
    return viewMessage({ ...message, text: input.body, edited: true });
  },
});
