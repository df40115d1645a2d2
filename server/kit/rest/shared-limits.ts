import { minute } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { connectRedis } from "#server/base/redis.ts";
import type { Limiter } from "./limits.ts";

const everyMs = 200;

/** Where instances add up their requests: `add` answers the sum of all. */
export type SharedCounts = { add(key: string, count: number, expireMs: number): Promise<number> };

/**
 * Shares counts with the other instances. Requests never wait for it: an instance is at most a fifth of a second
 * behind, and counts by itself while the others cannot be reached.
 */
export async function exchange(limiter: Limiter, counts: SharedCounts): Promise<void> {
  await Promise.all(
    limiter.untold().map(async ([key, window]) => {
      const { used } = window;
      const total = await counts.add(`parley:rate:${window.index}:${key}`, used - window.told, 2 * minute);
      window.told = used;
      window.elsewhere = Math.max(0, total - used);
    }),
  );
}

/** Shares the limits over Redis until stopped; while it is away every instance counts for itself. */
export function shareLimits(limiter: Limiter, url: string): { stop(): Promise<void> } {
  const { client, close } = connectRedis(url, "limits", { queue: 0 });
  const counts: SharedCounts = {
    add: async (key, count, expireMs) => {
      const [total] = await client.multi().incrBy(key, count).pExpire(key, expireMs).exec();
      return Number(total);
    },
  };
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (!client.isReady) return;
    running ??= exchange(limiter, counts)
      .catch((error: unknown) => log.warn({ error }, "rate limits were not shared"))
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await close();
    },
  };
}
