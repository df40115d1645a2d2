import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import type { Permission } from "#server/core/permissions.ts";
import type { NotificationKind } from "./choices.ts";

/** Who may be told of something: these people, whoever holds the conversation, or everybody who may do all of this. */
export type Audience =
  | { people: readonly string[] }
  | { holder: true }
  /** `untaken`: people who are available, while nobody holds the conversation or has answered in it. */
  | { may: readonly Permission[]; untaken?: true };

/** Something that people are to be told of. */
export type Wanted = {
  audience: Audience;
  /** The conversation, channel or webhook. */
  aboutId: string;
  conversationId: string | null;
  channelId: string | null;
  noteId?: string;
  /** A visitor did it, whoever brought their words in. */
  byVisitor?: true;
};

/** What an event wants people to be told, if it is of the kind. */
type Source = (event: NewEvent, actor: Actor) => Wanted | undefined;

function inConversation({ conversationId, channelId = null }: NewEvent, audience: Audience): Wanted | undefined {
  return conversationId ? { audience, aboutId: conversationId, conversationId, channelId } : undefined;
}

function ofVisitor(event: NewEvent, audience: Audience): Wanted | undefined {
  const wanted = inConversation(event, audience);
  return wanted && { ...wanted, byVisitor: true };
}

const takers: Audience = { may: ["chat_talk", "clients_read"], untaken: true };

function isVisitorsTurn(event: NewEvent): boolean {
  if (event.type !== "conversation/message") return false;
  const { message, conversation } = event.data;
  return message.sender.type === "visitor" && conversation.status !== "closed";
}

/** A visitor whom no bot answers, or whom the bot hands over. */
function waitsForPerson(event: NewEvent, actor: Actor): boolean {
  if (event.type === "conversation/message") return isVisitorsTurn(event) && !event.data.processMessage;
  if (event.type !== "conversation/updated" || (actor.type !== "robot" && actor.type !== "system")) return false;
  return event.data.changes.chatbotState?.after === "OFF";
}

/** One row per kind. */
export const kinds: Readonly<Record<NotificationKind, Source>> = {
  assigned: (event) => {
    if (event.type !== "conversation/operator_assigned" || !event.data.assignedTo) return undefined;
    return inConversation(event, { people: [event.data.assignedTo] });
  },
  mentioned: (event) => {
    if (event.type !== "conversation/note" || event.data.mentions.length === 0) return undefined;
    const wanted = inConversation(event, { people: event.data.mentions });
    return wanted && { ...wanted, noteId: event.data.note.id };
  },
  replied: (event) => (isVisitorsTurn(event) ? ofVisitor(event, { holder: true }) : undefined),
  unassigned_new: (event, actor) => (waitsForPerson(event, actor) ? ofVisitor(event, takers) : undefined),
  webhook_failing: (event) => {
    if (event.type !== "webhook/changed" || !event.data.failing) return undefined;
    const audience: Audience = { may: ["webhooks_write"] };
    return { audience, aboutId: event.data.id, conversationId: null, channelId: null };
  },
  channel_failing: (event) => {
    if (event.type !== "channel/changed" || !event.data.failing) return undefined;
    const { id } = event.data;
    return { audience: { may: ["websites_read"] }, aboutId: id, conversationId: null, channelId: id };
  },
};

/** What nobody needs to be told of any more: unread ones of these kinds, of one person or of all, count as read. */
export type Settled = { kinds: readonly NotificationKind[]; conversationId: string; userId: string | null };

const ofConversations: readonly NotificationKind[] = ["assigned", "mentioned", "replied", "unassigned_new"];

export function settledBy(event: NewEvent): Settled | undefined {
  const { conversationId } = event;
  if (!conversationId) return undefined;
  if (event.type === "conversation/operator_assigned" && event.data.assignedTo)
    return { kinds: ["unassigned_new"], conversationId, userId: null };
  if (event.type === "conversation/archived")
    return { kinds: ["unassigned_new", "replied"], conversationId, userId: null };
  if (event.type === "conversation/read") return { kinds: ofConversations, conversationId, userId: event.data.userId };
  return undefined;
}
