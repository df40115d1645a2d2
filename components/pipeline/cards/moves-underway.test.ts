import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import "#components/conversations/data/live.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { EventLog } from "#components/live/event-log.ts";
import { LiveCache } from "#components/live/live-cache.ts";
import type { LiveEvent } from "#server/realtime/schema.ts";
import { type ColumnTotal, moveCard } from "./moves-underway.ts";

const phases = ["new", "busy", "won"];
const noon = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

let made = 0;
function cardIn(phaseId: string): InboxRow {
  made += 1;
  const words = { assignedTo: "", preAssigned: "", persistentLastOperator: "", utmSource: "", utmMedium: "" };
  const lists = { tags: [], operatorTags: [], participants: [] };
  const times = { createdAt: noon(0), updatedAt: noon(0), lastMessageAt: noon(0), phaseChangedAt: noon(0) };
  const state = { closed: false, state: "opened", status: "ACTIVE", channel: "WEB", chatbotState: "ON", amount: 5 };
  // What a column looks at; a card has more.
  return { id: `card ${made}`, phaseId, ...words, ...lists, ...times, ...state } as unknown as InboxRow;
}

/** A board of three columns as a server and a screen have it, asked for again when it is `asked`. */
function board(cards: InboxRow[], search?: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, structuralSharing: false } } });
  const cache = new LiveCache(client, "me");
  const log = new EventLog(cache);
  const server = new Map(cards.map((card) => [card.id, card]));
  const inPhase = (phaseId: string) => [...server.values()].filter((card) => card.phaseId === phaseId && !card.closed);
  const totals = (): ColumnTotal[] =>
    phases.map((phaseId) => ({ phaseId, count: inPhase(phaseId).length, amount: 5 * inPhase(phaseId).length }));
  const keyOf = (phaseId: string) => [
    ["conversations", "inbox"],
    { input: { view: "all", phase: [phaseId], search, sort: "lastMessageAt:desc", limit: 20 }, type: "infinite" },
  ];
  const totalsKey = [["conversations", "columnTotals"], { input: { open: true, search }, type: "query" }];
  const pages = (phaseId: string) => ({ pages: [{ data: inPhase(phaseId), nextCursor: null }], pageParams: [null] });
  const ask = (queryKey: unknown[], answer: () => unknown) => {
    client.setQueryData(queryKey, answer());
    const observer = new QueryObserver(client, { queryKey, queryFn: async () => answer(), staleTime: Infinity });
    observer.subscribe(() => undefined);
    return observer;
  };
  const columns = phases.map((phaseId) => ask(keyOf(phaseId), () => pages(phaseId)));
  const heads = ask(totalsKey, totals);
  let seq = 0;
  return {
    cache,
    server,
    /** Which cards stand in which column. */
    shown: () =>
      phases.map((phaseId) =>
        (client.getQueryData<ReturnType<typeof pages>>(keyOf(phaseId))?.pages ?? []).flatMap(({ data }) =>
          data.map(({ id }) => id),
        ),
      ),
    counts: () => client.getQueryData<ColumnTotal[]>(totalsKey)?.map(({ count }) => count),
    /** As after a cut: everything is asked for again. */
    readAgain: () => Promise.all([...columns, heads].map((one) => one.refetch())),
    tell: (event: Partial<LiveEvent>) => {
      seq += 1;
      log.apply([{ type: "conversation/row", seq, causes: ["conversation/phase_changed"], ...event } as LiveEvent]);
    },
    told: (card: InboxRow) => ({ conversationId: card.id, conversation: card }),
    stop: () => {
      log.stop();
      cache.stop();
    },
  };
}

const to = (phaseId: string) => ({ phaseId, phaseChangedAt: noon(9) });
const doors = <Answer>(count: number) => Array.from({ length: count }, () => Promise.withResolvers<Answer>());

it("moves a card twice, one after the other, and it stays where it was put last whatever is told meanwhile", async () => {
  const card = cardIn("new");
  const { cache, shown, counts, tell, told, readAgain, server, stop } = board([card]);
  const [first, second] = doors<InboxRow>(2);
  const asked: string[] = [];
  const ask = (name: string, door: typeof first) => () => {
    asked.push(name);
    return door?.promise ?? Promise.reject();
  };
  const one = moveCard(cache, card, to("busy"), ask("busy", first));
  const two = moveCard(cache, { ...card, ...to("busy") }, to("won"), ask("won", second));
  const stays = () =>
    expect([shown(), counts()]).toEqual([
      [[], [], [card.id]],
      [0, 0, 1],
    ]);
  stays();
  await Promise.resolve();
  expect(asked).toEqual(["busy"]);
  // The event of the deed before, a colleague's message, and a fresh answer of everything.
  const busy = { ...card, phaseId: "busy", updatedAt: noon(1) };
  server.set(card.id, busy);
  tell(told(busy));
  stays();
  await readAgain();
  stays();
  first?.resolve(busy);
  await one;
  stays();
  await expect.poll(() => asked).toEqual(["busy", "won"]);
  const won = { ...card, phaseId: "won", updatedAt: noon(2) };
  server.set(card.id, won);
  second?.resolve(won);
  await two;
  stays();
  await readAgain();
  stays();
  stop();
});

it("keeps a card where it was put under a search too, of which only the server knows what belongs", async () => {
  const [card, other] = [cardIn("new"), cardIn("busy")];
  const { cache, shown, counts, readAgain, server, stop } = board([card, other], "words");
  const [door] = doors<InboxRow>(1);
  const moving = moveCard(cache, card, to("won"), () => door?.promise ?? Promise.reject());
  expect([shown(), counts()]).toEqual([
    [[], [other.id], [card.id]],
    [0, 1, 1],
  ]);
  await readAgain();
  expect([shown(), counts()]).toEqual([
    [[], [other.id], [card.id]],
    [0, 1, 1],
  ]);
  const won = { ...card, phaseId: "won", updatedAt: noon(2) };
  server.set(card.id, won);
  // The heads count a new conversation as soon as the move has been answered.
  const more = cardIn("new");
  server.set(more.id, more);
  door?.resolve(won);
  await moving;
  await expect.poll(counts).toEqual([1, 1, 1]);
  stop();
});

it("brings a card back to where it was before all moves that were refused", async () => {
  const card = cardIn("new");
  const { cache, shown, counts, stop } = board([card]);
  const refuse = () => Promise.reject(new Error("refused"));
  const one = moveCard(cache, card, to("busy"), refuse);
  const two = moveCard(cache, { ...card, ...to("busy") }, to("won"), refuse);
  await expect(one).rejects.toThrow("refused");
  await expect(two).rejects.toThrow("refused");
  expect([shown(), counts()]).toEqual([
    [[card.id], [], []],
    [1, 0, 0],
  ]);
  stop();
});

it("brings nothing back that is deleted, closed or moved by a colleague while it moves", async () => {
  const [deleted, closed, moved] = [cardIn("new"), cardIn("new"), cardIn("new")];
  const { cache, shown, tell, told, stop } = board([deleted, closed, moved]);
  const [door] = doors<InboxRow>(1);
  const all = [deleted, closed, moved].map((card) =>
    moveCard(cache, card, to("won"), () => door?.promise ?? Promise.reject()),
  );
  tell({ type: "conversation/gone", conversationId: deleted.id });
  tell(told({ ...closed, closed: true, status: "CLOSED", state: "closed", updatedAt: noon(1) }));
  tell(told({ ...moved, phaseId: "busy", updatedAt: noon(1) }));
  door?.reject(new Error("refused"));
  for (const move of all) await expect(move).rejects.toThrow("refused");
  expect(shown()).toEqual([[], [moved.id], []]);
  stop();
});
