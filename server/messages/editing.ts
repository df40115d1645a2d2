import { minute } from "#server/base/clock.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { retellLast } from "#server/conversations/row.sql.ts";
import { command } from "#server/core/operation.ts";
import { momentAfter } from "#server/db/moment.ts";
import { isLast, messageOf, saveEdit } from "./row.sql.ts";
import { viewMessage } from "./row.ts";
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
    const message = isId(input.messageId) ? await messageOf(conversation, input.messageId) : undefined;
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
    await saveEdit(message, input.body, now);
    if (await isLast(message)) await retellLast(conversation, { ...message, text: input.body }, now);
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
