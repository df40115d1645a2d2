import { command } from "#server/core/operation.ts";
import { lockConversation } from "./access.ts";
import { switchBot } from "./bot-state.ts";
import { chatbotStateInput, conversationSchema } from "./schema.ts";
import { viewConversation } from "./viewing.ts";
import { Work } from "./work.ts";

/** PATCH /v1/conversations/{conversationId}/chatbot-state (F9): 200 also where no chatbot serves the channel. */
export const switchChatbot = command({
  name: "conversations.switchChatbot",
  access: "chat_talk",
  input: chatbotStateInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", chatbotState: "OFF" as const }),
  async run(context) {
    const { actor, input } = context;
    const work = new Work(context, await lockConversation(actor, input.conversationId, "chat_talk"));
    switchBot(work, input.chatbotState, { id: null, name: actor.name });
    return viewConversation((await work.commit()).row);
  },
});
