import { isDeepStrictEqual } from "node:util";
import { InfiniteQueryObserver, QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { createTRPCUntypedClient, httpLink } from "@trpc/client";
import "#components/contacts/live.ts";
import "#components/conversations/data/live.ts";
import "#components/messages/thread/live.ts";
import "#components/live/noun-folds.ts";
import { EventLog } from "#components/live/event-log.ts";
import { EventSocket } from "#components/live/event-socket.ts";
import type { Gap } from "#components/live/gap-keeper.ts";
import { LiveCache } from "#components/live/live-cache.ts";
import { LiveConnection } from "#components/live/live-connection.ts";
import type { LiveSocket } from "#components/live/socket.ts";
import { readNewest } from "#components/messages/thread/catching-up.ts";
import { threadInput } from "#components/messages/thread/thread-input.ts";
import type { ThreadPage } from "#components/messages/thread/thread-pages.ts";

type Page = { data: unknown[]; nextCursor?: string | null; pagination?: { nextCursor: string | null } };
type Ask = { path: string; input: Record<string, unknown>; infinite: boolean };

const nextOf = (page: Page) => page.nextCursor ?? page.pagination?.nextCursor ?? undefined;
const keyOf = ({ path, input, infinite }: Ask): QueryKey => [
  path.split("."),
  { input, type: infinite ? "infinite" : "query" },
];

/** Where two values differ first. */
function differenceOf(held: unknown, wanted: unknown, place = ""): string | undefined {
  if (isDeepStrictEqual(held, wanted)) return undefined;
  const nested = [held, wanted].every((one) => typeof one === "object" && one !== null);
  if (!nested) return `${place || "all"} is ${JSON.stringify(held)} and not ${JSON.stringify(wanted)}`.slice(0, 300);
  const keys = new Set([...Object.keys(held as object), ...Object.keys(wanted as object)]);
  for (const key of keys) {
    const found = differenceOf(Reflect.get(held as object, key), Reflect.get(wanted as object, key), `${place}.${key}`);
    if (found) return found;
  }
  return `${place || "all"} is of another kind`;
}

type Desk = {
  name: string;
  isOnline(): boolean;
  /** Where what is on the screen differs from a fresh read. */
  faults(): Promise<string[]>;
  stop(): void;
};

/** An agent's tab with its screens open: the product's own socket, gap and cache, without a screen. */
export async function openDesk(given: {
  name: string;
  base: string;
  cookie: string;
  userId: string;
  conversations: readonly string[];
}): Promise<Desk> {
  const { name, base, cookie, userId, conversations } = given;
  const api = createTRPCUntypedClient({
    links: [
      httpLink({
        url: `${base}/api/trpc`,
        headers: { cookie, origin: base },
        fetch: (url, init) => fetch(String(url), { ...(init as RequestInit), signal: AbortSignal.timeout(15_000) }),
      }),
    ],
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: 5, retryDelay: 500 } } });
  const cache = new LiveCache(client, userId);
  const log = new EventLog(cache);
  const states: string[] = [];
  const asks: Ask[] = [
    ...["all", "unassigned"].map((view) => ({
      path: "conversations.inbox",
      input: { view, limit: 100 },
      infinite: true,
    })),
    ...conversations.map((id) => ({ path: "messages.list", input: threadInput(id), infinite: true })),
    { path: "conversations.counts", input: {}, infinite: false },
  ];
  const gap: Gap = {
    position: async () => (await api.query("realtime.position", {})) as { seq: number },
    since: async (input) => (await api.query("realtime.since", input)) as Awaited<ReturnType<Gap["since"]>>,
  };
  const begin = (await gap.position()).seq;
  for (const ask of asks) {
    const queryKey = keyOf(ask);
    if (ask.infinite) {
      const queryFn = async ({ pageParam }: { pageParam: string }) =>
        (await api.query(ask.path, { ...ask.input, ...(pageParam ? { cursor: pageParam } : {}) })) as Page;
      const options = { queryKey, queryFn, initialPageParam: "", getNextPageParam: nextOf, structuralSharing: false };
      new InfiniteQueryObserver(client, options).subscribe(() => undefined);
    } else {
      new QueryObserver(client, { queryKey, queryFn: () => api.query(ask.path, ask.input) }).subscribe(() => undefined);
    }
  }
  const socket: LiveSocket = new EventSocket({
    origin: base,
    pauses: { first: 300, longest: 3000 },
    patience: 20_000,
    headers: { cookie, origin: base },
  });
  const connection = new LiveConnection(
    {
      socket,
      gap,
      cache,
      log,
      readThread: (id) =>
        readNewest(cache, log, async (input) => (await api.query("messages.list", input)) as ThreadPage, id),
      report: (state) => states.at(-1) !== state && states.push(state),
      onSignedOut: () => states.push("signed out"),
      onOtherPerson: () => undefined,
    },
    begin,
  );
  connection.start();
  for (const id of conversations) void connection.watch(id);
  return {
    name,
    isOnline: () => states.at(-1) === "online" && socket.connected,
    faults: async () => {
      const found: string[] = states.includes("signed out") ? [`${name} was signed out`] : [];
      for (const ask of asks) {
        const fresh = await api.query(ask.path, ask.input);
        const data: unknown = client.getQueryState(keyOf(ask))?.data;
        const wanted = ask.infinite ? (fresh as Page).data : fresh;
        // What came since the first look makes the held page longer than a fresh one.
        const newest = (data as { pages: Page[] } | undefined)?.pages?.[0]?.data.slice(0, (fresh as Page).data?.length);
        const held = ask.infinite ? newest : data;
        const difference = differenceOf(held, wanted);
        if (difference) found.push(`${name} is shown another ${ask.path} ${JSON.stringify(ask.input)}: ${difference}`);
      }
      return found;
    },
    stop: () => {
      connection.stop();
      log.stop();
      cache.stop();
      client.clear();
    },
  };
}
