import { type InfiniteData, QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { listedRow } from "#components/conversations/data/conversation-cache.ts";
import type { ListPage } from "#components/conversations/data/list-fold.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { LiveCache } from "#components/live/live-cache.ts";
import { shiftTotals } from "./moves-underway.ts";
import { placeCard } from "./placing-cards.ts";

const row = (id: string, phaseId: string, lastMessageAt: string, amount: number | null = null) =>
  ({
    id,
    phaseId,
    lastMessageAt,
    amount,
    closed: false,
    state: "opened",
    status: "ACTIVE",
    tags: [],
    participants: [],
    channel: "WEB",
    assignedTo: "",
    preAssigned: "",
    persistentLastOperator: "",
    chatbotState: "ON",
    utmSource: "",
    utmMedium: "",
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  }) as unknown as InboxRow;

const keyOf = (phaseId: string) => [
  ["conversations", "inbox"],
  { input: { view: "all", phase: [phaseId], sort: "lastMessageAt:desc", limit: 20 }, type: "infinite" },
];
const totalsKey = [["conversations", "columnTotals"], { input: { open: true }, type: "query" }];

function board(columns: Record<string, InboxRow[]>, more: Record<string, string | null> = {}) {
  const client = new QueryClient();
  for (const [phaseId, data] of Object.entries(columns)) {
    const page: ListPage<InboxRow> = { data, nextCursor: more[phaseId] ?? null };
    client.setQueryData(keyOf(phaseId), { pages: [page], pageParams: [null] });
  }
  const cache = new LiveCache(client, "me");
  const ids = (phaseId: string) =>
    client
      .getQueryData<InfiniteData<ListPage<InboxRow>>>(keyOf(phaseId))
      ?.pages.flatMap((page) => page.data.map(({ id }) => id));
  return { client, cache, ids };
}

describe("moving a card", () => {
  const a = row("a", "new", "2026-01-03T00:00:00.000Z", 10.1);
  const b = row("b", "new", "2026-01-02T00:00:00.000Z");
  const c = row("c", "won", "2026-01-01T00:00:00.000Z");
  const d = row("d", "won", "2026-01-04T00:00:00.000Z");

  it("takes it out of its column and puts it where the other column's order wants it", () => {
    const { cache, ids } = board({ new: [a, b], won: [d, c] });
    placeCard(cache, { ...a, phaseId: "won" });
    expect([ids("new"), ids("won")]).toEqual([["b"], ["d", "a", "c"]]);
    expect(listedRow(cache, "a")?.phaseId).toBe("won");
  });

  it("and back again leaves everything as it was", () => {
    const { cache, ids } = board({ new: [a, b], won: [d, c] });
    placeCard(cache, { ...a, phaseId: "won" });
    placeCard(cache, a);
    expect([ids("new"), ids("won")]).toEqual([
      ["a", "b"],
      ["d", "c"],
    ]);
  });

  it("does not show it past the last loaded card of a column that goes on", () => {
    const { cache, ids } = board({ new: [a, b], won: [d] }, { won: "more" });
    placeCard(cache, { ...b, phaseId: "won" });
    expect([ids("new"), ids("won")]).toEqual([["a"], ["d"]]);
  });

  it("moves its count and amount between the columns' heads", () => {
    const { client, cache } = board({});
    client.setQueryData(totalsKey, [
      { phaseId: "new", count: 2, amount: 10.3 },
      { phaseId: "won", count: 1, amount: 0.2 },
      { phaseId: "lost", count: 0, amount: 0 },
    ]);
    shiftTotals(cache, a, "new", "won");
    expect(client.getQueryData(totalsKey)).toEqual([
      { phaseId: "new", count: 1, amount: 0.2 },
      { phaseId: "won", count: 2, amount: 10.3 },
      { phaseId: "lost", count: 0, amount: 0 },
    ]);
  });
});
