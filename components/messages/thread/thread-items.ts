import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";

/** A message that the server has not confirmed yet, or refused. */
export type Outgoing = {
  clientMessageId: string;
  message: Pick<Message, "user" | "userName" | "type" | "text" | "attachments" | "extra" | "createdAt">;
  failed: boolean;
  /** Why, in words for the person; empty while nothing is known. */
  reason: string;
};

/** The clientMessageId under which a part of a message that failed is sent once more: by whomever, it is sent again once. */
export const resendId = (messageId: string, part = 0) => `again:${messageId}${part > 0 ? `:${part}` : ""}`;

export type Place = { first: boolean; last: boolean };

export type ThreadItem =
  | { kind: "day"; key: string; day: string; at: string }
  | { kind: "new"; key: string }
  | { kind: "message"; key: string; message: Message; place: Place; chosen: string | undefined }
  | { kind: "outgoing"; key: string; outgoing: Outgoing; place: Place }
  | { kind: "pending"; key: string; pending: ScheduledMessage }
  | { kind: "note"; key: string; note: ConversationNote }
  | { kind: "noteOnTheWay"; key: string; text: string }
  | { kind: "event"; key: string; message: Message }
  | { kind: "events"; key: string; messages: Message[] };

export type ThreadContent = {
  /** In the order of their seq; a gap at the beginning is what is not loaded yet. */
  messages: readonly Message[];
  notes: readonly ConversationNote[];
  outgoing: readonly Outgoing[];
  /** What is to be sent later, or can still be undone. */
  pending?: readonly ScheduledMessage[];
  /** Own notes that the server has not answered yet. */
  notesOnTheWay?: readonly { key: string; text: string }[];
  /** Earlier messages exist that are not loaded. */
  hasOlder: boolean;
  /** What had been read when the thread was opened; undefined draws no line. */
  readSeq: number | undefined;
  /** The person who looks: their own message is never news to them. */
  viewerId: string;
  timeZone: string;
};

const groupGap = 5 * 60_000;
const shownInRow = 3;
/* More rows than this are never kept waiting. */
const heldBack = 40;

type Entry =
  | { kind: "message"; message: Message }
  | { kind: "note"; note: ConversationNote }
  | { kind: "outgoing"; outgoing: Outgoing }
  | { kind: "held"; held: ScheduledMessage };

/** Everything a thread shows, top to bottom. */
export function threadItems(content: ThreadContent): ThreadItem[] {
  const dayOf = calendarDays(content.timeZone);
  const firstUnread = firstUnreadSeq(content);
  const items: ThreadItem[] = [];
  let day = "";
  let settled: number | undefined;
  let previous: Entry | undefined;
  for (const entry of inOrder(content)) {
    const at = createdAt(entry);
    const nextDay = dayOf(at);
    if (settled === undefined && isBreak(previous, entry)) settled = items.length;
    previous = entry;
    if (nextDay !== day) items.push({ kind: "day", key: `day ${nextDay}`, day: nextDay, at });
    day = nextDay;
    if (entry.kind === "message" && entry.message.seq === firstUnread) {
      // Nothing that comes before the line changes what stands below it.
      settled ??= items.length;
      items.push({ kind: "new", key: "new" });
    }
    add(items, entry);
  }
  for (const { key, text } of content.notesOnTheWay ?? []) items.push({ kind: "noteOnTheWay", key, text });
  for (const one of content.pending ?? []) if (!one.held) items.push({ kind: "pending", key: one.id, pending: one });
  markChosen(items);
  return content.hasOlder && settled !== undefined && settled <= heldBack ? items.slice(settled) : items;
}

/* A row that what comes before it cannot change. The rows ahead of the first one wait for the earlier messages, so
   that nothing in view changes its height when those arrive. */
function isBreak(previous: Entry | undefined, entry: Entry): boolean {
  if (!previous || entry.kind === "note") return false;
  if (entry.kind === "message" && entry.message.type === "command") return false;
  return previous.kind === "note" || isEvent(previous) || !sameBreath(contentOf(previous), contentOf(entry));
}

function isEvent(entry: Entry): boolean {
  return entry.kind === "message" && entry.message.type === "command";
}

type Unread = Pick<ThreadContent, "messages" | "readSeq" | "viewerId" | "hasOlder">;

/** The first unread message of another person, where it is loaded; commands do not count. */
export function firstUnreadSeq({ messages, readSeq, viewerId, hasOlder }: Unread): number | undefined {
  if (readSeq === undefined || (hasOlder && (messages[0]?.seq ?? 0) > readSeq + 1)) return undefined;
  const unread = messages.find(
    (message) => message.seq > readSeq && message.type !== "command" && message.user !== viewerId,
  );
  return unread?.seq;
}

/* Notes stand after the message they were written under; what is being sent stands last. */
function inOrder({ messages, notes, outgoing, pending: waiting = [] }: ThreadContent): Entry[] {
  const entries: Entry[] = [];
  const firstSeq = messages[0]?.seq ?? 0;
  const pending = [...notes]
    .filter((note) => note.afterSeq >= firstSeq - 1 || messages.length === 0)
    .sort((a, b) => a.afterSeq - b.afterSeq || a.createdAt.localeCompare(b.createdAt));
  let next = 0;
  const notesBefore = (seq: number) => {
    for (let note = pending[next]; note && note.afterSeq < seq; note = pending[next]) {
      entries.push({ kind: "note", note });
      next += 1;
    }
  };
  for (const message of messages) {
    notesBefore(message.seq);
    entries.push({ kind: "message", message });
  }
  notesBefore(Number.POSITIVE_INFINITY);
  const stored = new Set(messages.map((message) => message.clientMessageId ?? ""));
  const unsent = waiting.filter((one) => one.held && !stored.has(clientIdOf(one)));
  for (const held of unsent) entries.push({ kind: "held", held });
  for (const held of unsent) stored.add(clientIdOf(held));
  for (const one of outgoing) {
    if (!stored.has(one.clientMessageId)) entries.push({ kind: "outgoing", outgoing: one });
  }
  return entries;
}

const clientIdOf = ({ id, message }: ScheduledMessage) => message?.clientMessageId ?? id;

function createdAt(entry: Entry): string {
  if (entry.kind === "held") return entry.held.createdAt;
  if (entry.kind === "note") return entry.note.createdAt;
  return entry.kind === "message" ? entry.message.createdAt : entry.outgoing.message.createdAt;
}

function add(items: ThreadItem[], entry: Entry): void {
  if (entry.kind === "held") items.push({ kind: "pending", key: clientIdOf(entry.held), pending: entry.held });
  else if (entry.kind === "note") items.push({ kind: "note", key: entry.note.id, note: entry.note });
  else if (entry.kind === "message" && entry.message.type === "command") addEvent(items, entry.message);
  else addBubble(items, entry);
}

/* More than three in a row become one line that opens. */
function addEvent(items: ThreadItem[], message: Message): void {
  const last = items.at(-1);
  if (last?.kind === "events") {
    last.messages.push(message);
    return;
  }
  const row: Message[] = [];
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item?.kind !== "event") break;
    row.unshift(item.message);
  }
  if (row.length < shownInRow) {
    items.push({ kind: "event", key: message.id, message });
    return;
  }
  items.splice(items.length - row.length);
  items.push({ kind: "events", key: `events ${row[0]?.id ?? message.id}`, messages: [...row, message] });
}

const places = { inside: { first: false, last: false }, first: { first: true, last: false } };
const lastPlaces = { inside: { first: false, last: true }, first: { first: true, last: true } };

/* The same object each time: a bubble whose place has not changed is not drawn anew. */
function placeOf(first: boolean, last: boolean): Place {
  return (last ? lastPlaces : places)[first ? "first" : "inside"];
}

function addBubble(items: ThreadItem[], entry: Exclude<Entry, { kind: "note" | "held" }>): void {
  const previous = items.at(-1);
  const bubble = previous?.kind === "message" || previous?.kind === "outgoing" ? previous : undefined;
  const continues = bubble !== undefined && sameBreath(contentOf(bubble), contentOf(entry));
  if (continues) bubble.place = placeOf(bubble.place.first, false);
  const place = placeOf(!continues, true);
  if (entry.kind === "message") {
    const { message } = entry;
    items.push({ kind: "message", key: message.clientMessageId ?? message.id, message, place, chosen: undefined });
  } else {
    items.push({ kind: "outgoing", key: entry.outgoing.clientMessageId, outgoing: entry.outgoing, place });
  }
}

type Said = Pick<Message, "user" | "createdAt"> & Partial<Pick<Message, "fromType">>;

type Spoken = Exclude<Entry, { kind: "note" }>;

function contentOf(entry: Spoken): Said {
  if (entry.kind === "held") return { user: entry.held.from, createdAt: entry.held.createdAt };
  return entry.kind === "message" ? entry.message : entry.outgoing.message;
}

function sameBreath(before: Said, after: Said): boolean {
  return speaker(before) === speaker(after) && Date.parse(after.createdAt) - Date.parse(before.createdAt) <= groupGap;
}

/* Only people of the team are identified by id; a visitor could have the same one. */
function speaker(said: Said): string {
  return `${said.fromType ?? "user"} ${said.user}`;
}

/* The quick reply that the visitor's next message repeats is the one they chose. */
function markChosen(items: ThreadItem[]): void {
  let offer: Extract<ThreadItem, { kind: "message" }> | undefined;
  for (const item of items) {
    if (item.kind !== "message") continue;
    const { message } = item;
    if (message.fromType === "visitor" && offer) {
      const said = message.text.trim().toLowerCase();
      offer.chosen = offer.message.responseOptions.find((option) => option.trim().toLowerCase() === said);
      offer = undefined;
    }
    if (message.responseOptions.length > 0) offer = item;
  }
}

function calendarDays(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (at) => format.format(new Date(at));
}
