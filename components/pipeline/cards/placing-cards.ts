import type { InfiniteData } from "@tanstack/react-query";
import { type ListPage, placeRow } from "#components/conversations/data/list-fold.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { readListing } from "#components/conversations/inbox/membership.ts";
import type { LiveCache } from "#components/live/live-cache.ts";

export type ColumnTotal = { phaseId: string; count: number; amount: number };

/** Puts a conversation in its place in every list that is loaded, as its event would. */
export function placeCard(cache: LiveCache, row: InboxRow): void {
  for (const procedure of ["conversations.inbox", "conversations.list"]) {
    for (const cached of cache.of(procedure)) {
      const listing = cached.infinite ? readListing(cached.input, procedure === "conversations.inbox") : undefined;
      if (!listing) continue;
      cache.update<InfiniteData<ListPage<InboxRow>>>(cached, (data) => {
        const { pages } = placeRow(data.pages, row, listing, cache.userId, true);
        return { ...data, pages };
      });
    }
  }
  for (const cached of cache.of("conversations.inboxRow")) {
    if (cached.input.conversationId === row.id) cache.update<InboxRow>(cached, (known) => ({ ...known, ...row }));
  }
}

/** The conversation as the screens show it now, wherever it is loaded. */
export function cardOf(cache: LiveCache, id: string): InboxRow | undefined {
  for (const cached of cache.of("conversations.inbox")) {
    // The border to the cache: this procedure, paged, answers with such pages.
    const data = cached.infinite
      ? (cached.query.state.data as InfiniteData<ListPage<InboxRow>> | undefined)
      : undefined;
    const found = data?.pages.flatMap((page) => page.data).find((row) => row.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Moves one card's count and amount between the heads of two columns; the next answer of the server is exact. */
export function shiftTotals(cache: LiveCache, row: InboxRow, from: string, to: string): void {
  const amount = row.amount ?? 0;
  const shift = (total: ColumnTotal, sign: 1 | -1): ColumnTotal => ({
    ...total,
    count: Math.max(0, total.count + sign),
    // Cents: sums of binary fractions would drift.
    amount: Math.round((total.amount + sign * amount) * 100) / 100,
  });
  for (const cached of cache.of("conversations.columnTotals")) {
    cache.update<ColumnTotal[]>(cached, (totals) =>
      totals.map((total) =>
        total.phaseId === from ? shift(total, -1) : total.phaseId === to ? shift(total, 1) : total,
      ),
    );
  }
}
