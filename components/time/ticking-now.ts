"use client";

import { useNow } from "next-intl";
import { useSyncExternalStore } from "react";

const step = 20_000;
const listeners = new Set<() => void>();
let current = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  current = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // A page that has just come shows the moment it was drawn for: what it says need not be drawn twice.
    if (performance.now() > step) current = Date.now();
    timer = setInterval(tick, step);
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", tick);
  };
}

/** The current moment, renewed every 20 seconds by one clock for the whole page. */
export function useTickingNow(): Date {
  const rendered = useNow();
  const now = useSyncExternalStore(
    subscribe,
    () => (current === 0 ? rendered.getTime() : current),
    () => rendered.getTime(),
  );
  return new Date(now);
}
