import { minute } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { connectRedis } from "#server/base/redis.ts";
import type { Limiter } from "./limits.ts";

const everyMs = 200;

/**
 * Where each instance says how many requests it has had itself: `tell` answers the sum of all. Said again, a number
 * counts once; where everything was forgotten, the next word of each instance restores it.
 */
export type SharedCounts = { tell(key: string, used: number, expireMs: number): Promise<number> };

/**
 * Shares counts with the other instances. Requests never wait for it: an instance is at most a fifth of a second
 * behind, and counts by itself while the others cannot be reached.
 */
export async function exchange(limiter: Limiter, counts: SharedCounts): Promise<void> {
  await Promise.all(
    limiter.untold().map(async ([key, window]) => {
      const { used } = window;
      const total = await counts.tell(`parley:rates:${window.index}:${key}`, used, 2 * minute);
      window.told = used;
      window.elsewhere = Math.max(0, total - used);
    }),
  );
}

/** Shares the limits over Redis until stopped; while it is away every instance counts for itself. */
export function shareLimits(limiter: Limiter, url: string): { stop(): Promise<void> } {
  const { client, close } = connectRedis(url, "limits", { queue: 0 });
  const instance = newId();
  const counts: SharedCounts = {
    tell: async (key, used, expireMs) => {
      const all = await client.multi().hSet(key, instance, used).pExpire(key, expireMs).hVals(key).execTyped();
      return all[2].reduce((sum, one) => sum + Number(one), 0);
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
