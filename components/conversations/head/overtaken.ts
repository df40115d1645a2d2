"use client";

import { useCallback, useEffect, useRef } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { knownConversation } from "../data/conversation-cache.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";

type Watched = { conversationId: string; holds: (row: InboxRow) => boolean };

/** Removes a toast as soon as what it says about a conversation is no longer true, whoever changed it. */
export function useOvertakenToasts(): (toastId: string, conversationId: string, holds: Watched["holds"]) => void {
  const { cache } = useLive();
  const toast = useToast();
  const watched = useRef(new Map<string, Watched>());
  useEffect(() => {
    const all = watched.current;
    return cache.client.getQueryCache().subscribe(({ type }) => {
      if (type !== "updated" || all.size === 0) return;
      for (const [toastId, { conversationId, holds }] of all) {
        const row = knownConversation(cache, conversationId);
        if (!row || holds(row)) continue;
        all.delete(toastId);
        toast.dismiss(toastId);
      }
    });
  }, [cache, toast]);
  return useCallback((toastId, conversationId, holds) => {
    watched.current.set(toastId, { conversationId, holds });
  }, []);
}
