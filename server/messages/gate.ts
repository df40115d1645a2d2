import { AppError } from "#server/base/errors.ts";
import { assignFirstHuman } from "#server/conversations/assigning.ts";
import { switchBot } from "#server/conversations/bot-state.ts";
import type { ConversationChange } from "#server/conversations/change.ts";
import { lastKindOf } from "#server/conversations/last-kind.ts";
import { eventMessage } from "#server/conversations/message-event.ts";
import { endSnooze } from "#server/conversations/triage/snooze.ts";
import { followWaiting } from "#server/conversations/triage/waiting.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import type { MessageDraft, MessageRow } from "./row.ts";

/** Who writes, already resolved: a person of the team, an external operator, the robot or the visitor. */
export type Sender = {
  fromType: "user" | "robot" | "visitor";
  type: "user" | "externalOperator" | "robot" | "visitor";
  id: string;
  name: string;
  /** Wrote at the platform itself (phone app, page inbox): the message has been sent already and cannot be refused. */
  elsewhere?: boolean;
  /** The platform lets people of the team write for some days more (a setting of the channel). */
  humanAgentUntil?: Date;
  /** A rule of the company's: it speaks whatever the bot's state, is no answer of a person, and takes no part. */
  rule?: boolean;
  /** A deactivated person: the message counts, but no conversation is assigned to them. */
  inactive?: boolean;
  /** A question about a closed conversation: it stands in the thread, and all else stays as it is. */
  aside?: boolean;
};

export type Content = Pick<
  MessageDraft,
  "type" | "text" | "attachments" | "responseOptions" | "clientMessageId" | "extra"
> & {
  /** When the visitor wrote, by the platform's clock; the window counts from then. */
  sentAt?: Date;
  /** internal_name of the step of the flow whose question it asks. */
  step?: string;
  /** Its id at the platform it came from. */
  externalId?: string;
};

/**
 * The only way a message gets into a conversation, under its row lock (F4, F5). A human's message switches the bot off
 * first; a robot's is refused unless the bot is on in this very moment.
 */
export function writeMessage(change: ConversationChange, sender: Sender, content: Content): MessageRow {
  const { now } = change;
  const status = statusAtFirst(change, sender);
  if (!sender.elsewhere) refuse(change, sender);
  const { sentAt = now, step, ...columns } = content;
  if (sender.fromType === "user") intervene(change, sender);
  if (sender.fromType === "visitor") endSnooze(change, "visitor");
  if (change.before.status === "inactive" && !sender.aside) reopen(change);
  const message = enter(change, sender, { status, ...columns }, step);
  if (sender.rule) return message;
  followWaiting(change, sender.fromType);
  change.set({
    participants: withParticipant(change, sender),
    ...(sender.fromType === "visitor"
      ? { lastVisitorMessageAt: later(change.row.lastVisitorMessageAt, sentAt), lastVisitorSeq: message.seq }
      : {}),
    ...(sender.fromType === "robot" && !change.row.botSpoke ? { botSpoke: true } : {}),
  });
  return message;
}

export type TemplateDraft = {
  text: string;
  replies: string[];
  /** The file in the header. */
  attachments: Content["attachments"];
  template: NonNullable<MessageRow["template"]>;
  clientMessageId?: string | null;
  extra?: Content["extra"];
};

/**
 * Writes a template: neither the 24-hour window nor the bot's state stops it (F10), and it reopens closed
 * conversations. A person's own template takes the conversation over like any message of theirs; others leave the bot
 * as it is.
 */
export function writeTemplate(change: ConversationChange, sender: Sender, draft: TemplateDraft): MessageRow {
  if (!sender.aside) reopen(change);
  if (sender.fromType === "user") intervene(change, sender);
  const { template, attachments, text, replies, clientMessageId = null, extra } = draft;
  change.command("template_sent", `Template ${template.name} sent`, template.templateId, { ...template });
  const message = enter(change, sender, {
    type: "text/plain",
    text,
    attachments,
    responseOptions: replies,
    clientMessageId,
    status: "queued",
    template,
    ...(extra ? { extra } : {}),
  });
  // A campaign does not take part in the conversation, and does not count as the bot speaking.
  if (sender.fromType === "user") {
    change.set({ participants: withParticipant(change, sender) });
    followWaiting(change, "user");
  }
  if (sender.type === "user" && !sender.inactive) assignFirstHuman(change, sender);
  return message;
}

type Words = Omit<Content, "sentAt" | "step"> & Pick<MessageDraft, "status" | "template">;

/** Common to all messages, templates too: stored in the thread, set as its last message, and announced by an event. */
function enter(change: ConversationChange, sender: Sender, words: Words, step = ""): MessageRow {
  const message = change.message({
    fromType: sender.fromType,
    sender: sender.id,
    senderName: sender.name,
    senderType: sender.type,
    command: null,
    failureReason: null,
    externalId: null,
    edited: false,
    ...words,
  });
  if (!sender.aside)
    change.set({
      lastMessage: message.text,
      lastMessageKind: lastKindOf(message),
      lastMessageBy: sender.fromType,
      lastMessageAt: change.now,
    });
  const { row } = change;
  change.tell("conversation/message", (_saved, served) => eventMessage(row, message, served, step), message.id);
  return message;
}

/** A message to a platform stays queued until the platform has accepted it. */
function statusAtFirst({ row }: ConversationChange, sender: Sender): MessageRow["status"] {
  return row.windowed && sender.fromType !== "visitor" && !sender.elsewhere ? "queued" : "sent";
}

/** A visitor's answer to such a question: nobody is told that they wrote, and the platform's window begins anew. */
export function writeAside(change: ConversationChange, sender: Sender, content: Content): MessageRow {
  const { sentAt = change.now, step: _none, ...words } = content;
  const message = change.message({
    fromType: sender.fromType,
    sender: sender.id,
    senderName: sender.name,
    senderType: sender.type,
    command: null,
    failureReason: null,
    externalId: null,
    edited: false,
    status: "sent",
    ...words,
  });
  change.set({ lastVisitorMessageAt: later(change.row.lastVisitorMessageAt, sentAt) });
  change.tell("message/command", () => ({}), message.id);
  return message;
}

function later(known: Date | null, at: Date): Date {
  return new Date(Math.max(known?.getTime() ?? 0, at.getTime()));
}

function refuse({ row, now }: ConversationChange, sender: Sender): void {
  if (row.status === "closed" && sender.fromType !== "visitor" && !sender.aside)
    throw new AppError("conversation_closed");
  if (sender.fromType === "robot" && !sender.rule && row.chatbotState === "OFF")
    throw new AppError("conversation_intervened");
  if (sender.fromType === "visitor") return;
  const expires = windowEnd(row);
  const allowed = later(sender.humanAgentUntil ?? null, expires ?? now);
  if (expires && now.getTime() > allowed.getTime()) {
    throw new AppError("messaging_window_closed", {
      ...(row.channel === "WHATSAPP"
        ? {}
        : { message: "The messaging window is closed until the visitor writes again." }),
      extra: {
        lastVisitorMessageAt: row.lastVisitorMessageAt?.toISOString() ?? null,
        windowExpiresAt: expires.toISOString(),
      },
    });
  }
}

/** A human takes over: writes the command once per stretch, then switches the bot off, before the message. */
function intervene(change: ConversationChange, sender: Sender): void {
  const { row, now } = change;
  const tags = ["is_intervened", "was_intervened"];
  if (sender.type === "externalOperator" && !sender.elsewhere) tags.push("external_robot");
  if (!row.tags.includes("is_intervened")) change.command("intervened", `${sender.name} took over`, sender.id);
  switchBot(change, "OFF", sender);
  change.systemTags({ add: tags });
  change.set({
    persistentLastOperator: sender.id,
    ...(row.firstHumanMessageAt ? {} : { firstHumanMessageAt: now }),
  });
}

/** Reopens an inactive or closed conversation; only a template enters a closed one. */
function reopen(change: ConversationChange): void {
  const before = change.row.status;
  if (before === "opened") return;
  if (change.before.mergedIntoId)
    throw new AppError("conflict", { message: "This conversation went into another one, which goes on." });
  change.set({ status: "opened", ...(before === "closed" ? { closedAt: null, closedBy: "" } : {}) });
  if (before === "closed") change.command("opened", "Opened again by a template");
  change.updated({ status: { before, after: "opened" } });
}

function withParticipant(change: ConversationChange, sender: Sender) {
  const at = change.now.toISOString();
  const known = change.row.participants.find((one) => one.id === sender.id && one.type === sender.type);
  if (!known) {
    const added = { id: sender.id, name: sender.name, type: sender.type, firstMessageAt: at, lastMessageAt: at };
    return [...change.row.participants, added];
  }
  const updated = {
    ...known,
    name: sender.name || known.name,
    firstMessageAt: known.firstMessageAt ?? at,
    lastMessageAt: at,
  };
  return change.row.participants.map((one) => (one === known ? updated : one));
}
