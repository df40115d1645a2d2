import type { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { command } from "#server/core/operation.ts";
import type { ScheduledMessage as ScheduledRow } from "#server/db/generated/client.ts";
import { viewMessage } from "#server/messages/row.ts";
import { messageSchema, sendMessageInput } from "#server/messages/schema.ts";
import { repeated, sendMessage } from "#server/messages/sending.ts";
import { clientIdOf } from "./choices.ts";
import { schedule, waitingAs } from "./scheduling.ts";
import { cancelIfField, sendAtField } from "./schema.ts";

/** One that waits, in the shape of the message that it will be. */
function asMessage(row: ScheduledRow): z.input<typeof messageSchema> {
  const { id, conversationId, from, userName, text, draft, sendAt, createdAt } = row;
  const { type = "text/plain", message, response_options: responseOptions = [] } = draft.message ?? {};
  const { url = "", caption = "" } = message ?? {};
  const image = url ? [{ title: "", text: caption, image_url: url }] : [];
  return {
    id,
    conversationId,
    seq: 0,
    user: from,
    userName,
    fromType: "user",
    senderType: "user",
    type,
    text,
    attachments: image,
    responseOptions,
    command: null,
    status: "queued",
    failureReason: null,
    clientMessageId: clientIdOf(draft) ?? null,
    edited: false,
    sendAt,
    scheduledMessageId: id,
    createdAt,
  };
}

/** What its sender has sent under this id, whether it has left or waits: a repeat creates nothing (F3). */
async function sentAs(conversation: ConversationRow, clientMessageId: string | undefined) {
  const sent = await repeated(conversation, clientMessageId);
  if (sent) return viewMessage(sent);
  const waiting = await waitingAs(conversation, clientMessageId);
  return waiting && asMessage(waiting);
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
    const { clientMessageId } = input;
    if (!sendAt && !clientMessageId) return sendMessage.execute(actor, now);
    if (sendAt && input.fromType !== "user")
      throw invalidField("fromType", "Only messages of the team can wait.", "unsupported");
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const known = await sentAs(conversation, clientMessageId);
    if (known) return known;
    if (!sendAt) return sendMessage.execute(actor, now);
    const { type, body, message, replyToId, response_options } = input;
    const draft = { message: { type, body, message, replyToId, response_options, clientMessageId } };
    return asMessage(await schedule(context, conversation, { sendAt, cancelIf, from: input.from, draft }));
  },
});
