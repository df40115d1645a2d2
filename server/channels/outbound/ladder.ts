import { minute, second } from "#server/base/clock.ts";
import type { GraphAction } from "../graph/errors.ts";

/** A file that the platform could not fetch: once more, then it is lost (channels.md 2.8). */
const fileNotFetched = 131053;

/** Limits that count the calls of an hour: what is given up sooner would be lost to a limit that ends by itself. */
const hourly = new Set([4, 613, 80007]);

/** For each passing refusal: how many tries there are in all, and the wait after the n-th. */
const ladder: Partial<Record<GraphAction, { tries: number; waitMs: (tried: number) => number }>> = {
  pair: { tries: 7, waitMs: (tried) => second * 4 ** Math.min(tried - 1, 4) },
  maintenance: { tries: 16, waitMs: () => 20 * second },
  slow: { tries: 13, waitMs: (tried) => Math.min(minute, second * 2 ** tried) },
  retry: { tries: 6, waitMs: (tried) => second * 2 ** (tried - 1) },
};
const slowForAnHour = { tries: 18, waitMs: (tried: number) => Math.min(10 * minute, second * 2 ** tried) };

/** Milliseconds until the next try of a message that was certainly refused `tried` times; undefined: none. */
export function retryIn(refusal: { action: GraphAction; code: number }, tried: number): number | undefined {
  const rung = refusal.action === "slow" && hourly.has(refusal.code) ? slowForAnHour : ladder[refusal.action];
  const tries = refusal.code === fileNotFetched ? 2 : (rung?.tries ?? 0);
  return rung && tried < tries ? rung.waitMs(tried) : undefined;
}
