import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { registerFold } from "#components/live/folds.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import type { Cached } from "#components/live/query-index.ts";
import { wordsOnly } from "#components/live/words-only.ts";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import type { LiveEvent } from "#server/realtime/schema.ts";
import { type Listing, readListing } from "../inbox/membership.ts";
import { type ListPage, type Placed, placeRow, removeRow } from "./list-fold.ts";
import { noteGone, noteTold, withOwnChanges } from "./own-changes.ts";

type Row = Conversation & { readSeq?: number; contactName?: string };
type Pages = InfiniteData<ListPage<Row>>;

const lists = ["conversations.inbox", "conversations.list"];
const single = ["conversations.read", "conversations.inboxRow"];
const totals = ["conversations.counts", "conversations.viewCounts", "conversations.columnTotals"];
const small = ["conversations.byPhase", "conversations.ofContact"];

const listings = new WeakMap<object, Listing | undefined>();

function listingOf({ query, input }: Cached, procedure: string): Listing | undefined {
  if (!listings.has(query)) listings.set(query, readListing(input, procedure === "conversations.inbox"));
  return listings.get(query);
}

/** Newest row and newest "gone" per conversation: with the same seq the row is right. */
type Seen = { row: Map<string, number>; gone: Map<string, number> };
const seenBy = new WeakMap<QueryClient, Seen>();

function seenOf(client: QueryClient): Seen {
  const seen = seenBy.get(client) ?? { row: new Map(), gone: new Map() };
  seenBy.set(client, seen);
  return seen;
}

/** A single numbered page has no room for a row that comes in: it is asked for again. */
function onPages(cache: LiveCache, cached: Cached, change: (pages: ListPage<Row>[]) => Placed<Row>): void {
  let unsure = !cached.infinite;
  if (cached.infinite) {
    cache.update<Pages>(cached, (data) => {
      const placed = change(data.pages);
      unsure ||= placed.unsure;
      return { ...data, pages: placed.pages };
    });
  }
  if (unsure) cache.refresh(cached, true);
}

function changesMembership(listing: Listing, causes: readonly string[]): boolean {
  const { agent, condition, tags, updatedSince, search, waiting } = listing.filters;
  if (agent || condition || tags?.length || updatedSince || search || waiting !== undefined) return true;
  // The bot's first words make a conversation its own.
  if (listing.view === "bot" || listing.view === "unassigned") return true;
  return causes.some((cause) => !wordsOnly.has(cause));
}

function inboxRow(cache: LiveCache, event: LiveEvent, row: Conversation, known: Row | undefined): Row {
  const readSeq = Math.max(event.reads?.[cache.userId] ?? 0, known?.readSeq ?? 0);
  return { ...row, readSeq, contactName: event.contactName ?? known?.contactName ?? "" };
}

/** The newer of both: an answer may have brought what an event only tells of later. */
const newer = (row: Conversation, known: Row | undefined): Conversation =>
  known && known.updatedAt > row.updatedAt ? known : row;

function foldRow(cache: LiveCache, event: LiveEvent, told: Conversation): void {
  noteTold(told);
  // What was refused before can be read now.
  cache.refresh(about(cache, told.id).filter(({ query }) => query.state.status === "error"));
  for (const procedure of lists) {
    for (const cached of cache.of(procedure)) {
      const listing = listingOf(cached, procedure);
      if (!listing) continue;
      const moved = changesMembership(listing, event.causes ?? []);
      onPages(cache, cached, (pages) => {
        const known = pages.flatMap((page) => page.data).find((one) => one.id === told.id);
        const row = newer(told, known);
        const shown = procedure === "conversations.inbox" ? inboxRow(cache, event, row, known) : row;
        return placeRow(pages, withOwnChanges(shown), listing, cache.userId, moved);
      });
    }
  }
  for (const cached of single.flatMap((procedure) => cache.of(procedure))) {
    if (cached.input.conversationId !== told.id) continue;
    cache.update<Row>(cached, (known) => {
      const row = newer(told, known);
      return withOwnChanges("readSeq" in known ? inboxRow(cache, event, row, known) : row);
    });
  }
}

/** Everything that is asked for one conversation by its id. */
function about(cache: LiveCache, id: string): Cached[] {
  const procedures = [...single, "conversations.notes", "messages.list"];
  return procedures.flatMap((procedure) => cache.of(procedure)).filter(({ input }) => input.conversationId === id);
}

function foldGone(cache: LiveCache, id: string): void {
  noteGone(id);
  for (const cached of lists.flatMap((procedure) => cache.of(procedure))) {
    onPages(cache, cached, (pages) => removeRow(pages, id));
  }
  // Their next answer says why they are empty: not found.
  cache.refresh(about(cache, id));
}

function apply(cache: LiveCache, events: readonly LiveEvent[]): void {
  const seen = seenOf(cache.client);
  for (const event of events) {
    const id = event.conversationId;
    if (id === null) continue;
    if (event.type === "conversation/gone") {
      if ((seen.row.get(id) ?? -1) >= event.seq) continue;
      seen.gone.set(id, event.seq);
      foldGone(cache, id);
    } else if (event.conversation) {
      if ((seen.gone.get(id) ?? -1) > event.seq) continue;
      seen.row.set(id, Math.max(event.seq, seen.row.get(id) ?? 0));
      foldRow(cache, event, event.conversation);
    }
  }
  refreshTotals(cache, events);
}

/** Numbers are asked for again: at once-a-second pace while only messages come in. */
function refreshTotals(cache: LiveCache, events: readonly LiveEvent[]): void {
  const quiet = events.every(({ causes }) => causes?.every((cause) => wordsOnly.has(cause)) ?? false);
  for (const procedure of totals) cache.refresh(cache.of(procedure), quiet);
  for (const procedure of small) cache.refresh(cache.of(procedure), quiet);
}

function applyRead(cache: LiveCache, events: readonly LiveEvent[]): void {
  for (const { conversationId, data } of events) {
    const readSeq: unknown = data?.seq;
    if (typeof readSeq !== "number" || data?.userId !== cache.userId) continue;
    const read = (row: Row) => (row.id === conversationId ? { ...row, readSeq } : row);
    for (const cached of cache.of("conversations.inbox")) {
      onPages(cache, cached, (pages) => ({
        pages: pages.map((page) => ({ ...page, data: page.data.map(read) })),
        unsure: false,
      }));
    }
    for (const cached of cache.of("conversations.inboxRow")) cache.update<Row>(cached, read);
  }
  cache.refresh(cache.of("conversations.counts"));
}

function applyNotes(cache: LiveCache, events: readonly LiveEvent[]): void {
  for (const { conversationId, data, note } of events) {
    const noteId: unknown = data?.noteId;
    if (typeof noteId !== "string") continue;
    for (const cached of cache.of("conversations.notes")) {
      if (cached.input.conversationId !== conversationId) continue;
      cache.update<ConversationNote[]>(cached, (notes) => {
        const others = notes.filter(({ id }) => id !== noteId);
        return note ? [...others, note].sort((a, b) => (a.id < b.id ? -1 : 1)) : others;
      });
    }
  }
}

/** A next step is planned, done or moved: lists that ask for one are asked for again, and the counts of saved views. */
function applyTask(cache: LiveCache): void {
  const asking = [...lists, ...totals, ...small].flatMap((procedure) => cache.of(procedure));
  cache.refresh(asking.filter(({ input }) => input.nextStep !== undefined));
  cache.refresh(cache.of("conversations.viewCounts"));
}

registerFold({ types: ["conversation/row", "conversation/gone"], apply });
registerFold({ types: ["task/changed"], apply: applyTask });
registerFold({ types: ["conversation/read"], apply: applyRead });
registerFold({ types: ["conversation/note", "conversation/note_changed"], apply: applyNotes });
