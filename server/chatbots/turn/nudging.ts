import { z } from "zod";
import { second } from "#server/base/clock.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { isUndoable } from "#server/scheduled/access.sql.ts";
import { type ServingChatbot, servingChatbot } from "../access.ts";
import { isAnswering, parsedNodes, parsedSettings } from "../flow/context.ts";
import { orderOf } from "../flow/turn.ts";
import { nudgeWords } from "../flow/words.ts";
import { knownState } from "./reading.ts";
import { sayAsRobot } from "./saying.ts";
import { findSilent } from "./silent.sql.ts";

/** A silence this much longer than intended means that the service was down: the visitor has left by now. */
const tooLateSeconds = 3600;

/** Conversations in which a question has waited for longer than their chatbot does (are_you_there), oldest first. */
export const listSilent = query({
  name: "chatbots.listSilent",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor, now, input }) {
    const silent = await findSilent(actor.companyId, now, tooLateSeconds, input.limit);
    return { ids: silent.map(({ id }) => id) };
  },
});

/** Whether the visitor is still silent, now that the row is locked. */
function isDue(row: ConversationRow, chatbot: ServingChatbot, now: Date): boolean {
  const after = (parsedSettings(chatbot.settings).are_you_there?.send_after ?? 0) * second;
  const state = knownState(row);
  const waits = state.waiting !== "" && state.nudgedSeq < row.lastVisitorSeq && row.lastMessageBy === "robot";
  const open = row.status !== "closed" && row.chatbotState === "ON" && now <= (windowEnd(row) ?? now);
  return waits && open && after > 0 && (row.lastMessageAt ?? now).getTime() + after <= now.getTime();
}

function nudge(context: CommandContext<unknown>, row: ConversationRow, chatbot: ServingChatbot): ConversationChange {
  const { special_messages: special, lang } = parsedSettings(chatbot.settings);
  const words = (special?.are_you_there ?? []).filter((text) => text.trim() !== "");
  const language = orderOf(parsedNodes(chatbot.questionList)).languageFor(knownState(row).language, lang);
  const text = words[row.lastVisitorSeq % words.length] ?? nudgeWords(language);
  const change = new ConversationChange(context, row);
  sayAsRobot(change, chatbot, [{ text, options: [] }]);
  change.set({ flowState: { ...row.flowState, nudgedSeq: row.lastVisitorSeq } });
  return change;
}

/** Asks a silent visitor once whether they are still there; through the gate, like everything the bot says. */
export const nudgeVisitor = command({
  name: "chatbots.nudge",
  access: "system",
  input: z.object({ conversationId: z.string() }),
  output: z.object({ nudged: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const row = await lockConversation(context.actor, context.input.conversationId, "chat_talk");
    const chatbot = await servingChatbot(context.actor, row.channelId);
    if (!isAnswering(chatbot) || !isDue(row, chatbot, context.now)) return { nudged: false };
    if (await isUndoable(row.companyId, row.id)) return { nudged: false };
    await nudge(context, row, chatbot).commit();
    return { nudged: true };
  },
});
