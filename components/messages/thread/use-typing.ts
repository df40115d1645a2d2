"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import type { AgentEvents } from "#server/realtime/schema.ts";

export type Typer = { id: string; name: string; from: "agent" | "visitor" | "robot" };

const repeatMs = 3000;
const forgottenMs = 6000;
const idleMs = 4000;

/** Who types in the thread besides oneself, and `typed` to call on every keystroke (`false`: sent or emptied). */
export function useTyping(conversationId: string): { typers: readonly Typer[]; typed: (typing?: boolean) => void } {
  const { connecting, user } = useLive();
  const [typers, setTypers] = useState<readonly Typer[]>([]);
  const toldAt = useRef(0);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const gone = (id: string) => setTypers((known) => known.filter((one) => one.id !== id));
    const hear: AgentEvents["typing"] = ({ conversationId: where, id, name, from, typing }) => {
      if (where !== conversationId || id === user.id) return;
      clearTimeout(timers.get(id));
      if (!typing) return gone(id);
      timers.set(
        id,
        setTimeout(() => gone(id), forgottenMs),
      );
      setTypers((known) => [...known.filter((one) => one.id !== id), { id, name, from }]);
    };
    return connecting.with(({ socket }) => {
      socket.on("typing", hear);
      return () => {
        socket.off("typing", hear);
        for (const timer of timers.values()) clearTimeout(timer);
        setTypers([]);
      };
    });
  }, [connecting, conversationId, user.id]);

  const tell = useCallback(
    (typing: boolean) => {
      toldAt.current = typing ? Date.now() : 0;
      const socket = connecting.now()?.socket;
      if (socket?.connected) socket.emit("typing", { conversationId, typing });
    },
    [connecting, conversationId],
  );

  const typed = useCallback(
    (typing = true) => {
      clearTimeout(idle.current);
      if (!typing) {
        if (toldAt.current > 0) tell(false);
        return;
      }
      if (Date.now() - toldAt.current > repeatMs) tell(true);
      idle.current = setTimeout(() => tell(false), idleMs);
    },
    [tell],
  );

  useEffect(() => () => typed(false), [typed]);
  return { typers, typed };
}
