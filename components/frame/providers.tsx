"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { Toaster } from "#components/ui/toast.tsx";
import { TooltipProvider } from "#components/ui/tooltip.tsx";
import { ConnectionProvider } from "./connection.tsx";
import { TimeZoneSync } from "./time-zone-sync.tsx";

/** What every page needs, signed in or not. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      storageKey="parley:theme"
      {...(nonce ? { nonce } : {})}
    >
      <TooltipProvider>
        <ConnectionProvider>{children}</ConnectionProvider>
        <Toaster />
        <TimeZoneSync />
      </TooltipProvider>
    </ThemeProvider>
  );
}
