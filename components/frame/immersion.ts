"use client";

import { useEffect } from "react";

/** Hides the phone's bottom bar while a pane with its own foot is open: a thread with its composer. */
export function useImmersion(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    document.documentElement.dataset.immersive = "";
    return () => {
      delete document.documentElement.dataset.immersive;
    };
  }, [active]);
}
