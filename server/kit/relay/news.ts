import type { RelayedEvent } from "./consumer.ts";

/** So many may wait at once for one company, in one process. */
const waitersPerCompany = 1000;

const waiting = new Map<string, Set<() => void>>();
let ended = false;

/** Wakes those who wait for their company's next event; the relay's tail calls it in every process. */
export function tellNews(events: readonly Pick<RelayedEvent, "companyId">[]): void {
  for (const companyId of new Set(events.map((event) => event.companyId))) wake(companyId);
}

function wake(companyId: string): void {
  const waiters = waiting.get(companyId);
  waiting.delete(companyId);
  for (const go of waiters ?? []) go();
}

/** The process stops: nobody is kept waiting any more. */
export function endNews(): void {
  ended = true;
  for (const companyId of [...waiting.keys()]) wake(companyId);
}

/** Whoever waits without an end has to end by itself: nothing holds it up any more. */
export function haveNewsEnded(): boolean {
  return ended;
}

type NewsWait = { over: Promise<void>; forget: () => void };

/**
 * Begins to wait, before the caller looks what is there, so that nothing falls between. `over` resolves with the
 * company's next event, or after `ms`. "full": too many wait already; "ended": the process stops.
 */
export function waitForNews(companyId: string, ms: number): NewsWait | "full" | "ended" {
  const waiters = waiting.get(companyId) ?? new Set();
  if (ended) return "ended";
  if (waiters.size >= waitersPerCompany) return "full";
  waiting.set(companyId, waiters);
  let go: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    go = resolve;
  });
  const forget = () => {
    clearTimeout(timer);
    waiters.delete(go);
    if (waiters.size === 0 && waiting.get(companyId) === waiters) waiting.delete(companyId);
    go();
  };
  const timer = setTimeout(forget, ms);
  waiters.add(go);
  return { over, forget };
}
