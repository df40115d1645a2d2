"use client";

import type { Query } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { knownConversation } from "../data/conversation-cache.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";

type Watched = { conversationId: string; holds: (row: InboxRow) => boolean; until: number };

/** No toast with a way back stands longer; afterwards nothing is watched for it. */
const longestMs = 60_000;
const rows: ReadonlySet<unknown> = new Set(["inboxRow", "inbox", "list"]);

/** Whether a query holds rows of conversations. */
function holdsRows({ queryKey: [path] }: Query): boolean {
  return Array.isArray(path) && path[0] === "conversations" && rows.has(path[1]);
}

/** Removes a toast as soon as what it says about a conversation is no longer true, whoever changed it. */
export function useOvertakenToasts(): (toastId: string, conversationId: string, holds: Watched["holds"]) => void {
  const { cache } = useLive();
  const toast = useToast();
  const watched = useRef(new Map<string, Watched>());
  useEffect(() => {
    const all = watched.current;
    return cache.client.getQueryCache().subscribe(({ type, query }) => {
      if (type !== "updated" || all.size === 0 || !holdsRows(query)) return;
      const now = Date.now();
      for (const [toastId, { conversationId, holds, until }] of all) {
        if (until < now) all.delete(toastId);
        const row = knownConversation(cache, conversationId);
        if (!row || holds(row)) continue;
        all.delete(toastId);
        toast.dismiss(toastId);
      }
    });
  }, [cache, toast]);
  return useCallback(
    (toastId, conversationId, holds) => {
      // A colleague may have been at it in the same moment, and have been told of first.
      const row = knownConversation(cache, conversationId);
      if (row && !holds(row)) return toast.dismiss(toastId);
      watched.current.set(toastId, { conversationId, holds, until: Date.now() + longestMs });
    },
    [cache, toast],
  );
}
