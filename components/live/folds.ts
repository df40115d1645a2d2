import type { LiveEvent } from "#server/realtime/schema.ts";
import type { LiveCache } from "./live-cache.ts";

/**
 * How a noun's cached answers follow its events. The law: what was cached, plus the events, equals a new fetch.
 * `apply` gets its events in order and must stand getting them again.
 */
export type Fold = {
  /** Event types, a whole noun as "contact/*", or "*" for all. */
  types: readonly string[];
  apply: (cache: LiveCache, events: readonly LiveEvent[]) => void;
};

const registered: Fold[] = [];
const finishing: ((cache: LiveCache) => void)[] = [];

/** Called once per noun, by its live.ts when it is first loaded. */
export function registerFold(fold: Fold): void {
  registered.push(fold);
}

/** Called once by what has more to say of each answer than the server: the cache it gets holds that answer alone. */
export function registerAnswer(finish: (cache: LiveCache) => void): void {
  finishing.push(finish);
}

function wants(fold: Fold, type: string): boolean {
  return fold.types.some((wanted) => (wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : wanted === type));
}

/** Applies events to the cache, each fold those it asked for. */
export function applyFolds(cache: LiveCache, events: readonly LiveEvent[]): void {
  for (const fold of registered) {
    const wanted = events.filter((event) => wants(fold, event.type));
    if (wanted.length > 0) fold.apply(cache, wanted);
  }
}

export function finishAnswer(cache: LiveCache): void {
  for (const finish of finishing) finish(cache);
}
