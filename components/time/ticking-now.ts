"use client";

import { useNow } from "next-intl";
import { useSyncExternalStore } from "react";
import { onClockChange, serverNow } from "./server-clock.ts";

const step = 20_000;
const listeners = new Set<() => void>();
let current = 0;
let timer: ReturnType<typeof setInterval> | undefined;
let forgetClock: (() => void) | undefined;

function tick(): void {
  current = serverNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // A page that has just come shows the moment it was drawn for: what it says need not be drawn twice.
    if (performance.now() > step) current = serverNow();
    timer = setInterval(tick, step);
    document.addEventListener("visibilitychange", tick);
    forgetClock = onClockChange(tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", tick);
    forgetClock?.();
  };
}

/** The current moment by the server's clock, renewed every 20 seconds by one clock for the whole page. */
export function useTickingNow(): Date {
  const rendered = useNow();
  const now = useSyncExternalStore(
    subscribe,
    () => (current === 0 ? rendered.getTime() : current),
    () => rendered.getTime(),
  );
  return new Date(now);
}
