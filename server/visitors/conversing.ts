import { z } from "zod";
import { lockConversation, readableConversation } from "#server/conversations/access.sql.ts";
import { command, query } from "#server/core/operation.ts";
import { postMessage } from "#server/messages/sending.ts";
import { contentOfVisitor } from "./content.ts";
import {
  sendInput,
  sentSchema,
  visitorConversationSchema,
  visitorMessageSchema,
  visitorMessagesInput,
} from "./schema.ts";
import { messagesForVisitor } from "./viewing.sql.ts";
import { viewAllForVisitor, viewForVisitor, viewVisitorConversation } from "./viewing.ts";

/** POST /widget/v1/{channelId}/conversations/{id}/messages. A closed one reopens, or goes on in a new one (E4). */
export const sendAsVisitor = command({
  name: "visitors.send",
  access: "visitor",
  input: sendInput,
  output: sentSchema,
  example: (given) => ({
    conversationId: given.conversationId ?? "",
    message: { body: "Is anybody there?", clientMessageId: "c-2" },
  }),
  async run(context) {
    const { actor, input } = context;
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const content = await contentOfVisitor(actor, input.message, conversation);
    const sender = { fromType: "visitor", type: "visitor", id: actor.id, name: conversation.visitorName } as const;
    const written = await postMessage(context, conversation, sender, content);
    const message = viewForVisitor(written);
    if (!message) throw new Error("a visitor sees their own message");
    return { message, conversation: await viewVisitorConversation(actor, written.conversationId) };
  },
});

/** GET /widget/v1/{channelId}/conversations/{id}/messages: ascending by seq, never commands or notes (M4). */
export const listForVisitor = query({
  name: "visitors.messages",
  access: "visitor",
  input: visitorMessagesInput,
  output: z.object({
    messages: z.array(visitorMessageSchema),
    hasMore: z.boolean().meta({ description: "There are more in the direction asked for." }),
    conversation: visitorConversationSchema,
  }),
  example: (given) => ({ conversationId: given.conversationId ?? "", after: 0 }),
  async run({ actor, input }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const { after, before, limit } = input;
    const forward = after !== undefined;
    const found = await messagesForVisitor(actor, conversation.id, { after, before, limit });
    const shown = found.slice(0, limit);
    return {
      messages: viewAllForVisitor(forward ? shown : shown.reverse()),
      hasMore: found.length > limit,
      conversation: await viewVisitorConversation(actor, conversation.id),
    };
  },
});
