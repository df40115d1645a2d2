import type { InfiniteData } from "@tanstack/react-query";
import type { LiveCache } from "#components/live/live-cache.ts";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import type { ListPage } from "./list-fold.ts";
import type { InboxRow } from "./use-conversation-list.ts";

export type RowPatch = Partial<InboxRow>;

/** Changes one conversation wherever it is shown, without moving it: the event that follows puts it in its place. */
export function patchConversation(cache: LiveCache, id: string, change: (row: InboxRow) => InboxRow): void {
  for (const procedure of ["conversations.inbox", "conversations.list"]) {
    for (const cached of cache.of(procedure)) {
      if (!cached.infinite) continue;
      cache.update<InfiniteData<ListPage<InboxRow>>>(cached, (data) => {
        if (!data.pages.some((page) => page.data.some((row) => row.id === id))) return data;
        const pages = data.pages.map((page) => ({
          ...page,
          data: page.data.map((row) => (row.id === id ? change(row) : row)),
        }));
        return { ...data, pages };
      });
    }
  }
  for (const cached of cache.of("conversations.inboxRow")) {
    if (cached.input.conversationId === id) cache.update<InboxRow>(cached, change);
  }
}

const rowIn = (data: unknown, id: string) =>
  (data as InfiniteData<ListPage<InboxRow>> | undefined)?.pages
    .flatMap((page) => page.data)
    .find((row) => row.id === id);

/** The conversation as a list of the inbox has it, which events keep true. */
export function listedRow(cache: LiveCache, id: string): InboxRow | undefined {
  for (const { query, infinite } of cache.of("conversations.inbox")) {
    const found = infinite ? rowIn(query.state.data, id) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The conversation as the screens show it now, wherever it is loaded. */
export function knownConversation(cache: LiveCache, id: string): InboxRow | undefined {
  for (const { query, input } of cache.of("conversations.inboxRow")) {
    // The border to the cache: each procedure answers with its own shape.
    if (input.conversationId === id && query.state.data) return query.state.data as InboxRow;
  }
  for (const procedure of ["conversations.inbox", "conversations.list"]) {
    for (const { query, infinite } of cache.of(procedure)) {
      const found = infinite ? rowIn(query.state.data, id) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

/** Takes a change back where nothing newer has come over it. */
export function revert(row: InboxRow, patch: RowPatch, before: InboxRow): InboxRow {
  const entries = Object.entries(patch).filter(([key, value]) => Reflect.get(row, key) === value);
  if (entries.length === 0) return row;
  return { ...row, ...Object.fromEntries(entries.map(([key]) => [key, Reflect.get(before, key)])) };
}

/** The server's answer, unless an event has already brought something newer. */
export function settled(row: InboxRow, answer: Omit<InboxRow, "readSeq" | "contactName">): InboxRow {
  return answer.updatedAt >= row.updatedAt ? { ...row, ...answer } : row;
}

export function putNote(cache: LiveCache, note: ConversationNote): void {
  for (const cached of cache.of("conversations.notes")) {
    if (cached.input.conversationId !== note.conversationId) continue;
    cache.update<ConversationNote[]>(cached, (notes) =>
      [...notes.filter(({ id }) => id !== note.id), note].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }
}

export function dropNote(cache: LiveCache, conversationId: string, noteId: string): void {
  for (const cached of cache.of("conversations.notes")) {
    if (cached.input.conversationId !== conversationId) continue;
    cache.update<ConversationNote[]>(cached, (notes) => notes.filter(({ id }) => id !== noteId));
  }
}
