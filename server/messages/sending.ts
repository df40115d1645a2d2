import { isId } from "#server/base/ids.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { assignFirstHuman } from "#server/conversations/assigning.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { afterHeld } from "#server/conversations/held.ts";
import { doubt } from "#server/conversations/linking/claims.ts";
import { continueConversation } from "#server/conversations/opening/continuing.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { humanAgentEnd, windowEnd } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { attachUploads, copiesFor, makeCopies } from "#server/uploads/attaching.ts";
import { visitorsAnswering } from "./asides.ts";
import { contentOf, withCopies } from "./content.ts";
import { type Content, type Sender, writeMessage } from "./gate.ts";
import { allowsHumanAgent, messageOfClient, userWho } from "./row.sql.ts";
import { type MessageRow, viewMessage } from "./row.ts";
import { messageSchema, replyInput, sendMessageInput } from "./schema.ts";

/** The message a client already sent under this clientMessageId, if any. */
export async function repeated(
  conversation: ConversationRow,
  clientMessageId: string | null | undefined,
): Promise<MessageRow | undefined> {
  if (!clientMessageId) return undefined;
  return messageOfClient(conversation, clientMessageId);
}

const tagged: ReadonlySet<string> = new Set(["FACEBOOK", "INSTAGRAM"]);

/** Messenger and Instagram let people answer for seven days, where the channel's setting says so. */
export async function humanAgentUntil(conversation: ConversationRow, now: Date): Promise<Date | undefined> {
  const ends = windowEnd(conversation);
  if (!ends || now <= ends || !tagged.has(conversation.channel)) return undefined;
  const allowed = await allowsHumanAgent(conversation);
  return allowed ? humanAgentEnd(conversation) : undefined;
}

/** Writes one message into a locked conversation; used by people, the API, visitors and the bot. */
export async function postMessage(
  context: Pick<CommandContext<unknown>, "actor" | "now" | "emit">,
  locked: ConversationRow,
  sender: Sender,
  content: Content,
  tapped: string | null = null,
): Promise<MessageRow> {
  const first = await repeated(locked, content.clientMessageId);
  if (first) return first;
  if (sender.fromType === "visitor" && (locked.status === "closed" || tapped)) {
    const answering = { conversation: locked, sender, content, tapped, message: undefined as MessageRow | undefined };
    await visitorsAnswering.tell(context, answering);
    if (answering.message) return answering.message;
  }
  const conversation = sender.fromType === "visitor" ? await continueConversation(context, locked) : locked;
  const again = conversation.id === locked.id ? undefined : await repeated(conversation, content.clientMessageId);
  if (again) return again;
  const change = new ConversationChange(context, conversation);
  const allowed = sender.type === "user" ? await humanAgentUntil(conversation, change.now) : undefined;
  const who = allowed ? { ...sender, humanAgentUntil: allowed } : sender;
  const copies = await copiesFor(
    conversation,
    content.attachments.map((one) => one.image_url),
  );
  const message = writeMessage(change, who, withCopies(content, copies));
  if (sender.type === "user" && !sender.inactive) assignFirstHuman(change, sender);
  await change.commit();
  await makeCopies(context.actor, copies, change.now);
  if (message.attachments.length > 0)
    await attachUploads(
      conversation,
      message.attachments.map((one) => one.image_url),
    );
  return message;
}

export async function senderOf(
  actor: Actor,
  from: string,
  fromType: Sender["fromType"],
  conversation: ConversationRow,
): Promise<Sender> {
  if (fromType === "visitor") return { fromType, type: "visitor", id: from, name: conversation.visitorName };
  if (fromType === "robot") return { fromType, type: "robot", id: from, name: robotName(conversation, from) };
  const user = isId(from) ? await userWho(actor, from) : undefined;
  return user
    ? { fromType, type: "user", id: user.id, name: user.name, inactive: !user.active }
    : { fromType, type: "externalOperator", id: from, name: from };
}

function robotName(conversation: ConversationRow, from: string): string {
  return conversation.participants.find((one) => one.type === "robot")?.name ?? from;
}

const example = (given: Record<string, string>) => ({
  conversationId: given.conversationId ?? "",
  type: "text/plain" as const,
  body: "Good morning, how can I help?",
});

const anything = { visitorEmail: "anything", visitorPhone: "anything" };

/** What is said in the visitor's place may be taken for what they are known by. */
async function doubted(context: CommandContext<unknown>, locked: ConversationRow): Promise<ConversationRow> {
  const isKnown = locked.contactId !== null;
  if (isKnown && masksOf(context.actor).length === 0) return locked;
  const change = new ConversationChange(context, locked);
  await doubt(context.actor, change, anything);
  const { contactLink } = change.row;
  const stays = contactLink === locked.contactLink || (isKnown && contactLink !== "separate");
  return stays ? locked : (await change.commit()).row;
}

/** POST /v1/conversations/{conversationId}/messages */
export const sendMessage = command({
  name: "messages.send",
  access: "chat_talk",
  input: sendMessageInput,
  output: messageSchema,
  example: (given) => ({ ...example(given), from: given.agentId ?? "", fromType: "user" as const }),
  async run(context) {
    const { actor, input } = context;
    const locked = await lockConversation(actor, input.conversationId, "chat_talk");
    const conversation = input.fromType === "visitor" ? await doubted(context, locked) : locked;
    const sender = await senderOf(actor, input.from, input.fromType, conversation);
    return viewMessage(await postMessage(context, conversation, sender, await contentOf(actor, conversation, input)));
  },
});

/** A person for themselves, or a rule. */
function speakerOf(actor: Actor): Sender {
  const { userId, id, name } = actor;
  if (actor.type === "robot") return { fromType: "robot", type: "robot", id, name, rule: true };
  return { fromType: "user", type: "user", id: userId ?? id, name };
}

/** A person answers from the inbox, or a rule. */
export const reply = command({
  name: "messages.reply",
  access: "chat_talk",
  input: replyInput,
  output: messageSchema,
  example,
  async run(context) {
    const { actor, input } = context;
    const locked = await lockConversation(actor, input.conversationId, "chat_talk");
    // A rule is no answer to what a person may still take back.
    const conversation = actor.type === "robot" ? locked : await afterHeld(context, locked);
    const sender = speakerOf(actor);
    const { extra, ...content } = await contentOf(actor, conversation, input);
    const said = { ...content, extra: sender.rule ? { ...extra, rule: actor.id } : extra };
    return viewMessage(await postMessage(context, conversation, sender, said));
  },
});
