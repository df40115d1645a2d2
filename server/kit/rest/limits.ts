import { minute, nowMs } from "#server/base/clock.ts";

const requestsPerMinute = 1000;

export type Allowance = { ok: boolean; limit: number; remaining: number; resetSeconds: number; retryAfter: number };

/** `told`: how much of `used` the other instances know; `elsewhere`: what they have used themselves. */
type Window = { index: number; used: number; told: number; elsewhere: number };

/** What is left of the minute, in whole seconds. */
export const secondsOfMinute = (at = nowMs()): number => Math.max(1, Math.ceil((minute - (at % minute)) / 1000));

/** Counts requests in fixed minutes (decisions.md A5): exact within the process, shared by shared-limits.ts. */
export class Limiter {
  private readonly windows = new Map<string, Window>();
  private sweptIndex = 0;

  /** Takes one request from the key's minute. */
  take(key: string, limit = requestsPerMinute): Allowance {
    const at = nowMs();
    const index = Math.floor(at / minute);
    this.sweep(index);
    let window = this.windows.get(key);
    if (!window) {
      window = { index, used: 0, told: 0, elsewhere: 0 };
      this.windows.set(key, window);
    }
    window.used += 1;
    const used = window.used + window.elsewhere;
    const resetSeconds = ((index + 1) * minute) / 1000;
    return {
      ok: used <= limit,
      limit,
      remaining: Math.max(0, limit - used),
      resetSeconds,
      retryAfter: secondsOfMinute(at),
    };
  }

  /** The windows with requests that the other instances do not know yet. */
  untold(): [string, Window][] {
    return [...this.windows].filter(([, window]) => window.used > window.told);
  }

  private sweep(index: number): void {
    if (this.sweptIndex === index) return;
    this.sweptIndex = index;
    for (const [key, window] of this.windows) if (window.index !== index) this.windows.delete(key);
  }
}

export const limiter = new Limiter();

/** Counts one request of a token, an address or a visitor (`key`) against its limit per minute. */
export function take(key: string, limit = requestsPerMinute): Allowance {
  return limiter.take(key, limit);
}
