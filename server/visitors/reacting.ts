import { z } from "zod";
import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { command } from "#server/core/operation.ts";
import { reflectReaction } from "#server/messages/reflecting.ts";
import { reactInput, visitorMessageSchema } from "./schema.ts";
import { seenMessage } from "./viewing.sql.ts";
import { viewForVisitor } from "./viewing.ts";

/** PUT /widget/v1/{channelId}/conversations/{id}/messages/{messageId}/reaction: one of the visitor on each message. */
export const reactAsVisitor = command({
  name: "visitors.react",
  access: "visitor",
  input: reactInput,
  output: z.object({ message: visitorMessageSchema }),
  example: (given) => ({
    conversationId: given.conversationId ?? "",
    messageId: given.messageId ?? "",
    emoji: "👍",
  }),
  async run(context) {
    const { actor, input } = context;
    const { messageId, emoji } = input;
    const { id: conversationId } = await lockConversation(actor, input.conversationId, "chat_talk");
    const found = isId(messageId) ? await seenMessage(actor, messageId) : undefined;
    const visible = found?.conversationId === conversationId && viewForVisitor(found);
    if (!visible || found.extra?.deleted) throw notFound("message");
    // Who has signed in since is another visitor by id, and the same person.
    const known = found.extra?.reactions?.find(({ from }) => from !== "team");
    const about = { messageId, conversationId };
    await reflectReaction(context, about, [known?.by ?? actor.id], { emoji, at: context.now });
    const after = await seenMessage(actor, messageId);
    const message = after && viewForVisitor(after, after.avatarUrl);
    if (!message) throw notFound("message");
    return { message };
  },
});
