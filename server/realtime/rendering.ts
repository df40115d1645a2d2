import { noteSchema } from "#server/conversations/noting/schema.ts";
import { conversationSchema } from "#server/conversations/schema.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import { type EventRow, eventTable } from "#server/core/events/table.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { viewMessage } from "#server/messages/row.ts";
import { messageSchema } from "#server/messages/schema.ts";
import { changesConversations, type Loaded, type LoadedConversation, noteIdOf } from "./reading.sql.ts";
import type { Audience, Place } from "./rooms.ts";
import type { LiveEvent } from "./schema.ts";

/** A live event and its audience. `row`: one of a list, where only the newest of a conversation counts. */
export type Item = { live: LiveEvent; audience: Audience; row: boolean };

function live(event: RelayedEvent, more: Partial<LiveEvent> = {}): LiveEvent {
  const { type, seq, conversationId, contactId, actorId, actorName } = event;
  return { type, seq, conversationId, contactId, actorId, actorName, ...more };
}

export const holdersOf = (row: LoadedConversation): (string | null)[] => [
  row.assignedTo,
  ...(row.contactAssignee === null ? [] : [row.contactAssignee]),
  ...row.mentioned,
];

export const placeOf = ({ teamId, channelId }: LoadedConversation): Place => ({
  teamIds: teamId ? [teamId] : [],
  channelIds: [channelId],
});

/** Who saw the conversation or contact before this event, as far as the event says. */
function formerHolders(event: RelayedEvent): (string | null)[] {
  if (event.type === "conversation/changed") return event.data.unseen ?? [];
  if (event.type !== "conversation/operator_assigned" && event.type !== "contact/operator_assigned") return [];
  return [event.data.previousAssignedTo || null];
}

function movesTeam(event: RelayedEvent): boolean {
  return event.type === "conversation/updated" && "teamId" in (event.data.changes ?? {});
}

/** One row per conversation, whatever happened to it in this batch. */
function rowItems(events: readonly RelayedEvent[], loaded: Loaded): Item[] {
  const touched = new Map<string, RelayedEvent[]>();
  const touch = (id: string, event: RelayedEvent) => touched.set(id, [...(touched.get(id) ?? []), event]);
  for (const event of events) {
    if (eventTable[event.type].touchesRow && event.conversationId) touch(event.conversationId, event);
    if (!changesConversations(event)) continue;
    for (const row of loaded.conversations.values()) if (row.contactId === event.contactId) touch(row.id, event);
  }
  return [...touched].flatMap(([id, about]) => {
    const row = loaded.conversations.get(id);
    return row ? rowAndGone(row, about, loaded.reads.get(id) ?? {}) : [];
  });
}

function rowAndGone(row: LoadedConversation, about: readonly RelayedEvent[], reads: Record<string, number>): Item[] {
  const last = about.at(-1);
  if (!last) return [];
  const holders = holdersOf(row);
  const shared = { conversationId: row.id, contactId: row.contactId, seq: last.seq };
  const item: Item = {
    live: live(last, {
      ...shared,
      type: "conversation/row",
      causes: [...new Set(about.map(({ type }) => type))],
      conversation: conversationSchema.parse(viewConversation(row)),
      contactName: row.contactName ?? "",
      reads,
    }),
    audience: { kind: "holders", holders, place: placeOf(row) },
    row: true,
  };
  const gone = live(last, { ...shared, type: "conversation/gone", contactId: null });
  // Who saw it through another contact or its former team is unknown here; with the same seq, a row beats "gone".
  if (about.some((event) => event.type === "conversation/contact" || movesTeam(event))) {
    return [item, { live: gone, audience: { kind: "restricted" }, row: true }];
  }
  const former = about.flatMap(formerHolders).filter((holder) => !holders.includes(holder));
  if (former.length === 0) return [item];
  return [item, { live: gone, audience: { kind: "formerly", holders: former }, row: true }];
}

function messageItem(event: RelayedEvent, loaded: Loaded): Item[] {
  const row = event.conversationId ? loaded.conversations.get(event.conversationId) : undefined;
  if (!row) return [];
  const audience: Audience = { kind: "thread", conversationId: row.id, holders: holdersOf(row), place: placeOf(row) };
  const message = event.messageId ? loaded.messages.get(event.messageId) : undefined;
  if (message)
    return [{ live: live(event, { message: messageSchema.parse(viewMessage(message)) }), audience, row: false }];
  // The team's messages up to a seq have reached or been read by the visitor.
  if (event.type === "message/status") return [{ live: live(event, { data: event.data }), audience, row: false }];
  return [];
}

function noteItem(event: RelayedEvent, loaded: Loaded): Item[] {
  const row = event.conversationId ? loaded.conversations.get(event.conversationId) : undefined;
  const noteId = noteIdOf(event);
  if (!row || !noteId) return [];
  const note = loaded.notes.get(noteId);
  const more = note ? { note: noteSchema.parse(note), data: { noteId } } : { data: { noteId } };
  const audience: Audience = { kind: "thread", conversationId: row.id, holders: holdersOf(row), place: placeOf(row) };
  return [{ live: live(event, more), audience, row: false }];
}

/** Contacts are sent by id only: each reader fetches what it may see. */
function contactItem(event: RelayedEvent, loaded: Loaded): Item[] {
  const known = event.contactId ? loaded.contactHolders.get(event.contactId) : undefined;
  const told = live(event, { conversationId: null });
  if (known) {
    const holders = [...known.holders, ...formerHolders(event)];
    return [{ live: told, audience: { kind: "holders", holders, place: known }, row: false }];
  }
  return [
    { live: told, audience: { kind: "holders", holders: [] }, row: false },
    { live: told, audience: { kind: "restricted" }, row: false },
  ];
}

function goneItems(event: RelayedEvent): Item[] {
  const gone = live(event, { type: "conversation/gone", contactId: null });
  return [
    { live: gone, audience: { kind: "holders", holders: [] }, row: true },
    { live: gone, audience: { kind: "restricted" }, row: true },
  ];
}

function readingItem(event: RelayedEvent): Item[] {
  if (event.type !== "conversation/read") return [];
  const { userId, seq } = event.data;
  return [
    { live: live(event, { contactId: null, data: { userId, seq } }), audience: { kind: "user", userId }, row: false },
  ];
}

/** Each person hears of their own only. */
function notificationItems(event: RelayedEvent): Item[] {
  if (event.type !== "notification/changed") return [];
  return event.data.people.map(({ userId, made }) => {
    const data = made ? { id: made.id, kind: made.kind, sound: made.sound } : {};
    return { live: live(event, { contactId: null, data }), audience: { kind: "user", userId }, row: false };
  });
}

/** What may be one person's alone. */
const ownable: ReadonlySet<string> = new Set([
  ...["view/changed", "answer/changed", "answer/used", "macro/changed", "report/changed"],
]);

function audienceOf(event: RelayedEvent): Audience {
  const userId = ownable.has(event.type) && "userId" in event.data ? event.data.userId : undefined;
  return userId ? { kind: "user", userId } : { kind: "company" };
}

/**
 * For everything else (people, phases, tags, channels, settings): only the fact of a change, to all who are signed in,
 * or to the only one who sees it.
 */
function changeItem(event: RelayedEvent): Item[] {
  const id = "id" in event.data && event.data.id ? { id: event.data.id } : {};
  const data = event.type === "answer/used" ? { ...id, uses: event.data.uses } : id;
  return [
    { live: live(event, { conversationId: null, contactId: null, data }), audience: audienceOf(event), row: false },
  ];
}

/** What happens often and only few screens show: the fact alone. */
function logItem(event: RelayedEvent): Item[] {
  const told = live(event, { conversationId: null, contactId: null, data: {} });
  return [{ live: told, audience: { kind: "settings" }, row: false }];
}

/** One renderer for each kind in the table. */
const tellers: Record<EventRow["live"], (event: RelayedEvent, loaded: Loaded) => Item[]> = {
  message: messageItem,
  note: noteItem,
  row: () => [],
  gone: goneItems,
  reading: readingItem,
  notification: notificationItems,
  contact: contactItem,
  log: logItem,
  company: changeItem,
};

/** A batch of one company's events as its listeners get it: threads first, then one row per conversation. */
export function render(events: readonly RelayedEvent[], loaded: Loaded): Item[] {
  return [
    ...events.flatMap((event) => tellers[eventTable[event.type].live](event, loaded)),
    ...rowItems(events, loaded),
  ];
}
