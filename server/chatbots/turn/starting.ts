import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { requireFeature } from "#server/companies/access.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { switchBot } from "#server/conversations/bot-state.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { afterHeld } from "#server/conversations/held.ts";
import { systemActor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { servingChatbot } from "../access.ts";
import { isAnswering } from "../flow/context.ts";
import { startAt } from "../flow/engine.ts";
import { endWait } from "../fulfillment/waiting.ts";
import { startFlowInput } from "../schema.ts";
import { applyTurn } from "./applying.ts";
import { handledUpTo, readMoment } from "./reading.ts";

/**
 * Switches the bot on and has it say a step of its flow at once. What the visitor has written before counts as dealt
 * with, and an endpoint that is still asked about it comes too late. The window and closed conversations hold (F4, F10).
 */
export const startFlow = command({
  name: "chatbots.startFlow",
  access: "chat_talk",
  input: startFlowInput,
  output: z.object({ said: z.int() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", step: "name" }),
  async run(context) {
    const { actor, input } = context;
    await requireFeature(actor, "enable_chatbot");
    const locked = await lockConversation(actor, input.conversationId, "chat_talk");
    if (locked.status === "closed") throw new AppError("conversation_closed");
    const chatbot = await servingChatbot(actor, locked.channelId);
    if (!isAnswering(chatbot))
      throw new AppError("conflict", { message: "No chatbot answers on this channel: switch one on first." });
    const change = new ConversationChange(context, await afterHeld(context, locked));
    switchBot(change, "ON", { id: null, name: actor.name });
    const { row } = await change.commit();
    // The turn is no earlier than the switch, so that the visitor's answer is not taken for one after an absence.
    const moment = await readMoment(actor, row, chatbot, [], row.updatedAt);
    const result = startAt(moment, input.step);
    if (!result) throw invalidField("step", "The chatbot has no such step.", "unknown_reference");
    await endWait(row);
    const state = handledUpTo(result.state, row.lastVisitorSeq);
    await applyTurn({ ...context, actor: systemActor(actor.companyId) }, row, chatbot, { ...result, state });
    return { said: result.messages.length };
  },
});
