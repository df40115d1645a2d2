import { setTimeout as sleep } from "node:timers/promises";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import "#components/conversations/data/live.ts";
import "#components/messages/thread/live.ts";
import { readNewest } from "#components/messages/thread/catching-up.ts";
import { threadInput } from "#components/messages/thread/thread-input.ts";
import { hasHole, type ThreadData } from "#components/messages/thread/thread-pages.ts";
import { assign } from "#server/conversations/assigning.ts";
import type { Actor } from "#server/core/actor.ts";
import { createCaller } from "#server/kit/trpc/init.ts";
import type { Message } from "#server/messages/schema.ts";
import { reply } from "#server/messages/sending.ts";
import { endSession } from "#server/sessions/ending.ts";
import { type SocketServer, serveSockets, signedIn, until } from "#server/testing/sockets.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { appRouter } from "#server/trpc/router.ts";
import { EventLog } from "./event-log.ts";
import { EventSocket } from "./event-socket.ts";
import type { Gap } from "./gap-keeper.ts";
import { LiveCache } from "./live-cache.ts";
import { LiveConnection } from "./live-connection.ts";
import type { LiveSocket } from "./socket.ts";

let server: SocketServer;

/** A tab: its cache, its socket, its connection; a thread can be opened in it. */
async function openTab(actor: Actor, options: { position?: number } = {}) {
  const { cookie, sessionId } = await signedIn(actor);
  const caller = createCaller(appRouter)({ actor, requestId: "tab" });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const cache = new LiveCache(client, actor.userId ?? "");
  const log = new EventLog(cache);
  const states: string[] = [];
  let signedOut = false;
  const socket: LiveSocket = new EventSocket({
    origin: server.url,
    pauses: { first: 20, longest: 60 },
    patience: 20_000,
    headers: { cookie, origin: server.url },
  });
  const gap: Gap = { position: () => caller.realtime.position({}), since: (input) => caller.realtime.since(input) };
  let fetches = 0;
  const connection = new LiveConnection(
    {
      socket,
      gap,
      cache,
      log,
      readThread: (id) => readNewest(cache, log, (input) => caller.messages.list(input), id),
      report: (state) => states.at(-1) !== state && states.push(state),
      onSignedOut: () => {
        signedOut = true;
      },
      onOtherPerson: () => undefined,
    },
    options.position ?? (await caller.realtime.position({})).seq,
  );
  const openThread = async (conversationId: string) => {
    const input = threadInput(conversationId);
    const observer = new InfiniteQueryObserver(client, {
      queryKey: [["messages", "list"], { input, type: "infinite" }],
      queryFn: ({ pageParam }) => {
        fetches += 1;
        return caller.messages.list({ ...input, ...(pageParam ? { cursor: pageParam } : {}) });
      },
      initialPageParam: "",
      getNextPageParam: (page) => page.pagination.nextCursor,
      structuralSharing: false,
    });
    observer.subscribe(() => undefined);
    await connection.watch(conversationId);
    await observer.refetch();
    return {
      texts: () => textsOf(observer.getCurrentResult().data as ThreadData | undefined),
      data: () => observer.getCurrentResult().data as ThreadData | undefined,
    };
  };
  return {
    socket,
    states,
    client,
    cache,
    sessionId,
    openThread,
    fetches: () => fetches,
    signedOut: () => signedOut,
    start: () => connection.start(),
    stop: () => {
      connection.stop();
      log.stop();
      cache.stop();
      client.clear();
    },
  };
}

function textsOf(data: ThreadData | undefined): string[] {
  const messages: Message[] = data?.pages.flatMap((page) => page.data).reverse() ?? [];
  return messages.filter(({ type }) => type !== "command").map(({ text }) => text);
}

const company = await openCompany("Tabs");

beforeAll(async () => {
  server = await serveSockets();
});

afterAll(async () => {
  await server.close();
});

describe("a tab whose connection breaks in the middle of a burst", () => {
  it("ends with every message once and in order, without fetching the thread anew at every break", async () => {
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin("number 0");
    const tab = await openTab(company.admin);
    tab.start();
    await until(() => tab.states.at(-1) === "online", "online");
    const thread = await tab.openThread(id);
    const fetched = tab.fetches();
    const sent = ["number 0"];
    const cuts = [8, 21, 22, 35];
    // Less than one page of the thread: what a single look brings is then everything.
    for (let number = 1; number <= 40; number += 1) {
      const text = `number ${number}`;
      await reply.execute(company.admin, { conversationId: id, body: text });
      sent.push(text);
      if (cuts.includes(number)) tab.socket.cut();
      await sleep(3);
    }
    await until(
      () => thread.texts().at(-1) === "number 40" && !hasHole(thread.data() ?? { pages: [], pageParams: [] }),
      "the last message",
    );
    expect(thread.texts().filter((text) => text.startsWith("number"))).toEqual(sent);
    // A gap that a slow machine answers late may be filled by one look at the thread; four breaks never make four.
    expect(tab.fetches() - fetched).toBeLessThanOrEqual(1);
    expect(tab.states).toContain("reconnecting");
    await until(() => tab.states.at(-1) === "online", "online again");
    tab.stop();
  });

  it("receives each event once after many reconnects", async () => {
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin("hello");
    const tab = await openTab(company.admin);
    tab.start();
    await until(() => tab.states.at(-1) === "online", "online");
    for (let round = 0; round < 5; round += 1) {
      tab.socket.cut();
      await until(() => tab.states.at(-1) === "reconnecting" || tab.socket.connected, "the break");
      await until(() => tab.socket.connected, "the reconnect");
    }
    const listeners: Map<string, Set<unknown>> = Reflect.get(tab.socket, "listeners");
    expect(listeners.get("events")?.size).toBe(1);
    const thread = await tab.openThread(id);
    await reply.execute(company.admin, { conversationId: id, body: "once" });
    await until(() => thread.texts().includes("once"), "the message");
    await sleep(100);
    expect(thread.texts().filter((text) => text === "once")).toEqual(["once"]);
    tab.stop();
  });

  it("fetches everything anew when it was away for too long", async () => {
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin("before");
    const tab = await openTab(company.admin, { position: 0 });
    const thread = await tab.openThread(id);
    // In portions: all at once they would wait for a connection longer than the pool allows.
    for (let sent = 0; sent < 1100; sent += 20) {
      const portion = Array.from({ length: 20 }, (_, number) =>
        reply.execute(company.admin, { conversationId: id, body: `flood ${sent + number}` }),
      );
      await Promise.all(portion);
    }
    await reply.execute(company.admin, { conversationId: id, body: "after" });
    tab.start();
    await until(() => thread.texts().at(-1) === "after", "the newest page", 45_000);
    tab.stop();
  }, 60_000);
});

describe("a tab whose rights end", () => {
  it("learns that it is signed out and does not reconnect", async () => {
    const person = await company.person("supervisor", "Ines Ending");
    const tab = await openTab(person);
    tab.start();
    await until(() => tab.states.at(-1) === "online", "online");
    await endSession.execute(person, { sessionId: tab.sessionId });
    await until(() => tab.signedOut(), "the sign-out");
    tab.stop();
  });

  it("loses a thread that is assigned to someone else", async () => {
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin("mine");
    const tab = await openTab(company.agent);
    tab.start();
    await until(() => tab.states.at(-1) === "online", "online");
    const thread = await tab.openThread(id);
    await assign.execute(company.admin, { conversationId: id, assignedTo: company.otherAgent.userId });
    await reply.execute(company.admin, { conversationId: id, body: "not for you" });
    const [cached] = tab.cache.of("messages.list");
    await until(() => cached?.query.state.status === "error", "the refusal");
    expect(thread.texts()).not.toContain("not for you");
    tab.stop();
  });
});
