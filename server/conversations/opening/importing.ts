import { newId } from "#server/base/ids.ts";
import { eventMessage } from "#server/conversations/message-event.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { forward, moment } from "#server/db/moment.ts";
import { json, row, sql } from "#server/db/sql.ts";
import { insertMessages, type MessageRow } from "#server/messages/row.ts";
import type { ConversationRow, StoredParticipant } from "../row.ts";
import { eventChannel, eventConversation } from "../viewing.ts";
import { insertConversation, type NewConversation } from "./creating.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** A message as it was, with its own time; in the order they are to stand. */
export type PastMessage = Pick<
  MessageRow,
  "fromType" | "sender" | "senderName" | "senderType" | "type" | "text" | "attachments" | "status" | "createdAt"
> & { externalId: string; extra: NonNullable<MessageRow["extra"]> };

/** The conversation of the past that these messages go on from: it ends before they begin. */
function earlierOf({ actor }: Context, { channelId, visitorId }: NewConversation, from: Date) {
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${actor.companyId} and c."channelId" = ${channelId}
      and c."visitorId" = ${visitorId} and c."imported" and c."lastMessageAt" <= ${from}
    order by c."lastMessageAt" desc, c."id" desc limit 1 for update of c`);
}

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

/** Closed and read; the window counts from the visitor's last message of then, so nothing opens. */
async function settle(before: ConversationRow, messages: readonly MessageRow[]): Promise<ConversationRow> {
  const last = messages.at(-1);
  const heard = messages.findLast(({ fromType }) => fromType === "visitor")?.createdAt ?? before.lastVisitorMessageAt;
  const human = messages.find(({ fromType }) => fromType === "user")?.createdAt ?? null;
  const after = await row<ConversationRow>(sql`
    update conversations set "imported" = true, "status" = 'closed', "chatbotState" = 'OFF',
      "closedAt" = ${last?.createdAt ?? before.createdAt}, "participants" = ${json(participantsWith(before.participants, messages))},
      "lastSeq" = ${last?.seq ?? before.lastSeq}, "lastMessage" = ${last?.text ?? before.lastMessage},
      "lastMessageBy" = ${last?.fromType ?? before.lastMessageBy}, "lastMessageAt" = ${last?.createdAt ?? before.lastMessageAt},
      "lastVisitorMessageAt" = ${heard}, "firstHumanMessageAt" = coalesce("firstHumanMessageAt", ${human}::timestamptz),
      "updatedAt" = ${forward(moment())}
    where "companyId" = ${before.companyId} and "id" = ${before.id} returning *`);
  if (!after) throw new Error("a conversation that is locked is gone");
  return after;
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
 * With `told`, webhooks get them, with the messages' own times.
 */
export async function importMessages(
  context: Context,
  about: NewConversation,
  past: readonly PastMessage[],
  told: boolean,
): Promise<{ conversation: ConversationRow; messages: MessageRow[] }> {
  const from = past[0]?.createdAt ?? context.now;
  const silent = { actor: context.actor, now: from, emit: () => undefined };
  const known = await earlierOf(context, about, from);
  const conversation = known ?? (await insertConversation(silent, about));
  const messages = rowsOf(conversation, past);
  const saved = await settle(conversation, messages);
  await insertMessages(messages, saved.channelId);
  tellAll(context, saved, messages, known === undefined, told);
  return { conversation: saved, messages };
}
