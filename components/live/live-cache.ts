import type { Query, QueryClient } from "@tanstack/react-query";
import type { FirstAnswer } from "./first/first-answer.ts";
import { type Cached, QueryIndex } from "./query-index.ts";

const refreshMs = 300;
/** A screen under constant change is still asked for at most this often. */
const slowRefreshMs = 1000;

type Pending = { query: Query; at: number };

/**
 * The query cache as folds see it: by procedure. While answers are replayed onto one fresh query, `only` holds the
 * rest of the cache still.
 */
export class LiveCache {
  readonly client: QueryClient;
  /** The signed-in person. */
  readonly userId: string;
  private readonly index: QueryIndex;
  private only: Query | undefined;
  /** Events are heard: from now on what is held may be newer than what comes with a page. */
  private isLive = false;
  private readonly pending = new Map<string, Pending>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, userId: string) {
    this.client = client;
    this.userId = userId;
    this.index = new QueryIndex(client.getQueryCache());
  }

  /** Takes the answers that came with the document; the live connection closes the gap since they were read. */
  seed(answers: readonly FirstAnswer[]): void {
    if (this.isLive) return;
    for (const { key, data } of answers)
      if (this.client.getQueryData(key) === undefined) this.client.setQueryData(key, data);
  }

  /** The live connection begins. */
  begin(): void {
    this.isLive = true;
  }

  /** Every cached query of a procedure such as "conversations.inbox", or of a noun. */
  of(procedure: string): Cached[] {
    const { only } = this;
    const found = this.index.of(procedure);
    return only === undefined ? found : found.filter(({ query }) => query === only);
  }

  /** Replaces the data of one query, if it has any and `change` returns something else. */
  update<Data>({ query }: Cached, change: (data: Data) => Data): void {
    // The border to the cache: each fold knows the shape that its procedure answers with.
    const before = query.state.data as Data | undefined;
    if (before === undefined) return;
    const after = change(before);
    if (after === before) return;
    const { isInvalidated, dataUpdatedAt, status, error } = query.state;
    this.client.setQueryData(query.queryKey, after, { updatedAt: dataUpdatedAt });
    // Setting data counts as an answer; what was refused still is, and what was to be fetched again as well.
    if (status === "error") query.setState({ status, error });
    if (isInvalidated) query.invalidate();
  }

  /** Fetches again soon what events alone cannot keep true; calls in quick succession are one fetch. */
  refresh(cached: Cached | readonly Cached[], slow = false): void {
    const at = Date.now() + (slow ? slowRefreshMs : refreshMs);
    for (const { query } of "query" in cached ? [cached] : cached) {
      const known = this.pending.get(query.queryHash);
      if (!known || at < known.at) this.pending.set(query.queryHash, { query, at });
    }
    this.schedule();
  }

  /** For the replay of events onto a query that has just been fetched. */
  within(query: Query, work: () => void): void {
    this.only = query;
    try {
      work();
    } finally {
      this.only = undefined;
    }
  }

  /** Runs all pending fetches now and waits for them. */
  async settle(): Promise<void> {
    const due = new Set(this.pending.keys());
    this.pending.clear();
    await this.client.invalidateQueries({ predicate: ({ queryHash }) => due.has(queryHash) });
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pending.clear();
  }

  private schedule(): void {
    if (this.timer || this.pending.size === 0) return;
    const soonest = Math.min(...[...this.pending.values()].map(({ at }) => at));
    this.timer = setTimeout(() => this.flush(), Math.max(20, soonest - Date.now()));
  }

  private flush(): void {
    this.timer = undefined;
    const now = Date.now();
    const due = new Set<string>();
    for (const [hash, { query, at }] of this.pending) {
      if (at > now) continue;
      // A fetch under way may have read before the event: it ends first, then another one follows.
      if (query.state.fetchStatus === "fetching") this.pending.set(hash, { query, at: now + refreshMs });
      else {
        this.pending.delete(hash);
        due.add(hash);
      }
    }
    // All in one: by their keys, each would be compared with the key of every query there is.
    if (due.size > 0)
      void this.client.invalidateQueries(
        { predicate: ({ queryHash }) => due.has(queryHash) },
        { cancelRefetch: false },
      );
    this.schedule();
  }
}
