import { z } from "zod";
import type { AuditKind } from "#server/core/words.ts";
import { internalData } from "./internal-data.ts";
import { publicData } from "./public-data.ts";
import type { PublicEventType } from "./public-types.ts";

/** What `data` of each event type holds. */
export const eventData = { ...publicData, ...internalData };

export type EventType = keyof typeof eventData;
export type EventData<T extends EventType> = z.infer<(typeof eventData)[T]>;

export type EventRow = {
  /** When it happens, for the API reference; public types only. */
  summary?: string;
  /** Whether the conversation's own row is other than before. */
  touchesRow: boolean;
  /**
   * How live screens get it: a message, a note of a thread, a conversation's row (and nothing else), a deleted
   * conversation, one's own reading, one's own notifications, a contact, or only the fact of a change: to those who read
   * the logs of settings, or to the whole company.
   */
  live: "message" | "note" | "row" | "gone" | "reading" | "notification" | "contact" | "log" | "company";
  /** Its subject in the audit log; undefined: it is not in the log. */
  audited?: AuditKind;
};

const row = (summary: string): EventRow => ({ summary, touchesRow: true, live: "row", audited: "conversations" });
const contact = (summary?: string): EventRow => ({
  ...(summary ? { summary } : {}),
  touchesRow: false,
  live: "contact",
  audited: "contacts",
});
const setting = (audited: AuditKind): EventRow => ({ touchesRow: false, live: "company", audited });

/** For internal use only: not for the audit log or for people to read later. */
const unaudited = (row: EventRow): EventRow => {
  const { audited: _no, ...rest } = row;
  return rest;
};

/** One row per event type. Webhooks get the public ones; each consumer reads here, or states per type, what it does. */
export const eventTable: Readonly<Record<EventType, EventRow>> = {
  "conversation/created": row("A conversation was created"),
  "conversation/updated": row("Data of a conversation changed"),
  "conversation/deleted": { ...row("A conversation was deleted"), touchesRow: false, live: "gone" },
  "conversation/operator_assigned": row("An agent was assigned to a conversation, or it was transferred"),
  "conversation/message": unaudited({ ...row("A message was sent or received in a conversation"), live: "message" }),
  "conversation/note": { ...row("An internal note was added to a conversation"), touchesRow: false, live: "note" },
  "conversation/archived": row("A conversation was closed"),
  "conversation/contact": row("A contact was linked to a conversation"),
  "conversation/phase_changed": row("A conversation moved to another phase"),
  "conversation/tag_added": row("A tag was added to a conversation"),
  "conversation/tag_removed": row("A tag was removed from a conversation"),
  "contact/created": contact("A contact was created"),
  "contact/updated": contact("Data of a contact changed"),
  "contact/status_changed": contact("The status of a contact changed"),
  "contact/operator_assigned": contact("An agent was assigned to a contact"),
  "contact/tag_added": contact("A tag was added to a contact"),
  "contact/deleted": contact("A contact was deleted"),
  "contact/merged": contact("Two contacts were made one, or that was undone"),
  "task/due": { ...setting("tasks"), summary: "A task is due" },
  "conversation/snoozed": row("A conversation was put off"),
  "conversation/unsnoozed": row("A conversation came back after it was put off"),
  "conversation/handed_over": row("The chatbot gave a conversation to a person"),
  "sla/warning": row("Four fifths of the time of a service level are over"),
  "sla/breached": row("The time of a service level is over"),
  "csat/received": row("A visitor rated a conversation, or added a comment to the rating"),
  "message/status": {
    touchesRow: true,
    live: "message",
    summary: "A message of the team was sent, delivered or read, or could not be sent",
  },
  "channel/health_changed": {
    ...setting("channels"),
    summary: "A channel lost its connection, got it back, or has a problem",
  },
  "template/status_changed": { ...setting("campaigns"), summary: "The platform approved or rejected a template" },
  "campaign/finished": { ...setting("campaigns"), summary: "A campaign was sent, stopped or cancelled" },
  "conversation/read": { touchesRow: false, live: "reading" },
  "conversation/changed": { touchesRow: true, live: "row" },
  "conversation/imported": { touchesRow: true, live: "row" },
  "conversation/merged": { touchesRow: true, live: "row", audited: "conversations" },
  "conversation/webhook_called": { touchesRow: false, live: "log", audited: "conversations" },
  "message/changed": { touchesRow: true, live: "message" },
  "message/command": { touchesRow: true, live: "message" },
  "contact/changed": unaudited(contact()),
  "chatbot/called": unaudited(setting("chatbots")),
  "chatbot/draft": unaudited(setting("chatbots")),
  "channel/import": unaudited(setting("channels")),
  "template/sync": unaudited(setting("campaigns")),
  "campaign/run": unaudited(setting("campaigns")),
  "conversation/note_changed": { touchesRow: false, live: "note", audited: "conversations" },
  "import/started": setting("contacts"),
  "import/history_started": setting("contacts"),
  "import/changed": unaudited(setting("contacts")),
  "contact/note": contact(),
  "contact/matched": contact(),
  "user/changed": setting("people"),
  "invitation/changed": setting("people"),
  "session/started": setting("people"),
  "session/refused": setting("people"),
  "session/reset_requested": setting("people"),
  "session/factor_changed": setting("people"),
  "session/ended": setting("people"),
  "session/preview_started": setting("people"),
  "session/preview_ended": setting("people"),
  "visitor/session_ended": { touchesRow: false, live: "log" },
  "export/made": setting("settings"),
  "token/changed": setting("tokens"),
  "phase/changed": setting("settings"),
  "tag/changed": setting("settings"),
  "channel/changed": setting("channels"),
  "chatbot/changed": setting("chatbots"),
  "trigger/changed": setting("chatbots"),
  "company/changed": setting("settings"),
  "view/changed": setting("settings"),
  "report/changed": setting("settings"),
  "team/changed": setting("people"),
  "role/changed": setting("people"),
  "answer/changed": setting("settings"),
  "answer/used": unaudited(setting("settings")),
  "macro/changed": setting("settings"),
  "rule/changed": setting("settings"),
  "rule/ran": { touchesRow: false, live: "log" },
  "assignment/changed": setting("settings"),
  "calendar/changed": setting("settings"),
  "retention/changed": setting("settings"),
  "retention/hold": setting("settings"),
  "erasure/changed": setting("settings"),
  "field/changed": setting("settings"),
  "sla/changed": setting("settings"),
  "csat/changed": setting("settings"),
  "csat/asked": { touchesRow: true, live: "row" },
  "sla/met": { touchesRow: true, live: "row", audited: "conversations" },
  "availability/changed": unaudited(setting("people")),
  "integration/changed": setting("settings"),
  "webhook/changed": setting("webhooks"),
  "template/changed": setting("campaigns"),
  "template/sending": setting("campaigns"),
  "campaign/changed": setting("campaigns"),
  "task/changed": setting("tasks"),
  "scheduled/changed": setting("conversations"),
  "notification/changed": { touchesRow: false, live: "notification" },
};

/** Of the types of the table, in its order. */
export const eventTypes = Object.keys(eventTable) as EventType[];

/** The whole body of a delivery of a public event. */
export function eventBody(type: PublicEventType) {
  return z.object({
    event: z.literal(type).meta({ description: "The event type, as in X-Webhook-Event." }),
    timestamp: z.iso
      .datetime()
      .meta({ description: "When it happened: the same on every attempt, UTC with milliseconds." }),
    data: publicData[type].meta({ description: "What happened, as it was then." }),
  });
}
