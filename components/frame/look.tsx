"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { TimeZoneSync } from "./time-zone-sync.tsx";

/** What every page but the visitor's chat needs, signed in or not; the workspace adds the rest. */
export function Look({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      storageKey="parley:theme"
      {...(nonce ? { nonce } : {})}
    >
      {children}
      <TimeZoneSync />
    </ThemeProvider>
  );
}
