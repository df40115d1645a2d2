import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import type { Permission } from "#server/core/permissions.ts";
import type { NotificationKind } from "./choices.ts";

/** Who may be told of something: these people, whoever holds the conversation, or everybody who may do all of this. */
export type Audience =
  /** `maker`: where none of them is active any more, whoever made this task. */
  | { people: readonly string[]; maker?: string }
  /**
   * `instead`, and else `else`, where nobody holds it or whoever does could not answer any more: a person, and people who
   * are available and may do all of this.
   */
  | { holder: true; instead?: string; else?: readonly Permission[] }
  /**
   * `untaken`: people who are available, while nobody holds the conversation who could answer. `ofTeam`: those of its
   * team, to whom somebody gave it while no colleague has answered the visitor; or a rule, while no bot answers either.
   */
  | { may: readonly Permission[]; untaken?: true; ofTeam?: "given" | "routed" };

/** Something that people are to be told of. */
export type Wanted = {
  audience: Audience;
  /** The conversation, task, channel, webhook or integration. */
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

const taking = ["chat_talk", "clients_read"] as const;
const takers = { may: taking, untaken: true } as const;

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

/**
 * Somebody or a rule hands it to a team, whose members would not learn of it before the visitor writes again. Not the
 * system: it gives out by policy, to a person.
 */
function comesToTeam(event: NewEvent, actor: Actor): boolean {
  if (event.type !== "conversation/updated" || actor.type === "system") return false;
  return event.data.status !== "closed" && Boolean(event.data.changes.teamId?.after);
}

/** A task is due, or was already when it came to them. */
function dueFor(event: NewEvent): { id: string; person: string | null | undefined } | undefined {
  if (event.type === "task/due") return { id: event.data.id, person: event.data.assignedTo };
  return event.type === "task/changed" ? { id: event.data.id, person: event.data.overdueFor } : undefined;
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
  unassigned_new: (event, actor) => {
    if (waitsForPerson(event, actor)) return ofVisitor(event, takers);
    const ofTeam = actor.type === "robot" ? "routed" : "given";
    return comesToTeam(event, actor) ? inConversation(event, { ...takers, ofTeam }) : undefined;
  },
  snooze_over: (event) => {
    if (event.type !== "conversation/unsnoozed" || event.data.reason !== "time") return undefined;
    return inConversation(event, { holder: true, instead: event.data.snoozedBy, else: taking });
  },
  sla_warning: (event) =>
    event.type === "sla/warning" ? inConversation(event, { holder: true, else: taking }) : undefined,
  sla_breached: (event) =>
    event.type === "sla/breached" ? inConversation(event, { holder: true, else: taking }) : undefined,
  // Not of the conversation, which its assignee need not see or may be looking at: the task is theirs anyway.
  task_due: (event) => {
    const due = dueFor(event);
    if (!due?.person) return undefined;
    return {
      audience: { people: [due.person], maker: due.id },
      aboutId: due.id,
      conversationId: null,
      channelId: null,
    };
  },
  scheduled_failed: (event) => {
    if (event.type !== "scheduled/changed" || event.data.failedFor === undefined) return undefined;
    const { failedFor } = event.data;
    const wanted = inConversation(event, failedFor ? { people: [failedFor] } : { holder: true, else: taking });
    return wanted && { ...wanted, channelId: null };
  },
  webhook_failing: (event) => {
    if (event.type !== "webhook/changed" || !event.data.failing) return undefined;
    const audience: Audience = { may: ["webhooks_write"] };
    return { audience, aboutId: event.data.id, conversationId: null, channelId: null };
  },
  webhook_held: (event) => {
    if (event.type !== "webhook/changed" || !event.data.heldTooLong) return undefined;
    const audience: Audience = { may: ["webhooks_write"] };
    return { audience, aboutId: event.data.id, conversationId: null, channelId: null };
  },
  integration_failing: (event) => {
    if (event.type !== "integration/changed" || !event.data.failing) return undefined;
    const audience: Audience = { may: ["websites_write"] };
    return { audience, aboutId: event.data.id, conversationId: null, channelId: null };
  },
  channel_failing: (event) => {
    if (event.type !== "channel/changed" || !event.data.failing) return undefined;
    const { id } = event.data;
    return { audience: { may: ["websites_read"] }, aboutId: id, conversationId: null, channelId: id };
  },
  import_done: (event) => {
    if (event.type !== "import/changed" || !event.data.doneFor) return undefined;
    const { id, doneFor } = event.data;
    return { audience: { people: [doneFor] }, aboutId: id, conversationId: null, channelId: null };
  },
};

/** What nobody needs to be told of any more: unread ones of these kinds, of one person or of all, count as read. */
export type Settled = {
  kinds: readonly NotificationKind[];
  /** The conversation or the task. */
  about: { conversationId: string } | { aboutId: string };
  userId: string | null;
};

const ofConversations: readonly NotificationKind[] = [
  ...(["assigned", "mentioned", "replied", "unassigned_new", "snooze_over", "scheduled_failed"] as const),
  ...(["sla_warning", "sla_breached"] as const),
];

/** A colleague has answered: nobody else needs to, also where nobody has taken the conversation. */
function isAnswered(event: NewEvent): boolean {
  if (event.type !== "conversation/message") return false;
  return ["user", "external_operator"].includes(event.data.message.sender.type);
}

export function settledBy(event: NewEvent): Settled | undefined {
  if (event.type === "task/changed" && event.data.settled)
    return { kinds: ["task_due"], about: { aboutId: event.data.id }, userId: null };
  const { conversationId } = event;
  if (!conversationId) return undefined;
  const about = { conversationId };
  if (event.type === "conversation/operator_assigned" && event.data.assignedTo)
    return { kinds: ["unassigned_new", "sla_warning", "sla_breached"], about, userId: null };
  if (isAnswered(event)) return { kinds: ["unassigned_new"], about, userId: null };
  if (event.type === "sla/met") return { kinds: ["sla_warning"], about, userId: null };
  if (event.type === "conversation/archived")
    return { kinds: ["unassigned_new", "replied", "snooze_over", "sla_warning", "sla_breached"], about, userId: null };
  if (event.type === "conversation/read") return { kinds: ofConversations, about, userId: event.data.userId };
  return undefined;
}
