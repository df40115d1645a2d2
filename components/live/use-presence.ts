"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "./live-provider.tsx";

const nobody: ReadonlySet<string> = new Set();

/** Ids of the colleagues who are online now. */
export function usePresence(): ReadonlySet<string> {
  const { connecting } = useLive();
  const subscribe = useCallback(
    (listener: () => void) => connecting.with(({ people }) => people.subscribe(listener)),
    [connecting],
  );
  return useSyncExternalStore(
    subscribe,
    () => connecting.now()?.people.snapshot() ?? nobody,
    () => nobody,
  );
}
