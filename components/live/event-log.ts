import type { Query, QueryCacheNotifyEvent } from "@tanstack/react-query";
import type { LiveEvent } from "#server/realtime/schema.ts";
import { applyFolds, finishAnswer } from "./folds.ts";
import type { LiveCache } from "./live-cache.ts";

const keptMs = 30_000;

/** A question asked beside the queries, and the first event that its answer may lack. */
export type Reading = { from: number };

/**
 * Applies events, and again to each answer that was on its way while they came: a fetch may have read before the event
 * and arrive after it. Events that were known before the fetch began are in its answer already.
 */
export class EventLog {
  private readonly cache: LiveCache;
  private entries: { index: number; at: number; event: LiveEvent }[] = [];
  private next = 0;
  private readonly fetching = new Map<string, number>();
  private readonly readings = new Set<Reading>();
  private readonly unsubscribe: () => void;

  constructor(cache: LiveCache) {
    this.cache = cache;
    this.unsubscribe = cache.client.getQueryCache().subscribe((change) => this.follow(change));
  }

  apply(events: readonly LiveEvent[]): void {
    const at = Date.now();
    this.forget(at);
    for (const event of events) {
      this.entries.push({ index: this.next, at, event });
      this.next += 1;
    }
    applyFolds(this.cache, events);
  }

  /** A question begins: the events from now on are kept for `catchUp`, until it ends. */
  begin(): Reading {
    const reading = { from: this.next };
    this.readings.add(reading);
    return reading;
  }

  end(reading: Reading): void {
    this.readings.delete(reading);
  }

  /** The answer was merged into a query: events that came meanwhile are newer. */
  catchUp(query: Query, { from }: Reading): void {
    this.repeat(query, from);
  }

  stop(): void {
    this.unsubscribe();
    this.entries = [];
    this.fetching.clear();
  }

  private follow(change: QueryCacheNotifyEvent): void {
    const { query } = change;
    if (change.type === "removed") this.fetching.delete(query.queryHash);
    if (change.type !== "updated") return;
    const { action } = change;
    if (action.type === "fetch") this.fetching.set(query.queryHash, this.next);
    else if (action.type === "error") this.fetching.delete(query.queryHash);
    else if (action.type === "success" && !action.manual) this.replay(query);
  }

  private replay(query: Query): void {
    const from = this.fetching.get(query.queryHash);
    this.fetching.delete(query.queryHash);
    if (from !== undefined) this.repeat(query, from);
    this.cache.within(query, () => finishAnswer(this.cache));
  }

  private repeat(query: Query, from: number): void {
    if (from === this.next) return;
    const missed = this.entries.filter(({ index }) => index >= from).map(({ event }) => event);
    this.cache.within(query, () => applyFolds(this.cache, missed));
  }

  private forget(now: number): void {
    // A fetch still under way may need the oldest of them.
    const needed = Math.min(this.next, ...this.fetching.values(), ...[...this.readings].map(({ from }) => from));
    this.entries = this.entries.filter(({ index, at }) => index >= needed || at > now - keptMs);
  }
}
