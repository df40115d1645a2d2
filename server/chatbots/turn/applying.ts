import { lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { describeVisitor } from "#server/conversations/describing.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { isSystemTag, maxTags, putTag } from "#server/conversations/tags/tagging.ts";
import { systemActor } from "#server/core/actor.ts";
import type { CommandContext } from "#server/core/operation.ts";
import type { ServingChatbot } from "../access.ts";
import type { FlowResult } from "../flow/engine.ts";
import type { FlowState } from "../flow/state-schema.ts";
import { countTrace } from "../funnel.ts";
import { distribute, distributeContact, shareAssignee } from "./distributing.ts";
import { knownState } from "./reading.ts";
import { sayAsRobot } from "./saying.ts";
import { needOperator } from "./transferring.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type Captured = { locked: ConversationRow; created: boolean };

/** A contact from what is known of the visitor, or a better link for the one it has (D10). */
async function capture(
  context: Context,
  conversation: ConversationRow,
  slots: FlowState["slots"],
  customFields: Record<string, unknown>,
): Promise<Captured> {
  const { name, email, phone } = slots;
  if (!name && !email && !phone) return { locked: conversation, created: false };
  const known = { name, email, phone, customFields };
  const { created } = await captureContact.execute(systemActor(context.actor.companyId), {
    conversationId: conversation.id,
    ...known,
  });
  return { locked: await lockConversation(context.actor, conversation.id, "chat_talk"), created };
}

/** What this turn has learnt becomes the contact's; a new contact gets all that was learnt before. */
function captureLearnt(context: Context, conversation: ConversationRow, result: FlowResult): Promise<Captured> {
  const { state, writes, ignoreLead } = result;
  const isNew = !conversation.contactId;
  const learnt = Object.keys(writes).length > 0;
  if (ignoreLead || !(isNew || learnt)) return Promise.resolve({ locked: conversation, created: false });
  // What a jump has forgotten since is learnt all the same.
  const custom = { ...(isNew ? state.slots.custom : {}), ...writes.custom };
  return capture(context, conversation, state.slots, custom);
}

/** A tag that cannot be set must not keep the bot from answering. */
function putTags(change: ConversationChange, tags: readonly string[]): void {
  for (const tag of tags) {
    if (!isSystemTag(tag) && change.row.operatorTags.length < maxTags) putTag(change, tag, "chatbot");
  }
}

/** Writes all that a turn means, under the conversation's row lock; the robot's words go through the gate. */
export async function applyTurn(
  context: Context,
  conversation: ConversationRow,
  chatbot: ServingChatbot,
  result: FlowResult,
): Promise<ConversationRow> {
  const { name, email, phone } = result.writes;
  const { locked, created } = await captureLearnt(context, conversation, result);
  const change = new ConversationChange(context, locked);
  const { state } = result;
  change.set({ flowState: state });
  describeVisitor(change, { name, email, phone });
  putTags(change, result.tags);
  change.systemTags({ add: state.fired.map((id) => `fired_${id}`) });
  sayAsRobot(change, chatbot, result.messages, state.waiting);
  if (created) await distribute(context.actor, change, chatbot, state.assign);
  if (result.operatorNeeded) await needOperator(context, change, chatbot, state.assign);
  const { row } = await change.commit();
  if (created || result.operatorNeeded) await shareAssignee(context.actor, row);
  await countTrace(context.actor, chatbot.id, result.trace, context.now);
  return row;
}

/**
 * The greeting that was on the screen before the visitor wrote (H6): it becomes the bot's first messages, and what its
 * steps do is done. Who it hands over to gets the visitor's first message.
 */
export async function applyOpening(
  context: Context,
  conversation: ConversationRow,
  chatbot: ServingChatbot,
  { state, messages, writes, tags, trace }: FlowResult,
): Promise<ConversationRow> {
  const change = new ConversationChange(context, conversation);
  change.set({ flowState: state });
  describeVisitor(change, { name: writes.name });
  putTags(change, tags);
  sayAsRobot(change, chatbot, messages);
  const { row } = await change.commit();
  await countTrace(context.actor, chatbot.id, trace, context.now);
  return row;
}

/** Makes a contact from what a visitor has said about themselves, also where no bot answers. */
export async function captureVisitor(context: Context, conversation: ConversationRow): Promise<ConversationRow> {
  if (conversation.contactId) return conversation;
  const { slots } = knownState(conversation);
  const { locked, created } = await capture(context, conversation, slots, slots.custom);
  if (!created) return locked;
  await distributeContact(context, locked.id);
  return lockConversation(context.actor, locked.id, "chat_talk");
}

/** A muted bot hands over at the first message (H12). */
export async function transferMuted(
  context: Context,
  conversation: ConversationRow,
  chatbot: ServingChatbot,
): Promise<ConversationRow> {
  const change = new ConversationChange(context, conversation);
  await needOperator(context, change, chatbot, knownState(conversation).assign);
  const { row } = await change.commit();
  await shareAssignee(context.actor, row);
  return row;
}
