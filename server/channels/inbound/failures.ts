import { second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { take } from "#server/kit/rest/limits.ts";

/** Wrong signatures that one place may send in a minute before nothing more is looked up for it. */
const failuresPerMinute = 100;
const mostKept = 10_000;
const refusedUntil = new Map<string, number>();

/** By `key`, a place and what it calls: the faults of one app keep no other one's webhooks out. */
export function noteFailure(key: string): void {
  const { ok, retryAfter } = take(`hooks:${key}`, failuresPerMinute);
  if (ok) return;
  if (refusedUntil.size >= mostKept) refusedUntil.clear();
  refusedUntil.set(key, Date.now() + retryAfter * second);
}

/** Throws `rate_limited` for a place that has failed too often. */
export function refuseAfterFailures(key: string): void {
  if ((refusedUntil.get(key) ?? 0) > Date.now()) throw new AppError("rate_limited");
}
