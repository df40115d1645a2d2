import type { Query, QueryCacheNotifyEvent, QueryClient } from "@tanstack/react-query";
import { failureOf } from "./api.ts";

const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/**
 * Queries on the screen that could not be refetched are asked for until they succeed: a list outdated by an event must
 * not stay so because the server was away for longer than a query's own retries.
 */
export class Mending {
  private readonly client: QueryClient;
  private readonly attempts = new Map<string, number>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly unsubscribe: () => void;

  constructor(client: QueryClient) {
    this.client = client;
    this.unsubscribe = client.getQueryCache().subscribe((change) => this.follow(change));
  }

  /** Everything that is held is from before: answers on their way may be too, and are asked for again. */
  everything(): void {
    void this.client.invalidateQueries();
  }

  /** The server answers again: what failed while it did not is asked for now. */
  now(): void {
    for (const query of this.client.getQueryCache().getAll()) if (isTorn(query)) this.ask(query);
  }

  stop(): void {
    this.unsubscribe();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.attempts.clear();
  }

  private follow(change: QueryCacheNotifyEvent): void {
    const { query } = change;
    if (change.type === "removed") this.forget(query);
    if (change.type !== "updated") return;
    // What a fold or a person's own change sets is no answer: what failed is still asked for.
    if (change.action.type === "success" && !change.action.manual) this.forget(query);
    // Where nothing was ever shown, the screen says so and offers the next try; the next connection makes one.
    else if (change.action.type === "error" && query.state.data !== undefined && isTorn(query)) this.later(query);
  }

  private later(query: Query): void {
    const { queryHash } = query;
    const attempt = this.attempts.get(queryHash) ?? 0;
    this.attempts.set(queryHash, attempt + 1);
    clearTimeout(this.timers.get(queryHash));
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.75 + Math.random() / 2);
    this.timers.set(
      queryHash,
      setTimeout(() => isTorn(query) && this.ask(query), pause),
    );
  }

  private ask({ queryHash, queryKey }: Query): void {
    clearTimeout(this.timers.get(queryHash));
    void this.client.refetchQueries({ queryKey, exact: true });
  }

  private forget({ queryHash }: Query): void {
    clearTimeout(this.timers.get(queryHash));
    this.timers.delete(queryHash);
    this.attempts.delete(queryHash);
  }
}

/** Shown, and its last question failed for a reason that passes. */
function isTorn(query: Query): boolean {
  const { status, fetchStatus, error } = query.state;
  return query.isActive() && status === "error" && fetchStatus === "idle" && failureOf(error).passing;
}
