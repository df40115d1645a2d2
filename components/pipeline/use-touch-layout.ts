"use client";

import { useSyncExternalStore } from "react";

/** Fingers: the same question as the `touch` variant of the styles asks. */
const query = "(width < 48rem), (pointer: coarse)";

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

export function useTouchLayout(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
