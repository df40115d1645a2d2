"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Whether the window is as narrow as the `phone` variant of the styles says. */
export function usePhone(): boolean {
  return useMedia("(width < 48rem)", false);
}

/** Whether fingers are expected, as the `touch` variant of the styles says. */
export function useTouchLayout(): boolean {
  return useMedia("(width < 48rem), (pointer: coarse)", false);
}

/** Whether a media query holds; `fallback` on the server. */
export function useMedia(query: string, fallback: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => fallback,
  );
}
