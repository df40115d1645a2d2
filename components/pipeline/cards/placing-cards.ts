import type { InfiniteData } from "@tanstack/react-query";
import { type ListPage, placeRow, putRow } from "#components/conversations/data/list-fold.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { belongs, readListing } from "#components/conversations/inbox/membership.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import type { Cached } from "#components/live/query-index.ts";

type Pages = InfiniteData<ListPage<InboxRow>>;

/** What the columns of one board have in common: all that is asked for but the phase. */
const boardOf = ({ input: { phase: _phase, ...rest } }: Cached) => JSON.stringify(rest);

/** The border to the cache: this procedure, paged, answers with such pages. */
const rowsOf = ({ infinite, query }: Cached): readonly InboxRow[] =>
  infinite ? ((query.state.data as Pages | undefined)?.pages.flatMap((page) => page.data) ?? []) : [];

/** The boards that show a card: each has a column for it in every phase, also where only the server can tell. */
export function boardsShowing(cache: LiveCache, id: string): ReadonlySet<string> {
  const holding = cache.of("conversations.inbox").filter((cached) => rowsOf(cached).some((row) => row.id === id));
  return new Set(holding.map(boardOf));
}

/** Puts a conversation in its place in every list that is loaded, as its event would. */
export function placeCard(cache: LiveCache, row: InboxRow, boards: ReadonlySet<string> = new Set()): void {
  for (const procedure of ["conversations.inbox", "conversations.list"]) {
    for (const cached of cache.of(procedure)) {
      const listing = cached.infinite ? readListing(cached.input, procedure === "conversations.inbox") : undefined;
      if (!listing) continue;
      const sure = boards.has(boardOf(cached)) && belongs(listing, row, cache.userId) === undefined;
      cache.update<Pages>(cached, (data) => {
        const pages = sure
          ? putRow(data.pages, row, listing)
          : placeRow(data.pages, row, listing, cache.userId, true).pages;
        return { ...data, pages };
      });
    }
  }
  for (const cached of cache.of("conversations.inboxRow")) {
    if (cached.input.conversationId === row.id) cache.update<InboxRow>(cached, (known) => ({ ...known, ...row }));
  }
}
