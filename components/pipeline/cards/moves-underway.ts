import type { Query } from "@tanstack/react-query";
import { type Call, changeAtOnce, type Show } from "#components/conversations/data/changing.ts";
import { listedRow } from "#components/conversations/data/conversation-cache.ts";
import { rowsUnderway, withOwnChanges } from "#components/conversations/data/own-changes.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { registerAnswer } from "#components/live/folds.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import { boardsShowing, placeCard } from "./placing-cards.ts";

export type ColumnTotal = { phaseId: string; count: number; amount: number };

const totals = "conversations.columnTotals";

type Place = Pick<InboxRow, "phaseId" | "phaseChangedAt">;
type Moving = { id: string; boards: ReadonlySet<string> };

/** The moves of this person that the server has not answered yet. */
const underway = new Set<Moving>();
/** What the heads of the columns show while there are any. */
const shown = new Map<Query, ColumnTotal[]>();
/** Their last answer may have been read before or after a move: nobody knows. */
const doubtful = new Set<Query>();

/** Moves one card's count and amount between the heads of two columns; the next answer of the server is exact. */
export function shiftTotals(cache: LiveCache, row: InboxRow, from: string, to: string): void {
  if (from === to) return;
  const amount = row.amount ?? 0;
  const shift = (total: ColumnTotal, sign: 1 | -1): ColumnTotal => ({
    ...total,
    count: Math.max(0, total.count + sign),
    // Cents: sums of binary fractions would drift.
    amount: Math.round((total.amount + sign * amount) * 100) / 100,
  });
  for (const cached of cache.of(totals)) {
    cache.update<ColumnTotal[]>(cached, (before) => {
      const after = before.map((total) =>
        total.phaseId === from ? shift(total, -1) : total.phaseId === to ? shift(total, 1) : total,
      );
      shown.set(cached.query, after);
      return after;
    });
  }
}

/** Shows a card where it was put, with the heads of its columns, and asks the server in its turn; throws a refusal. */
export async function moveCard(cache: LiveCache, card: InboxRow, to: Place, ask: Call): Promise<void> {
  const boards = boardsShowing(cache, card.id);
  const moving: Moving = { id: card.id, boards };
  underway.add(moving);
  let last = card;
  const show: Show = (alter) => {
    const before = listedRow(cache, card.id) ?? last;
    last = alter(before);
    placeCard(cache, last, boards);
    shiftTotals(cache, last, before.phaseId, last.phaseId);
  };
  try {
    await changeAtOnce(card.id, () => to, ask, show);
  } finally {
    end(cache, moving);
  }
}

/** The heads are asked for anew where an answer was passed over, and what is on its way may have been read before. */
function end(cache: LiveCache, moving: Moving): void {
  underway.delete(moving);
  if (underway.size > 0) return;
  const old = cache.of(totals).filter(({ query }) => doubtful.has(query) || query.state.fetchStatus === "fetching");
  const asked = new Set(old.map(({ query }) => query));
  void cache.client.invalidateQueries({ predicate: (query) => asked.has(query) });
  doubtful.clear();
  shown.clear();
}

/** An answer may have been read before what this person has changed since, and shows that all the same. */
function keepChanges(cache: LiveCache): void {
  for (const cached of underway.size > 0 ? cache.of(totals) : []) {
    cache.update<ColumnTotal[]>(cached, (answer) => shown.get(cached.query) ?? answer);
    doubtful.add(cached.query);
  }
  const listed = cache.of("conversations.inbox").length > 0;
  for (const base of rowsUnderway()) {
    for (const cached of cache.of("conversations.inboxRow")) {
      if (cached.input.conversationId === base.id) cache.update<InboxRow>(cached, withOwnChanges);
    }
    const boards = new Set([...underway].flatMap((moving) => (moving.id === base.id ? [...moving.boards] : [])));
    const known = listedRow(cache, base.id);
    // Only a move brings a card into a column that does not list it.
    if (listed && (known || boards.size > 0)) placeCard(cache, withOwnChanges(known ?? base), boards);
  }
}

registerAnswer(keepChanges);
