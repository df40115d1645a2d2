import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import type { ServingChatbot } from "../access.ts";
import type { Slots } from "../flow/answers.ts";
import type { FlowContext } from "../flow/engine.ts";
import { type Merged, mergeReplies } from "../flow/fulfillment-merging.ts";
import { recordCalls } from "./recording.ts";
import type { FulfillmentNote, PlacedAnswer, TurnReply } from "./schema.ts";

type ReplyContext = { chatbot: ServingChatbot; conversation: ConversationRow; off: boolean; moment: FlowContext };
export type AppliedReply = {
  /** Those of the whole turn so far, in the order they were asked. */
  answers: readonly PlacedAnswer[];
  /** How the last calls ended. */
  results: Merged["results"];
  /** The bot stays silent: only the answers' writes count. */
  silenced: boolean;
};

function noted(reply: TurnReply, note: FulfillmentNote): Merged["results"] {
  return reply.results.map((one) => ({ ...one, won: false, notes: one.answer ? [...one.notes, note] : one.notes }));
}

/** How a reply applies now: since the call, the bot may have been switched or another chatbot may serve the channel. */
export function applyReply(reply: TurnReply, { chatbot, conversation, off, moment }: ReplyContext): AppliedReply {
  const switched = (conversation.chatbotStateAt?.getTime() ?? 0) > reply.startedAt.getTime();
  const silenced = off || switched;
  if (reply.chatbotId !== chatbot.id) {
    return { answers: [], results: noted(reply, { field: "", reason: "chatbot_changed" }), silenced };
  }
  const { nodes, state } = moment;
  return { ...mergeReplies(reply.earlier.answers, reply.results, { state, nodes, silenced }), silenced };
}

type Context = Pick<CommandContext<unknown>, "emit">;

/** Records the calls of a turn for the inspector and updates its open screens. */
export async function recordTurn(
  context: Context,
  conversation: ConversationRow,
  turn: { reply: TurnReply; results: Merged["results"]; before: Slots; after: Slots },
): Promise<void> {
  const { chatbotId, seq, startedAt, request } = turn.reply;
  const { companyId, id: conversationId } = conversation;
  await recordCalls({ ...turn, companyId, conversationId, chatbotId, seq, startedAt, request });
  context.emit({ type: "chatbot/called", channelId: conversation.channelId, data: { id: chatbotId } });
}

/** A reply that comes too late: the turn has continued without it. */
export async function recordLate(context: Context, conversation: ConversationRow, reply: TurnReply, slots: Slots) {
  const results = noted(reply, { field: "", reason: "too_late" });
  await recordTurn(context, conversation, { reply, results, before: slots, after: slots });
}
