"use client";

import { useSyncExternalStore } from "react";

/** The same question as the `phone` variant of the styles asks. */
const query = "(width < 48rem)";

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

export function usePhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
