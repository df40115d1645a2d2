"use client";

import { useEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";

export type Echo = { state: "asking" | "ok" | "slow" | "failed"; ms: number | null };

const everyMs = 5000;
const patienceMs = 4000;
const slowMs = 1000;

/** Sends a word through this browser's own live connection again and again, and tells how long its answer took. */
export function useEcho(): Echo {
  const { connecting } = useLive();
  const [echo, setEcho] = useState<Echo>({ state: "asking", ms: null });
  useEffect(() => {
    let stopped = false;
    const ask = async () => {
      const begun = performance.now();
      const socket = connecting.now()?.socket;
      const answered = socket?.connected
        ? await new Promise<boolean>((resolve) => {
            setTimeout(resolve, patienceMs, false);
            socket.emit("echo", {}, ({ ok }) => resolve(ok));
          })
        : false;
      if (stopped) return;
      const ms = performance.now() - begun;
      setEcho(answered ? { state: ms < slowMs ? "ok" : "slow", ms } : { state: "failed", ms: null });
    };
    // The connection may be a moment old.
    const first = setTimeout(() => void ask(), 300);
    const timer = setInterval(() => void ask(), everyMs);
    return () => {
      stopped = true;
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [connecting]);
  return echo;
}
