import { z } from "zod";
import { captureContact } from "#server/contacts/identity.ts";
import { lockConversation } from "#server/conversations/access.ts";
import { describeVisitor } from "#server/conversations/describing.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { isSystemTag, maxTags, putTag } from "#server/conversations/tagging.ts";
import { Work } from "#server/conversations/work.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { type ServingChatbot, servingChatbot } from "./access.ts";
import { type FlowContext, type FlowResult, takeData, takeTurns } from "./flow.ts";
import type { Incoming } from "./flow-answers.ts";
import { flowContext } from "./flow-context.ts";
import { type FlowState, flowStateSchema } from "./flow-state-schema.ts";
import { type Heard, hear, recordLate, recordTurn } from "./fulfillment-hearing.ts";
import { planCalls } from "./fulfillment-planning.ts";
import { buildRequest } from "./fulfillment-requesting.ts";
import { type Asking, askingSchema, turnReplySchema } from "./fulfillment-schema.ts";
import { beginWait, endWait, waitOf } from "./fulfillment-waiting.ts";
import { sayAsRobot } from "./saying.ts";
import { needOperator } from "./transferring.ts";

const turnInput = z.object({
  conversationId: z.string(),
  messageId: z.string().nullable().meta({ description: "The visitor's message; null where endpoints have replied." }),
  reply: turnReplySchema.optional(),
});
type Context = CommandContext<z.output<typeof turnInput>>;
type Said = { seq: number; text: string; attachments: { image_url: string }[] };

/**
 * The visitor's messages that no turn has dealt with. None from before the bot was last switched, but the one that an
 * endpoint has replied to, and, for a bot that only listens, the one this job is about.
 */
async function pending(conversation: ConversationRow, named: { id: string | null; seq: number }): Promise<Said[]> {
  const since = conversation.chatbotStateAt;
  return rows<Said>(sql`
    select m."seq", m."text", m."attachments" from messages m
    where m."companyId" = ${conversation.companyId} and m."conversationId" = ${conversation.id}
      and m."fromType" = 'visitor' and m."seq" > ${knownState(conversation).handledSeq}
      and (${since}::timestamptz is null or m."createdAt" >= ${since}::timestamptz
        or m."id" = ${named.id}::uuid or m."seq" = ${named.seq})
    order by m."seq"`);
}

async function countryOf(actor: Actor): Promise<string | undefined> {
  const found = await row<{ country: string | null }>(sql`
    select "settings"->>'country' as "country" from companies where "id" = ${actor.companyId}`);
  return found?.country || undefined;
}

/** What the conversation knows already counts as answered. */
function knownState(conversation: ConversationRow): FlowState {
  const state = flowStateSchema.safeParse(conversation.flowState).data ?? flowStateSchema.parse({});
  const { name, email, phone, custom } = state.slots;
  const slots = {
    name: name || conversation.visitorName,
    email: email || conversation.visitorEmail,
    phone: phone || conversation.visitorPhone,
    custom,
  };
  return { ...state, slots };
}

type Turn = { context: Context; conversation: ConversationRow; chatbot: ServingChatbot; country: string | undefined };

function incomingOf({ text, attachments }: Said): Incoming {
  const [image] = attachments;
  return { text, ...(image ? { imageUrl: image.image_url } : {}) };
}

function momentOf({ context, conversation, chatbot, country }: Turn): FlowContext {
  const moment = { state: knownState(conversation), now: context.now, random: Math.random };
  return flowContext(chatbot, { ...moment, ...(country ? { country } : {}) });
}

/** What is known once the messages, or only what an endpoint says of them, have been read. */
function read(turn: Turn, said: readonly Said[], heard: Heard | null): FlowResult {
  const moment = momentOf(turn);
  const handledSeq = said.at(-1)?.seq ?? moment.state.handledSeq;
  const { answer = null, at = "" } = heard ?? {};
  const told = { ...moment, fulfillment: answer, fulfillmentAt: at };
  if (!heard?.muffled) {
    const result = takeTurns(told, said.map(incomingOf));
    return { ...result, state: { ...result.state, handledSeq } };
  }
  const result = takeData(told);
  return { ...result, state: { ...result.state, handledSeq, at: moment.state.at } };
}

/** A contact from what is known of the visitor, or a better link for the one it has (D10). */
async function capture(context: Context, conversation: ConversationRow, known: FlowState["slots"]): Promise<void> {
  const { name, email, phone } = known;
  if (!name && !email && !phone) return;
  await captureContact.execute(systemActor(context.actor.companyId), {
    conversationId: conversation.id,
    name,
    email,
    phone,
  });
}

/** A tag that cannot be set must not keep the bot from answering. */
function canTag(work: Work, tag: string): boolean {
  return !isSystemTag(tag) && work.row.operatorTags.length < maxTags;
}

async function write({ context, conversation, chatbot }: Turn, result: FlowResult): Promise<ConversationRow> {
  const { id } = conversation;
  const { name, email, phone } = result.writes;
  if (name || email || phone || !conversation.contactId) await capture(context, conversation, result.state.slots);
  const work = new Work(context, await lockConversation(context.actor, id, "chat_talk"));
  work.set({ flowState: result.state });
  describeVisitor(work, { name, email, phone });
  for (const tag of result.tags) if (canTag(work, tag)) putTag(work, tag, "chatbot");
  sayAsRobot(work, chatbot, result.messages, context.now);
  if (result.operatorNeeded) needOperator(work, chatbot, context.now);
  return (await work.commit()).row;
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

/** A muted bot hands over at the first message (H12). */
async function transferMuted(context: Context, conversation: ConversationRow, chatbot: ServingChatbot) {
  const work = new Work(context, await lockConversation(context.actor, conversation.id, "chat_talk"));
  needOperator(work, chatbot, context.now);
  return (await work.commit()).row;
}

/** Where no bot answers: what a visitor has told of themselves becomes a contact all the same. */
async function keepSilent(context: Context, conversation: ConversationRow, chatbot: ServingChatbot | undefined) {
  if (!conversation.contactId) await capture(context, conversation, knownState(conversation).slots);
  if (chatbot?.enabled && chatbot.muted && !isOff(conversation)) return transferMuted(context, conversation, chatbot);
  if (conversation.contactId) return conversation;
  return lockConversation(context.actor, conversation.id, "chat_talk");
}

const isOff = (conversation: ConversationRow) =>
  conversation.chatbotState === "OFF" || conversation.status === "closed";

type Taken = { said: number; asking: Asking | null };
const nothing: Taken = { said: 0, asking: null };

/** One message, or several that no endpoint is asked about. */
async function takePortion(turn: Turn, said: readonly Said[], off: boolean): Promise<Taken & { row: ConversationRow }> {
  const { context, conversation, chatbot } = turn;
  const [first] = said;
  const reply = context.input.reply?.seq === first?.seq ? context.input.reply : undefined;
  if (!first || (off && !reply && !chatbot.enabled)) return { ...nothing, row: conversation };
  const asking = reply || chatbot.fulfillmentUrls.length === 0 ? null : await ask(turn, first, off);
  if (asking || (off && !reply)) return { said: 0, asking, row: conversation };
  const heard = reply ? hear(reply, { chatbot, conversation, off, moment: momentOf(turn) }) : null;
  const result = read(turn, said, heard);
  const row = await write(turn, result);
  if (reply && heard) {
    const [before, after] = [knownState(conversation).slots, result.state.slots];
    await recordTurn(context, conversation, { reply, results: heard.results, before, after });
  }
  return { said: result.messages.length, asking: null, row };
}

/** Asks the endpoints about a message, where there are any: the turn goes on when they have replied. */
async function ask(turn: Turn, said: Said, off: boolean): Promise<Asking | null> {
  const { context, conversation, chatbot, country } = turn;
  const moment = momentOf(turn);
  const plan = planCalls(moment, incomingOf(said), off);
  if (plan.calls.length === 0) return null;
  const request = await buildRequest({
    ...{ conversation, plan, country, message: said, tries: moment.state.tries },
    chatbot: { name: moment.settings.chatbotName || chatbot.title },
  });
  const asking: Asking = {
    ...{ conversationId: conversation.id, seq: said.seq, startedAt: context.now, calls: plan.calls, request },
    chatbot: { id: chatbot.id, name: chatbot.title },
  };
  await beginWait(conversation.companyId, asking);
  return asking;
}

/** Message by message where endpoints are asked: what one turn changes, the next request says. */
async function goOn(context: Context, locked: ConversationRow, chatbot: ServingChatbot): Promise<Taken> {
  const { reply, messageId } = context.input;
  const mute = !chatbot.enabled || chatbot.muted || isOff(locked);
  let conversation = mute ? await keepSilent(context, locked, chatbot) : locked;
  if (mute && !reply && chatbot.fulfillmentUrls.length === 0) return nothing;
  const said = await pending(conversation, { id: mute ? messageId : null, seq: reply?.seq ?? 0 });
  const country = said.length > 0 ? await countryOf(context.actor) : undefined;
  const portions = chatbot.fulfillmentUrls.length > 0 || reply ? said.map((one) => [one]) : [said];
  let count = 0;
  for (const portion of portions) {
    const off = !chatbot.enabled || chatbot.muted || isOff(conversation);
    const taken = await takePortion({ context, conversation, chatbot, country }, portion, off);
    count += taken.said;
    conversation = taken.row;
    if (taken.asking) return { said: count, asking: taken.asking };
  }
  return { said: count, asking: null };
}

/**
 * The bot's turn after a message of the visitor, or after endpoints have replied about one. Safe to run again: the flow
 * state keeps the seq it has dealt with, and while a reply is awaited later messages wait for their turn.
 */
export const takeBotTurn = command({
  name: "chatbots.takeTurn",
  access: "system",
  input: turnInput,
  output: z.object({ said: z.int(), asking: askingSchema.nullable() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", messageId: given.messageId ?? "" }),
  async run(context) {
    const conversation = await lockIfThere(context);
    if (!conversation) return nothing;
    const { reply } = context.input;
    const chatbot = await servingChatbot(context.actor, conversation.channelId);
    const asked = reply || (chatbot && chatbot.fulfillmentUrls.length > 0) ? await waitOf(conversation) : undefined;
    if (asked && !reply) return nothing;
    if (reply && (asked?.seq !== reply.seq || reply.seq <= knownState(conversation).handledSeq)) {
      await recordLate(context, conversation, reply, knownState(conversation).slots);
      return nothing;
    }
    if (asked) await endWait(conversation);
    if (chatbot) return goOn(context, conversation, chatbot);
    await keepSilent(context, conversation, undefined);
    return nothing;
  },
});
