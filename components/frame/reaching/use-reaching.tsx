"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { leaveFor } from "#components/forms/leaving/leaving.ts";
import { laterModule, onceThere } from "#components/ui/late/later.tsx";
import { useConnectionState } from "../connection.tsx";
import type { openWays, Ways } from "./ways.ts";

const WaysContext = createContext<Ways | undefined>(undefined);
const WaitsContext = createContext(false);

/* With the first deed: it must be there before the server is away. */
const later = laterModule(() => import("./ways.ts"));

/** Leads the frame's links, also while the server is away. Within ConnectionProvider. */
export function ReachingProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const state = useConnectionState();
  const [waits, setWaits] = useState(false);
  const isLost = useRef(false);
  const opened = useRef<ReturnType<typeof openWays>>(undefined);
  useEffect(() => {
    const parts = { push: (href: string) => router.push(href), tell: setWaits, isLost: () => isLost.current };
    return onceThere(later, ({ openWays }) => {
      const own = openWays(parts);
      opened.current = own;
      return () => {
        own.close();
        opened.current = undefined;
      };
    });
  }, [router]);
  useEffect(() => {
    isLost.current = state === "reconnecting";
    if (state === "online") opened.current?.again();
  }, [state]);
  const ways = useMemo<Ways>(
    () => ({
      go: (href) => leaveFor(href, () => (opened.current ? opened.current.go(href) : router.push(href))),
      onClickCapture: (event) => opened.current?.onClickCapture(event),
    }),
    [router],
  );
  return (
    <WaysContext value={ways}>
      <WaitsContext value={waits}>{children}</WaitsContext>
    </WaysContext>
  );
}

export function useWays(): Ways {
  const ways = useContext(WaysContext);
  if (!ways) throw new Error("useWays needs a ReachingProvider around it");
  return ways;
}

/** A place is wanted, and the server is away. */
export const useWaitsForPlace = (): boolean => useContext(WaitsContext);
