import { useCallback, useEffect, useState } from "react";
import type { ThreadState } from "../use-thread.ts";

const first = 1;

/** Prints a thread once all of it is loaded; what cannot be loaded now is said at its top. */
export function usePrint({ hasOlder, loadingOlder, loadOlder, loading, error }: ThreadState): () => void {
  const [wanted, setWanted] = useState(false);
  const asks = wanted && !loading && !loadingOlder && !error && hasOlder;
  const ready = wanted && !loading && !loadingOlder && !asks;
  useEffect(() => {
    if (asks) loadOlder(first);
  }, [asks, loadOlder]);
  useEffect(() => {
    if (!ready) return;
    setWanted(false);
    // Outside of the drawing: the browser asks for the paper at once, and React draws nothing at once while it draws.
    setTimeout(() => window.print());
  }, [ready]);
  return useCallback(() => setWanted(true), []);
}
