import { requireFeature } from "#server/companies/access.ts";
import { command } from "#server/core/operation.ts";
import { lockConversation } from "./access.sql.ts";
import { switchBot } from "./bot-state.ts";
import { ConversationChange } from "./change.ts";
import { afterHeld } from "./held.ts";
import { chatbotStateInput, conversationSchema } from "./schema.ts";
import { viewConversation } from "./viewing.ts";

/** PATCH /v1/conversations/{conversationId}/chatbot-state (F9): 200 also where no chatbot serves the channel. */
export const switchChatbot = command({
  name: "conversations.switchChatbot",
  access: "chat_talk",
  input: chatbotStateInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", chatbotState: "OFF" as const }),
  async run(context) {
    const { actor, input } = context;
    if (input.chatbotState === "ON") await requireFeature(actor, "enable_chatbot");
    const locked = await lockConversation(actor, input.conversationId, "chat_talk");
    const change = new ConversationChange(context, await afterHeld(context, locked));
    switchBot(change, input.chatbotState, { id: null, name: actor.name });
    return viewConversation((await change.commit()).row);
  },
});
