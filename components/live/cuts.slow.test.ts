import { setTimeout as sleep } from "node:timers/promises";
import { InfiniteQueryObserver, QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { createTRPCUntypedClient, httpLink } from "@trpc/client";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import "#components/contacts/live.ts";
import "#components/conversations/data/live.ts";
import "#components/messages/thread/live.ts";
import { readNewest } from "#components/messages/thread/catching-up.ts";
import { threadInput } from "#components/messages/thread/thread-input.ts";
import type { ThreadPage } from "#components/messages/thread/thread-pages.ts";
import { assign } from "#server/conversations/assigning.ts";
import { patchConversation } from "#server/conversations/editing.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import { addTag } from "#server/conversations/tags/tagging.ts";
import type { Actor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { maxGap, type sinceOutput } from "#server/realtime/schema.ts";
import { type Ear, type SocketServer, serveSockets, signedIn, until } from "#server/testing/sockets.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { appRouter } from "#server/trpc/router.ts";
import { EventLog } from "./event-log.ts";
import type { Gap } from "./gap-keeper.ts";
import { LiveCache } from "./live-cache.ts";
import { LiveConnection } from "./live-connection.ts";
import "./noun-folds.ts";
import { EventSocket } from "./event-socket.ts";
import type { LiveSocket } from "./socket.ts";

type Since = import("zod").output<typeof sinceOutput>;
type Page = { data: unknown[]; nextCursor?: string | null; pagination?: { nextCursor: string | null } };
type Ask = { path: string; input: Record<string, unknown>; infinite: boolean };
const nextOf = (page: Page) => page.nextCursor ?? page.pagination?.nextCursor ?? undefined;

let server: SocketServer;
/** Receives everything, uncut: once it has a change, every connected client has it. */
let witness: Ear;

/** Every place where a connection can break: a word that arrives, the gap's question, the gap's answer. */
class Scheduler {
  /** Breaks at these crossings, counted from 1. */
  private readonly cutAt: readonly number[];
  /** Something happens in every interval of a reconnect, as long as there is something to happen. */
  readonly changes: (() => Promise<unknown>)[];
  private crossed = 0;
  cut: () => void = () => undefined;

  constructor(cutAt: readonly number[], changes: (() => Promise<unknown>)[]) {
    this.cutAt = cutAt;
    this.changes = changes;
  }

  /** Whether what is on its way gets through. */
  cross(): boolean {
    this.crossed += 1;
    if (!this.cutAt.includes(this.crossed)) return true;
    this.cut();
    return false;
  }

  get crossings(): number {
    return this.crossed;
  }

  async change(): Promise<void> {
    const next = this.changes.shift();
    if (!next) return;
    await next();
    const newest = async () => {
      const { rows } = await systemPool().query<{ seq: number | null; open: number }>(
        `select max("seq")::int8 as "seq", count(*) filter (where "seq" is null)::int4 as "open" from events
          where "companyId" = $1 and "type" not in ('conversation/read', 'notification/changed')`,
        [company.companyId],
      );
      return rows[0]?.open === 0 ? Number(rows[0].seq) : undefined;
    };
    await until(async () => (await newest()) !== undefined, "the relay");
    const seq = (await newest()) ?? 0;
    await until(() => witness.events.some((event) => event.seq >= seq), "the telling");
    // A list's rows wait at most this long.
    await sleep(60);
  }
}

/** The socket as the tab has it: what arrives can be held, let through, or lost with the connection. */
function gated(socket: LiveSocket, scheduler: Scheduler): LiveSocket {
  const words = new Set(["hello", "events", "reset"]);
  const wrappers = new Map<unknown, (...args: unknown[]) => void>();
  const on = (name: string, listener: (...args: unknown[]) => void) => {
    const heard = (...args: unknown[]) => {
      const { id } = socket;
      if (!words.has(name) || listener.name === "forget") return listener(...args);
      if (name !== "hello") return void (scheduler.cross() && listener(...args));
      // The rooms are joined already: what happens now arrives before the welcome.
      void scheduler
        .change()
        .then(() => socket.connected && socket.id === id && scheduler.cross() && listener(...args));
    };
    wrappers.set(listener, heard);
    Reflect.apply(socket.on, socket, [name, heard]);
    return proxy;
  };
  const off = (name: string, listener: unknown) => {
    Reflect.apply(socket.off, socket, [name, wrappers.get(listener)]);
    return proxy;
  };
  const proxy: LiveSocket = new Proxy(socket, {
    get: (target, name) => {
      if (name === "on") return on;
      if (name === "off") return off;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return proxy;
}

const lost = () => new Error("the connection broke");

/** One person's tab with its screens open, on the real socket, the real gap and the real cache. */
async function openTab(actor: Actor, asks: readonly Ask[], scheduler: Scheduler, faults = { since: 0, reads: 0 }) {
  const { cookie } = await signedIn(actor);
  const api = createTRPCUntypedClient({
    links: [
      httpLink({
        url: "http://tab.test/api/trpc",
        fetch: (url, init) =>
          fetchRequestHandler({
            endpoint: "/api/trpc",
            req: new Request(String(url), { method: init?.method ?? "GET", headers: new Headers(init?.headers) }),
            router: appRouter,
            createContext: () => ({ actor, requestId: "tab" }),
          }),
      }),
    ],
  });
  const read = async (path: string, input: unknown) => {
    if (faults.reads > 0) {
      faults.reads -= 1;
      throw lost();
    }
    return api.query(path, input);
  };
  const socket: LiveSocket = new EventSocket({
    origin: server.url,
    pauses: { first: 20, longest: 60 },
    patience: 20_000,
    headers: { cookie, origin: server.url },
  });
  scheduler.cut = () => void (socket.connected && socket.cut());
  const gap: Gap = {
    position: async () => (await api.query("realtime.position", {})) as { seq: number },
    since: async (input) => {
      await scheduler.change();
      if (!scheduler.cross()) throw lost();
      if (faults.since > 0) {
        faults.since -= 1;
        throw lost();
      }
      const answer = (await api.query("realtime.since", input)) as Since;
      await scheduler.change();
      if (!scheduler.cross()) throw lost();
      return answer;
    },
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const cache = new LiveCache(client, actor.userId ?? "");
  const log = new EventLog(cache);
  const states: string[] = [];
  const begin = (await gap.position()).seq;
  const keyOf = ({ path, input, infinite }: Ask): QueryKey => [
    path.split("."),
    { input, type: infinite ? "infinite" : "query" },
  ];
  for (const ask of asks) {
    const queryKey = keyOf(ask);
    if (!ask.infinite) {
      new QueryObserver(client, { queryKey, queryFn: () => read(ask.path, ask.input) }).subscribe(() => undefined);
      continue;
    }
    new InfiniteQueryObserver(client, {
      queryKey,
      queryFn: async ({ pageParam }) =>
        (await read(ask.path, { ...ask.input, ...(pageParam ? { cursor: pageParam } : {}) })) as Page,
      initialPageParam: "",
      getNextPageParam: nextOf,
      structuralSharing: false,
    }).subscribe(() => undefined);
  }
  await until(() => client.isFetching() === 0, "the first look");
  const connection = new LiveConnection(
    {
      socket: gated(socket, scheduler),
      gap,
      cache,
      log,
      readThread: (id) =>
        readNewest(cache, log, async (input) => (await read("messages.list", input)) as ThreadPage, id),
      report: (state) => states.at(-1) !== state && states.push(state),
      onSignedOut: () => states.push("signed out"),
      onOtherPerson: () => undefined,
    },
    begin,
  );
  const compare = async (context: string) => {
    for (const ask of asks) {
      const state = client.getQueryState(keyOf(ask));
      const name = `${context}: ${actor.name} ${ask.path} ${JSON.stringify(ask.input)}`;
      const fresh = await api.query(ask.path, ask.input).catch(() => "refused");
      const held = ask.infinite ? (state?.data as { pages: Page[] } | undefined)?.pages[0]?.data : state?.data;
      const wanted = ask.infinite && fresh !== "refused" ? (fresh as Page).data : fresh;
      expect(state?.status === "error" ? "refused" : held, name).toEqual(wanted);
    }
  };
  return {
    actor,
    socket,
    client,
    connection,
    states,
    compare,
    isOnline: () => states.at(-1) === "online" && socket.connected,
    stop: () => {
      connection.stop();
      log.stop();
      cache.stop();
      client.clear();
    },
  };
}

async function scene() {
  const visitor = await visitorOn(company.given.channelId ?? "");
  const conversationId = await visitor.begin("hello");
  const other = await (await visitorOn(company.given.channelId ?? "")).begin("beside");
  const { admin, agent, otherAgent } = company;
  await Promise.all([conversationId, other].map((id) => witness.watch(id)));
  let number = 0;
  const say = (id: string, actor = admin) => {
    number += 1;
    return reply.execute(actor, { conversationId: id, body: `number ${number}` });
  };
  const list = (input: Record<string, unknown>) => ({
    path: "conversations.inbox",
    input: { ...input, limit: 100 },
    infinite: true,
  });
  const asks: Ask[] = [
    ...["all", "mine", "unassigned", "closed"].map((view) => list({ view })),
    { path: "messages.list", input: threadInput(conversationId), infinite: true },
    { path: "conversations.inboxRow", input: { conversationId }, infinite: false },
    { path: "conversations.notes", input: { conversationId }, infinite: false },
    { path: "conversations.counts", input: {}, infinite: false },
  ];
  const changes = [
    () => say(conversationId),
    () => say(other),
    () => addTag.execute(admin, { conversationId: other, tag: "quokka" }),
    () => addNote.execute(admin, { conversationId, message: "a note" }),
    () => assign.execute(admin, { conversationId, assignedTo: otherAgent.userId }),
    () => say(conversationId),
    () => assign.execute(admin, { conversationId, assignedTo: agent.userId }),
    () => patchConversation.execute(admin, { conversationId: other, context: { amount: 12 } }),
    () => say(conversationId),
    () => assign.execute(admin, { conversationId: other, assignedTo: agent.userId }),
    () =>
      visitor.post(`/conversations/${conversationId}/messages`, { body: "and now?", clientMessageId: `c${number}` }),
    () => say(conversationId, agent),
  ];
  return { conversationId, beside: other, asks, changes };
}

/** The whole story once, broken at the given crossings; answers how many there were. */
async function live(who: "admin" | "agent", cutAt: readonly number[], faults = { since: 0, reads: 0 }) {
  const { conversationId, beside, asks, changes } = await scene();
  const scheduler = new Scheduler(cutAt, changes);
  const tab = await openTab(company[who], asks, scheduler, faults);
  try {
    tab.connection.start();
    void tab.connection.watch(conversationId);
    await until(tab.isOnline, "online");
    while (changes.length > 0) {
      await scheduler.change();
      await until(tab.isOnline, "online again");
    }
    const context = `${who}, cut at ${cutAt.join(" and ")}`;
    await vi.waitFor(() => tab.compare(context), { timeout: 10_000, interval: 250 });
    expect(tab.states).not.toContain("signed out");
    return scheduler.crossings;
  } finally {
    for (const id of [conversationId, beside]) witness.socket.emit("unwatch", { conversationId: id });
    tab.stop();
  }
}

const company = await openCompany("Cuts", allFurniture);

beforeAll(async () => {
  server = await serveSockets();
  witness = await server.agent((await signedIn(company.admin)).cookie);
});

afterAll(async () => {
  await server.close();
});

describe("a tab whose connection breaks holds what a fresh read gives [found K2]", () => {
  for (const who of ["admin", "agent"] as const) {
    it(`wherever it breaks, for ${who === "admin" ? "a full reader" : "an agent held to its own rows"}`, async () => {
      const crossings = await live(who, []);
      expect(crossings).toBeGreaterThan(10);
      for (let at = 1; at <= crossings; at += 1) await live(who, [at]);
    });
  }

  it("wherever the reconnect after a break breaks too", async () => {
    for (let second = 1; second <= 6; second += 1) await live("admin", [5, 5 + second]);
    for (let second = 1; second <= 4; second += 1) await live("agent", [6, 6 + second, 7 + second]);
  });

  it("when the gap's question fails again and again while events come", async () => {
    await live("admin", [4], { since: 3, reads: 0 });
    await live("agent", [6], { since: 2, reads: 0 });
  });

  it("when it was away for too long, and reading everything again fails too", async () => {
    const { conversationId, beside, asks, changes } = await scene();
    const faults = { since: Number.POSITIVE_INFINITY, reads: 0 };
    const tab = await openTab(company.admin, asks, new Scheduler([], []), faults);
    const seen = tab.client.getQueryState([["conversations", "counts"], { input: {}, type: "query" }])?.dataUpdatedAt;
    try {
      faults.since = 0;
      tab.connection.start();
      void tab.connection.watch(conversationId);
      await until(tab.isOnline, "online");
      // Away: what is asked for meanwhile gets no answer either.
      faults.since = Number.POSITIVE_INFINITY;
      tab.socket.disconnect();
      for (let sent = 0; sent <= maxGap; sent += 20) {
        const portion = Array.from({ length: 20 }, (_, number) =>
          reply.execute(company.admin, { conversationId: beside, body: `flood ${sent + number}` }),
        );
        await Promise.all(portion);
      }
      // The first looks at everything fail, and some of the second ones.
      faults.since = 2;
      faults.reads = asks.length + 4;
      tab.socket.connect();
      await until(tab.isOnline, "online again");
      for (const change of changes) await change();
      await until(() => faults.reads === 0, "the failed looks");
      await vi.waitFor(() => tab.compare("after a long absence"), { timeout: 60_000, interval: 500 });
      const now = tab.client.getQueryState([["conversations", "counts"], { input: {}, type: "query" }])?.dataUpdatedAt;
      expect(now).not.toBe(seen);
      expect(tab.states).not.toContain("signed out");
    } finally {
      for (const id of [conversationId, beside]) witness.socket.emit("unwatch", { conversationId: id });
      tab.stop();
    }
  });
});
