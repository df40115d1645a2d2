import type { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { command } from "#server/core/operation.ts";
import type { ScheduledMessage as ScheduledRow } from "#server/db/generated/client.ts";
import { messageSchema, sendMessageInput } from "#server/messages/schema.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { schedule } from "./scheduling.ts";
import { cancelIfField, sendAtField } from "./schema.ts";

/** One that waits, in the shape of the message that it will be. */
function asMessage(row: ScheduledRow): z.input<typeof messageSchema> {
  const { id, conversationId, from, userName, text, draft, sendAt, createdAt } = row;
  const { type = "text/plain", message, response_options: responseOptions = [] } = draft.message ?? {};
  const { url = "", caption = "" } = message ?? {};
  const image = url ? [{ title: "", text: caption, image_url: url }] : [];
  return {
    ...{ id, conversationId, seq: 0, user: from, userName, fromType: "user", senderType: "user", type, text },
    ...{ attachments: image, responseOptions, command: null, status: "queued", failureReason: null },
    ...{ clientMessageId: null, edited: false, sendAt, scheduledMessageId: id, createdAt },
  };
}

/** POST /v1/conversations/{conversationId}/messages: at once, or with sendAt at its time (W8). */
export const sendNowOrLater = command({
  name: "scheduled.sendMessage",
  access: "chat_talk",
  input: sendMessageInput.safeExtend({
    sendAt: sendAtField.optional(),
    cancelIf: cancelIfField.optional(),
  }),
  output: messageSchema,
  example: sendMessage.example,
  async run(context) {
    const { actor, input } = context;
    const { sendAt, cancelIf = [], ...now } = input;
    if (!sendAt) return sendMessage.execute(actor, now);
    if (input.fromType !== "user") throw invalidField("fromType", "Only messages of the team can wait.", "unsupported");
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const { type, body, message, replyToId, response_options } = input;
    const draft = { message: { type, body, message, replyToId, response_options } };
    return asMessage(await schedule(context, conversation, { sendAt, cancelIf, from: input.from, draft }));
  },
});
