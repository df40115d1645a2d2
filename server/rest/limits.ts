import { minute, now } from "#server/core/clock.ts";

export const requestsPerMinute = 1000;

export type Allowance = { ok: boolean; limit: number; remaining: number; resetSeconds: number; retryAfter: number };

type Window = { index: number; used: number };
const windows = new Map<string, Window>();
let sweptIndex = 0;

/** Other instances' use of the current window, learned through `shareUse`; zero when this process is alone. */
const elsewhere = new Map<string, number>();
let report: ((key: string, windowIndex: number) => void) | undefined;

/** Joins several instances: `tell` is called for every request, and `learn` with what others have used. */
export function shareUse(tell: (key: string, windowIndex: number) => void): (key: string, used: number) => void {
  report = tell;
  return (key, used) => void elsewhere.set(key, used);
}

function sweep(index: number): void {
  if (sweptIndex === index) return;
  sweptIndex = index;
  elsewhere.clear();
  for (const [key, window] of windows) if (window.index < index) windows.delete(key);
}

/** Takes one request from the key's fixed minute (decisions.md A5); exact within the process. */
export function take(key: string, limit = requestsPerMinute): Allowance {
  const at = now().getTime();
  const index = Math.floor(at / minute);
  sweep(index);
  let window = windows.get(key);
  if (window?.index !== index) {
    window = { index, used: 0 };
    windows.set(key, window);
  }
  window.used += 1;
  report?.(key, index);
  const used = window.used + (elsewhere.get(key) ?? 0);
  const resetSeconds = ((index + 1) * minute) / 1000;
  return {
    ok: used <= limit,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds,
    retryAfter: Math.max(1, Math.ceil(resetSeconds - at / 1000)),
  };
}
