"use client";

import { useEffect, useMemo, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import type { AgentEvents, Viewer } from "#server/realtime/schema.ts";

type Source = { viewers: readonly Viewer[]; at: number };

/** An instance repeats its list every 20 s; one that has fallen silent is forgotten. */
const forgottenMs = 50_000;

/** Who else has the conversation open. Needs `useThread` of the same conversation beside it, which watches it. */
export function useViewers(conversationId: string): readonly Viewer[] {
  const { connecting, user } = useLive();
  const [sources, setSources] = useState<ReadonlyMap<string, Source>>(new Map());

  useEffect(() => {
    const hear: AgentEvents["viewers"] = ({ conversationId: where, source, viewers }) => {
      if (where !== conversationId) return;
      const now = Date.now();
      setSources((known) => {
        const living = [...known].filter(([, { at }]) => at > now - forgottenMs);
        return new Map([...living, [source, { viewers, at: now }]]);
      });
    };
    return connecting.with(({ socket }) => {
      socket.on("viewers", hear);
      return () => {
        socket.off("viewers", hear);
        setSources(new Map());
      };
    });
  }, [connecting, conversationId]);

  return useMemo(() => {
    const people = new Map([...sources.values()].flatMap(({ viewers }) => viewers.map((one) => [one.id, one])));
    people.delete(user.id);
    return [...people.values()];
  }, [sources, user.id]);
}
