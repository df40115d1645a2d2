import { newId } from "#server/base/ids.ts";
import { eventMessage } from "#server/conversations/message-event.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { insertMessages } from "#server/messages/row.sql.ts";
import type { MessageRow } from "#server/messages/row.ts";
import { lastKindOf } from "../last-kind.ts";
import type { ConversationRow, StoredParticipant } from "../row.ts";
import { eventChannel, eventConversation } from "../viewing.ts";
import { insertConversation, type NewConversation } from "./creating.ts";
import { earlierOf, saveImported } from "./importing.sql.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** A message as it was, with its own time; in the order they are to stand. */
export type PastMessage = Pick<
  MessageRow,
  "fromType" | "sender" | "senderName" | "senderType" | "type" | "text" | "attachments" | "status" | "createdAt"
> & { externalId: string | null; extra: NonNullable<MessageRow["extra"]> };

/** A conversation of another system, which stays one here. */
type OwnPast = {
  /** The one that it already is here; undefined: none yet. */
  into: ConversationRow | undefined;
  createdAt: Date;
  tags: readonly string[];
  assignedTo: string | null;
  teamId: string | null;
  conversationContext: Record<string, string>;
};

function rowsOf(conversation: ConversationRow, past: readonly PastMessage[]): MessageRow[] {
  return past.map((message, index) => ({
    companyId: conversation.companyId,
    conversationId: conversation.id,
    id: newId(),
    seq: conversation.lastSeq + index + 1,
    responseOptions: [],
    command: null,
    failureReason: null,
    clientMessageId: null,
    edited: false,
    ...message,
  }));
}

function participantsWith(known: readonly StoredParticipant[], messages: readonly MessageRow[]): StoredParticipant[] {
  const all = new Map(known.filter(({ type }) => type !== "robot").map((one) => [`${one.type} ${one.id}`, one]));
  for (const { senderType, sender, senderName, createdAt } of messages) {
    if (senderType === "system") continue;
    const before = all.get(`${senderType} ${sender}`);
    const at = createdAt.toISOString();
    const first = { firstMessageAt: before?.firstMessageAt ?? at, lastMessageAt: at };
    const name = before?.name || senderName;
    all.set(`${senderType} ${sender}`, { id: sender, type: senderType, name, ...first });
  }
  return [...all.values()];
}

function tagsWith(before: ConversationRow, more: readonly string[]): Pick<ConversationRow, "tags" | "operatorTags"> {
  const known = new Set(before.operatorTags.map(({ tagName }) => tagName.toLowerCase()));
  const fresh = more.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
  const uses = fresh.map((tagName) => ({ tagName, source: "human" as const }));
  return { tags: [...before.tags, ...fresh], operatorTags: [...before.operatorTags, ...uses] };
}

/** Closed and read; the window counts from the visitor's last message of then, so nothing opens. */
async function settle(
  before: ConversationRow,
  messages: readonly MessageRow[],
  own: OwnPast | undefined,
): Promise<ConversationRow> {
  const last = messages.at(-1);
  const heard = messages.findLast(({ fromType }) => fromType === "visitor")?.createdAt ?? before.lastVisitorMessageAt;
  const human = messages.find(({ fromType }) => fromType === "user")?.createdAt ?? null;
  const { tags, operatorTags } = tagsWith(before, own?.tags ?? []);
  const context = { ...own?.conversationContext, ...before.conversationContext };
  return saveImported(before, {
    tags,
    operatorTags,
    conversationContext: context,
    assignedTo: own?.assignedTo ?? null,
    teamId: own?.teamId ?? null,
    closedAt: last?.createdAt ?? before.createdAt,
    participants: participantsWith(before.participants, messages),
    lastSeq: last?.seq ?? before.lastSeq,
    lastMessage: last?.text ?? before.lastMessage,
    lastMessageKind: last ? lastKindOf(last) : before.lastMessageKind,
    lastMessageBy: last?.fromType ?? before.lastMessageBy,
    lastMessageAt: last?.createdAt ?? before.lastMessageAt,
    lastVisitorMessageAt: heard,
    firstHumanMessageAt: human,
  });
}

function tellAll(
  context: Context,
  saved: ConversationRow,
  messages: readonly MessageRow[],
  made: boolean,
  told: boolean,
) {
  const { id: conversationId, channelId, contactId } = saved;
  const about = { conversationId, channelId, contactId };
  const data = eventConversation(saved);
  if (told && made) {
    const created = { ...data, channel: eventChannel(saved.channel), status: "ACTIVE" as const };
    context.emit({ type: "conversation/created", ...about, at: saved.createdAt, data: created });
  }
  const served = { chatbotId: null, robot: false };
  for (const message of told ? messages : []) {
    const said = { at: message.createdAt, messageId: message.id, data: eventMessage(saved, message, served) };
    context.emit({ type: "conversation/message", ...about, ...said });
  }
  const closedAt = saved.closedAt ?? saved.createdAt;
  const closed = { isLead: saved.isLead, closedAt: closedAt.toISOString(), closedBy: saved.closedBy };
  if (told) context.emit({ type: "conversation/archived", ...about, at: closedAt, data: { ...data, ...closed } });
  context.emit({ type: "conversation/imported", ...about, at: saved.updatedAt, data: { id: conversationId } });
}

/**
 * Writes messages of the past, oldest first, into a closed conversation before the living one: it continues the one
 * that ends before they begin, else creates one, so that `seq` follows their times in whatever order the parts came.
 * With `told`, webhooks get them, with the messages' own times. `own` says which conversation
 * it is, where another system kept it as one.
 */
export async function importMessages(
  context: Context,
  about: NewConversation,
  past: readonly PastMessage[],
  told: boolean,
  own?: OwnPast,
): Promise<{ conversation: ConversationRow; messages: MessageRow[] }> {
  const from = past[0]?.createdAt ?? own?.createdAt ?? context.now;
  const silent = { actor: context.actor, now: from, emit: () => undefined };
  const known = own ? own.into : await earlierOf({ ...about, companyId: context.actor.companyId }, from);
  const conversation = known ?? (await insertConversation(silent, about));
  const messages = rowsOf(conversation, past);
  const saved = await settle(conversation, messages, own);
  await insertMessages(messages, saved.channelId);
  tellAll(context, saved, messages, known === undefined, told);
  return { conversation: saved, messages };
}
