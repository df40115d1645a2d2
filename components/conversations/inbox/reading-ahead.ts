"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useTRPC } from "#components/live/api.ts";
import { threadInput } from "#components/messages/thread/thread-input.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { type Place, placesAround } from "./next-row.ts";

/** What has been read is kept true by events, or read again when it is opened. */
const staleTime = Number.POSITIVE_INFINITY;
/** So long a cursor rests on a row before its conversation is read. */
const restMs = 120;
/** What is open draws first. */
const afterOpeningMs = 30;

/** Reads all that opening a conversation shows first, where it is not there yet; in one request. */
function useConversationReader(): (conversationId: string) => void {
  const trpc = useTRPC();
  const client = useQueryClient();
  return useCallback(
    (conversationId) => {
      const thread = trpc.messages.list.infiniteQueryOptions(threadInput(conversationId), {
        getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
      });
      void client.prefetchInfiniteQuery({ ...thread, staleTime });
      void client.prefetchQuery({ ...trpc.conversations.inboxRow.queryOptions({ conversationId }), staleTime });
      void client.prefetchQuery({ ...trpc.conversations.notes.queryOptions({ conversationId }), staleTime });
    },
    [trpc, client],
  );
}

/** Reads the conversation on which the cursor has come to rest. */
export function useReadAtRest(): (conversationId: string) => void {
  const read = useConversationReader();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (conversationId) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => read(conversationId), restMs);
    },
    [read],
  );
}

/** Reads the neighbours of the open conversation: whoever goes on by key finds them there. */
export function useReadAhead(rows: readonly InboxRow[], place: Place): void {
  const read = useConversationReader();
  const ids = placesAround(place, rows.length).map((at) => rows[at]?.id ?? "");
  const wanted = ids.join();
  useEffect(() => {
    if (wanted === "") return;
    const timer = setTimeout(() => {
      for (const id of wanted.split(",")) read(id);
    }, afterOpeningMs);
    return () => clearTimeout(timer);
  }, [wanted, read]);
}
