import type { Query, QueryCache } from "@tanstack/react-query";
import { isRecord } from "./records.ts";

/** The cached answers of one procedure: what was asked, and what is held. */
export type Cached = { query: Query; input: Record<string, unknown>; infinite: boolean };

function readKey(query: Query): { path: readonly string[]; cached: Cached } {
  const [first, details]: readonly unknown[] = query.queryKey;
  const path = Array.isArray(first) ? first.filter((part) => typeof part === "string") : [];
  const input: unknown = isRecord(details) ? details.input : undefined;
  const infinite = isRecord(details) && details.type === "infinite";
  return { path, cached: { query, input: isRecord(input) ? input : {}, infinite } };
}

/** "conversations" and "conversations.inbox" of ["conversations", "inbox"]. */
function namesOf(path: readonly string[]): string[] {
  return path.map((_, index) => path.slice(0, index + 1).join("."));
}

/**
 * The queries of a cache by the procedure, or the noun, that they ask. Events look them up many times a second, and
 * after some hours of work there are thousands of them.
 */
export class QueryIndex {
  private readonly byName = new Map<string, Map<Query, Cached>>();

  constructor(cache: QueryCache) {
    for (const query of cache.getAll()) this.add(query);
    cache.subscribe(({ type, query }) => {
      if (type === "added") this.add(query);
      else if (type === "removed") this.remove(query);
    });
  }

  /** In the order in which they were first asked. */
  of(name: string): Cached[] {
    return [...(this.byName.get(name)?.values() ?? [])];
  }

  private add(query: Query): void {
    const { path, cached } = readKey(query);
    for (const name of namesOf(path)) {
      const known = this.byName.get(name) ?? new Map<Query, Cached>();
      this.byName.set(name, known.set(query, cached));
    }
  }

  private remove(query: Query): void {
    for (const name of namesOf(readKey(query).path)) this.byName.get(name)?.delete(query);
  }
}
