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
import { type FlowResult, takeTurns } from "./flow.ts";
import { flowContext } from "./flow-context.ts";
import { type FlowState, flowStateSchema } from "./flow-state-schema.ts";
import { sayAsRobot } from "./saying.ts";
import { needOperator } from "./transferring.ts";

const turnInput = z.object({ conversationId: z.string(), messageId: z.string() });
type Context = CommandContext<z.output<typeof turnInput>>;
type Said = { seq: number; text: string; attachments: { image_url: string }[] };

/** The visitor's messages that no turn has dealt with, up to the one this job is about; none from while the bot was off. */
async function pending(conversation: ConversationRow, messageId: string, handledSeq: number): Promise<Said[]> {
  return rows<Said>(sql`
    select m."seq", m."text", m."attachments" from messages m
    join messages up on up."companyId" = m."companyId" and up."conversationId" = m."conversationId" and up."id" = ${messageId}
    where m."companyId" = ${conversation.companyId} and m."conversationId" = ${conversation.id}
      and m."fromType" = 'visitor' and m."seq" > ${handledSeq} and m."seq" <= up."seq"
      and (${conversation.chatbotStateAt}::timestamptz is null or m."createdAt" >= ${conversation.chatbotStateAt}::timestamptz)
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

/** Runs the messages through the flow, one turn each. */
async function answer(
  context: Context,
  conversation: ConversationRow,
  chatbot: ServingChatbot,
): Promise<FlowResult | undefined> {
  const state = knownState(conversation);
  const said = await pending(conversation, context.input.messageId, state.handledSeq);
  if (said.length === 0) return undefined;
  const country = await countryOf(context.actor);
  const moment = { state, now: context.now, random: Math.random, ...(country ? { country } : {}) };
  const incoming = said.map(({ text, attachments: [image] }) => ({
    text,
    ...(image ? { imageUrl: image.image_url } : {}),
  }));
  const result = takeTurns(flowContext(chatbot, moment), incoming);
  return { ...result, state: { ...result.state, handledSeq: said.at(-1)?.seq ?? state.handledSeq } };
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

async function write(context: Context, id: string, chatbot: ServingChatbot, result: FlowResult): Promise<void> {
  const { name, email, phone } = result.writes;
  const conversation = await lockConversation(context.actor, id, "chat_talk");
  if (name || email || phone || !conversation.contactId) await capture(context, conversation, result.state.slots);
  const work = new Work(context, await lockConversation(context.actor, id, "chat_talk"));
  work.set({ flowState: result.state });
  describeVisitor(work, { name, email, phone });
  for (const tag of result.tags) if (canTag(work, tag)) putTag(work, tag, "chatbot");
  sayAsRobot(work, chatbot, result.messages, context.now);
  if (result.operatorNeeded) needOperator(work, chatbot, context.now);
  await work.commit();
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

/**
 * The bot's turn after a message of the visitor. Safe to run again: the flow state keeps the seq it has dealt with. What
 * a visitor has told of themselves becomes a contact also where no bot answers.
 */
export const takeBotTurn = command({
  name: "chatbots.takeTurn",
  access: "system",
  input: turnInput,
  output: z.object({ said: z.int() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", messageId: given.messageId ?? "" }),
  async run(context) {
    const conversation = await lockIfThere(context);
    if (!conversation) return { said: 0 };
    const chatbot = await servingChatbot(context.actor, conversation.channelId);
    const silent = !chatbot?.enabled || conversation.chatbotState === "OFF" || conversation.status === "closed";
    if (silent || chatbot.muted) {
      if (!conversation.contactId) await capture(context, conversation, knownState(conversation).slots);
      if (!silent) await transferMuted(context, conversation.id, chatbot);
      return { said: 0 };
    }
    const result = await answer(context, conversation, chatbot);
    if (!result) return { said: 0 };
    await write(context, conversation.id, chatbot, result);
    return { said: result.messages.length };
  },
});

/** A muted bot hands over at the first message (H12). */
async function transferMuted(context: Context, id: string, chatbot: ServingChatbot): Promise<void> {
  const work = new Work(context, await lockConversation(context.actor, id, "chat_talk"));
  needOperator(work, chatbot, context.now);
  await work.commit();
}
