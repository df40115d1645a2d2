import { minute, second } from "#server/base/clock.ts";

/** So long a message waits for what its platform is asked: meanwhile it holds a place of the worker, which all share. */
const patienceMs = 5 * second;
/** After a wait that was in vain the channel's messages wait for nothing: their files come later, by a job of their own. */
const restMs = 5 * minute;
const keptMost = 10_000;

/** The channels whose platform has just kept us waiting, and until when that counts. */
const slow = new Map<string, number>();

const isSlow = (channelId: string) => (slow.get(channelId) ?? 0) > Date.now();

/** The moment from which on a message of this channel, asked for now, waits no longer. */
export function patienceOf(channelId: string): number {
  return Date.now() + (isSlow(channelId) ? 0 : patienceMs);
}

/** Its platform did not answer in time. */
export function noteSlow(channelId: string): void {
  if (isSlow(channelId)) return;
  if (slow.size >= keptMost) slow.clear();
  slow.set(channelId, Date.now() + restMs);
}

/** Its platform answers again. */
export function noteQuick(channelId: string): void {
  slow.delete(channelId);
}

/** Less than this is no time to ask anybody. */
const leastMs = 10;

/** What is left of it, in milliseconds; 0: nothing is worth beginning. */
export function leftUntil(until: number): number {
  const left = until - Date.now();
  return left > leastMs ? left : 0;
}
