import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect } from "vitest";
import "#components/answers/live.ts";
import "#components/contacts/live.ts";
import "#components/conversations/data/live.ts";
import { EventLog } from "#components/live/event-log.ts";
import { LiveCache } from "#components/live/live-cache.ts";
import "#components/live/noun-folds.ts";
import "#components/messages/thread/live.ts";
import "#components/notifications/live.ts";
import type { Actor } from "#server/core/actor.ts";
import { createCaller } from "#server/kit/trpc/init.ts";
import { position, since } from "#server/realtime/gap.ts";
import { appRouter } from "#server/trpc/router.ts";
import type { Ask, Page } from "./asks.ts";

type Caller = (procedure: string, input: Record<string, unknown>) => Promise<unknown>;

export function callerFor(actor: Actor): Caller {
  const caller: unknown = createCaller(appRouter)({ actor, requestId: "law" });
  return async (procedure, input) => {
    const call = procedure.split(".").reduce<unknown>((at, name) => Reflect.get(Object(at), name), caller);
    if (typeof call !== "function") throw new Error(`no procedure ${procedure}`);
    return call(input);
  };
}

const keyOf = ({ procedure, input, infinite }: Ask) => [
  procedure.split("."),
  { input, type: infinite ? "infinite" : "query" },
];
const nextOf = (page: Page) => page.nextCursor ?? page.pagination?.nextCursor ?? undefined;

/** One person's open screens: every query mounted, two pages of each list loaded. */
export class Screens {
  readonly actor: Actor;
  readonly client = new QueryClient({
    defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } },
  });
  readonly cache: LiveCache;
  readonly log: EventLog;
  private readonly call: Caller;
  private readonly asks: readonly Ask[];
  private seq = 0;
  fetches = new Map<string, number>();

  constructor(actor: Actor, asks: readonly Ask[]) {
    this.actor = actor;
    this.asks = asks;
    this.cache = new LiveCache(this.client, actor.userId ?? "");
    this.log = new EventLog(this.cache);
    this.call = callerFor(actor);
  }

  async open(): Promise<void> {
    this.seq = (await position.execute(this.actor, {})).seq;
    await Promise.all(this.asks.map((ask) => this.mount(ask)));
  }

  /** A refusal is no failure here: it is the state of its query, which `compare` looks at. */
  private async mount(ask: Ask): Promise<void> {
    const queryKey = keyOf(ask);
    const name = JSON.stringify(queryKey);
    const asked = (input: Record<string, unknown>) => {
      this.fetches.set(name, (this.fetches.get(name) ?? 0) + 1);
      return this.call(ask.procedure, input);
    };
    if (!ask.infinite) {
      const observer = new QueryObserver(this.client, { queryKey, queryFn: () => asked(ask.input), retry: false });
      observer.subscribe(() => undefined);
      await this.client.fetchQuery({ queryKey, queryFn: () => asked(ask.input) }).catch(() => undefined);
      return;
    }
    const observer = new InfiniteQueryObserver(this.client, {
      queryKey,
      queryFn: ({ pageParam }) => asked({ ...ask.input, ...(pageParam ? { cursor: pageParam } : {}) }),
      initialPageParam: "",
      getNextPageParam: (page) => nextOf(page as Page),
      structuralSharing: false,
      retry: false,
    });
    observer.subscribe(() => undefined);
    await observer.refetch().catch(() => undefined);
    if (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  }

  /** Brings the events since the last look, as a socket would, and lets pending fetches run. */
  async hear(): Promise<void> {
    const threads = [
      ...new Set(this.asks.map(({ input }) => input.conversationId).filter((id) => typeof id === "string")),
    ];
    const gap = await since.execute(this.actor, { seq: this.seq, threads });
    expect(gap.reset).toBe(false);
    this.seq = gap.seq;
    this.log.apply(gap.events);
    await this.cache.settle();
  }

  /** What is held against what would be fetched now. */
  async compare(context: string): Promise<void> {
    await Promise.all(
      this.asks.map(async (ask) => {
        const state = this.client.getQueryState(keyOf(ask));
        const name = `${context}: ${ask.procedure} ${JSON.stringify(ask.input)}`;
        if (ask.infinite) return this.comparePages(ask, state, name);
        const fresh = await this.call(ask.procedure, ask.input).catch(() => "refused");
        expect(state?.status === "error" ? "refused" : state?.data, name).toEqual(fresh);
      }),
    );
  }

  private async comparePages(
    ask: Ask,
    state: { status: string; data: unknown } | undefined,
    name: string,
  ): Promise<void> {
    const fresh = (await this.call(ask.procedure, { ...ask.input, limit: 100 }).catch(() => undefined)) as
      | Page
      | undefined;
    if (!fresh) return expect(state?.status, name).toBe("error");
    const pages = (state?.data as { pages: Page[] } | undefined)?.pages ?? [];
    const held = pages.flatMap((page) => page.data);
    expect(held, name).toEqual(fresh.data.slice(0, held.length));
    // Whatever is not held is still to be had.
    const last = pages.at(-1);
    if (!last || nextOf(last) === undefined) expect(held.length, name).toBe(fresh.data.length);
    const totals = pages.flatMap((page) => (page.pagination ? [Reflect.get(page.pagination, "total")] : []));
    if (ask.procedure === "conversations.list") {
      for (const total of totals) expect(total, name).toBe(Reflect.get(Object(fresh.pagination), "total"));
    }
  }

  close(): void {
    this.log.stop();
    this.cache.stop();
    this.client.clear();
  }
}
