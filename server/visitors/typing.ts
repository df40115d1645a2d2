import { z } from "zod";
import { readableConversation } from "#server/conversations/access.sql.ts";
import { query } from "#server/core/operation.ts";
import { signalTyping } from "#server/kit/realtime/signals.ts";
import { typingInput } from "./schema.ts";

/** POST /widget/v1/{channelId}/typing: shown to the agents who have the thread open, never stored. */
export const typeAsVisitor = query({
  name: "visitors.typing",
  access: "visitor",
  input: typingInput,
  output: z.object({}),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const { id, channelId, visitorId, visitorName } = await readableConversation(actor, input.conversationId);
    signalTyping({
      companyId: actor.companyId,
      conversationId: id,
      channelId,
      visitorId,
      from: "visitor",
      name: visitorName,
      typing: input.typing,
    });
    return {};
  },
});
