import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { timed, turnSeconds } from "#server/base/measures.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import type { Said } from "#server/messages/said.sql.ts";
import { isUndoable } from "#server/scheduled/access.sql.ts";
import { type ServingChatbot, servingChatbot } from "../access.ts";
import { type FlowContext, type FlowResult, takeData, takeTurns } from "../flow/engine.ts";
import { type AppliedReply, applyReply, recordLate, recordTurn } from "../fulfillment/applying.ts";
import { type Asking, askingSchema, turnReplySchema } from "../fulfillment/schema.ts";
import { endWait, waitOf } from "../fulfillment/waiting.ts";
import { applyTurn, captureVisitor, transferMuted } from "./applying.ts";
import { type Asker, askFirst, askFurther } from "./asking.ts";
import { handledUpTo, incomingOf, knownState, pendingMessages, readMoment } from "./reading.ts";

const turnInput = z.object({
  conversationId: z.string(),
  messageId: z.string().nullable().meta({ description: "The visitor's message; null where endpoints have replied." }),
  reply: turnReplySchema.optional(),
});
type Context = CommandContext<z.output<typeof turnInput>>;
type Turn = Asker & { context: Context };

/** What is known once the messages, or only what an endpoint says of them, have been read. */
function read(moment: FlowContext, said: readonly Said[], applied: AppliedReply | null): FlowResult {
  const handledSeq = said.at(-1)?.seq ?? moment.state.handledSeq;
  const told = { ...moment, answers: applied?.answers ?? [] };
  if (!applied?.silenced) {
    const result = takeTurns(told, said.map(incomingOf));
    return { ...result, state: handledUpTo(result.state, handledSeq) };
  }
  const result = takeData(told);
  return { ...result, state: { ...handledUpTo(result.state, handledSeq), at: moment.state.at } };
}

/** A conversation that is gone needs no answer. */
async function lockIfThere(context: Context): Promise<ConversationRow | undefined> {
  try {
    return await lockConversation(context.actor, context.input.conversationId, "chat_talk");
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Where no bot answers, what the visitor has said about themselves still becomes a contact. */
async function keepSilent(context: Context, conversation: ConversationRow, chatbot: ServingChatbot | undefined) {
  const known = await captureVisitor(context, conversation);
  return chatbot?.enabled && chatbot.muted && !isOff(known) ? transferMuted(context, known, chatbot) : known;
}

const isOff = (conversation: ConversationRow) =>
  conversation.chatbotState === "OFF" || conversation.status === "closed";

/** Nothing that it says could arrive (F10): the visitor's next words open the window again. */
const isLate = (conversation: ConversationRow, now: Date) => {
  const ends = windowEnd(conversation);
  return ends !== null && ends < now;
};

/** A person has answered and may still undo it: the bot waits for which it will be. One that is off goes on listening. */
const isUndecided = async (conversation: ConversationRow) =>
  !isOff(conversation) && (await isUndoable(conversation.companyId, conversation.id));

type Taken = { said: number; asking: Asking | null };
const nothing: Taken = { said: 0, asking: null };

/** One message, or several that no endpoint is asked about. */
async function takePortion(turn: Turn, said: readonly Said[]): Promise<Taken & { row: ConversationRow }> {
  const { context, conversation, chatbot, off } = turn;
  const [first] = said;
  const reply = context.input.reply?.seq === first?.seq ? context.input.reply : undefined;
  const asks = !reply && chatbot.fulfillmentUrls.length > 0;
  if (!first || (off && !reply && !(asks && chatbot.enabled))) return { ...nothing, row: conversation };
  const moment = await readMoment(context.actor, conversation, chatbot, said, context.now);
  const applied = reply ? applyReply(reply, { chatbot, conversation, off, moment }) : null;
  const further = reply && applied ? await askFurther(turn, moment, first, { reply, applied }) : undefined;
  const asking = further?.asking ?? (asks ? await askFirst(turn, moment, first) : null);
  if (asking || (off && !reply)) return { said: 0, asking, row: conversation };
  const result = read(moment, said, applied);
  const row = await applyTurn(context, conversation, chatbot, result);
  if (reply && applied) {
    const [before, after] = [moment.state.slots, result.state.slots];
    const results = [...applied.results, ...(further?.missed ?? [])];
    await recordTurn(context, conversation, { reply, results, before, after });
  }
  return { said: result.messages.length, asking: null, row };
}

/** One message at a time where endpoints are asked, because each request contains what the turn before has changed. */
async function goOn(context: Context, locked: ConversationRow, chatbot: ServingChatbot): Promise<Taken> {
  const { reply, messageId } = context.input;
  const mute = !chatbot.enabled || chatbot.muted || isOff(locked) || isLate(locked, context.now);
  let conversation = mute ? await keepSilent(context, locked, chatbot) : locked;
  if (mute && !reply && chatbot.fulfillmentUrls.length === 0) return nothing;
  const said = await pendingMessages(conversation, { id: mute ? messageId : null, seq: reply?.seq ?? 0 });
  const portions = chatbot.fulfillmentUrls.length > 0 || reply ? said.map((one) => [one]) : [said];
  let count = 0;
  for (const portion of portions) {
    const off = mute || isOff(conversation);
    const taken = await takePortion({ context, conversation, chatbot, off }, portion);
    count += taken.said;
    conversation = taken.row;
    if (taken.asking) return { said: count, asking: taken.asking };
  }
  return { said: count, asking: null };
}

async function takeTurn(context: Context): Promise<Taken & { undecided?: boolean }> {
  const conversation = await lockIfThere(context);
  if (!conversation) return nothing;
  if (await isUndecided(conversation)) return { ...nothing, undecided: true };
  const { reply } = context.input;
  const chatbot = await servingChatbot(context.actor, conversation.channelId);
  const { handledSeq, slots } = knownState(conversation);
  // Also where there is no endpoint any more: the message that one is still asked about comes before this one.
  const wait = await waitOf(conversation);
  const asked = wait && wait.seq > handledSeq ? wait : undefined;
  if (asked && !reply) return nothing;
  if (wait && (!asked || asked.seq === reply?.seq)) await endWait(conversation);
  if (reply && asked?.seq !== reply.seq) {
    await recordLate(context, conversation, reply, slots);
    return nothing;
  }
  if (chatbot) return goOn(context, conversation, chatbot);
  await keepSilent(context, conversation, undefined);
  return nothing;
}

/**
 * The bot's turn after a message of the visitor, or after endpoints have replied about one. Safe to run again: the flow
 * state keeps the seq it has handled, and later messages wait while a reply is awaited. `undecided`: nothing was done,
 * because a person's reply is held for an undo (W8); to be tried again.
 */
export const takeBotTurn = command({
  name: "chatbots.takeTurn",
  access: "system",
  input: turnInput,
  output: z.object({ said: z.int(), asking: askingSchema.nullable(), undecided: z.boolean().optional() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", messageId: given.messageId ?? "" }),
  run: (context) => timed(turnSeconds.startTimer(), () => takeTurn(context)),
});
