"use client";

import { useCallback, useEffect, useState } from "react";
import { usePreview } from "#components/frame/profile.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useBrowserValue } from "#components/ui/late/browser-value.ts";
import { patchConversation } from "./conversation-cache.ts";

const pauseMs = 400;
/** Until a report that failed is made again. */
const againMs = 5000;

function subscribe(listener: () => void): () => void {
  window.addEventListener("focus", listener);
  window.addEventListener("blur", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("focus", listener);
    window.removeEventListener("blur", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

const isWatched = () => document.visibilityState === "visible" && document.hasFocus();

/** Whether the reader is looking at this window. */
export function useWatchedWindow(): boolean {
  return useBrowserValue(subscribe, isWatched, false);
}

type MarkReadInput = {
  conversationId: string;
  newestSeq: number;
  readSeq: number;
  /** The first unread message is not loaded: nobody has seen what lies between. */
  missing: boolean;
};

/**
 * Marks a thread read as far as it was in view while its window is watched. `unreadFrom` is where the line "New" belongs:
 * what had been read on opening, and again when one comes back to the window.
 */
export function useMarkRead({ conversationId, newestSeq, readSeq, missing }: MarkReadInput) {
  const { cache } = useLive();
  const client = useTRPCClient();
  const watched = useWatchedWindow();
  const [atEnd, setAtEnd] = useState(false);
  const [seenSeq, setSeenSeq] = useState(0);
  const [unreadFrom, setUnreadFrom] = useState(readSeq);
  const [stopped, setStopped] = useState(false);
  const preview = usePreview();
  const looks = watched && !missing && !stopped && !preview;
  const seen = !looks ? 0 : atEnd ? newestSeq : seenSeq;

  // Messages that arrive while the reader is elsewhere are new when they return.
  const [wasWatched, setWasWatched] = useState(watched);
  if (wasWatched !== watched) {
    setWasWatched(watched);
    // Read in part, the line stays where it was read from.
    if (!watched && readSeq >= newestSeq) setUnreadFrom(Math.max(unreadFrom, readSeq));
  }

  useEffect(() => {
    if (seen <= readSeq) return;
    const timer = setTimeout(() => {
      patchConversation(cache, conversationId, (row) => ({ ...row, readSeq: Math.max(row.readSeq, seen) }));
      client.conversations.markRead.mutate({ conversationId, seq: seen }).catch(() => {
        // Unread again, so that it is reported again while it is looked at, or with the next visit.
        setTimeout(() => {
          patchConversation(cache, conversationId, (row) => (row.readSeq === seen ? { ...row, readSeq } : row));
        }, againMs);
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [seen, readSeq, conversationId, cache, client]);

  const stop = useCallback(() => setStopped(true), []);
  return { unreadFrom, onAtEndChange: setAtEnd, onSeen: setSeenSeq, stop };
}
