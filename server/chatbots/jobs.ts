import { z } from "zod";
import { readableConversations } from "#server/conversations/access.sql.ts";
import { robotActor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { servingChatbot } from "./access.ts";
import { startCalls } from "./fulfillment/caller.ts";
import { takeBotTurn } from "./turn/turn.ts";

/** Finds the chatbot that serves a conversation, so that its actions are recorded as its own. */
const findServing = query({
  name: "chatbots.serving",
  access: "system",
  input: z.object({ conversationId: z.uuid() }),
  output: z.object({ chatbot: z.object({ id: z.string(), name: z.string() }).nullable() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const [conversation] = await readableConversations(actor, [input.conversationId]);
    const chatbot = conversation && (await servingChatbot(actor, conversation.channelId));
    return { chatbot: chatbot ? { id: chatbot.id, name: chatbot.title } : null };
  },
});

/** How soon it is looked again whether a person's held reply has left or was undone. */
const undecidedMs = 500;

/**
 * Runs after each message of a visitor, and again while a person's reply to it can still be undone. Where endpoints are asked, the job ends at once and the turn continues when
 * they reply.
 */
const botTurn = task({
  name: "bot.turn",
  payload: eventPayload.pick({ companyId: true, conversationId: true, messageId: true }),
  async run({ actor, payload }) {
    const { companyId, conversationId, messageId } = payload;
    if (!conversationId || !messageId) return;
    const { chatbot } = await findServing.execute(actor, { conversationId });
    const taking = chatbot ? robotActor(actor.companyId, chatbot) : actor;
    const { asking, undecided } = await takeBotTurn.execute(taking, { conversationId, messageId });
    if (asking) startCalls(actor.companyId, asking);
    if (!undecided) return;
    const runAt = new Date(Date.now() + undecidedMs);
    await addJob(
      "bot.turn",
      { companyId, conversationId, messageId },
      { key: `bot:${messageId}`, runAt, priority: -10 },
    );
  },
});

export const chatbotTasks: readonly Task[] = [botTurn];
