"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useSteady } from "#components/ui/late/steady.ts";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import type { Message } from "#server/messages/schema.ts";
import { threadInput } from "./thread-input.ts";

export type ThreadState = {
  /** Commands included, in the order of seq. */
  messages: readonly Message[];
  notes: readonly ConversationNote[];
  /** Earlier messages exist that are not loaded. */
  hasOlder: boolean;
  loadOlder: () => void;
  loadingOlder: boolean;
  loading: boolean;
  error: unknown;
  retry: () => void;
};

const none: readonly never[] = [];

/** One thread, live while it is mounted: newest page first, older ones on demand, notes beside it. */
export function useThread(conversationId: string): ThreadState {
  const trpc = useTRPC();
  const thread = useInfiniteQuery({
    ...trpc.messages.list.infiniteQueryOptions(threadInput(conversationId), {
      getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const notes = useQuery({
    ...trpc.conversations.notes.queryOptions({ conversationId }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useWatchedThread(conversationId);
  const { data, fetchNextPage, refetch, hasNextPage, isFetchingNextPage } = thread;
  const messages = useMemo(() => data?.pages.flatMap((page) => page.data).reverse() ?? none, [data]);
  const loadOlder = useSteady(() => void (hasNextPage && !isFetchingNextPage && fetchNextPage()));
  const retry = useSteady(() => void Promise.all([refetch(), notes.refetch()]));
  const loading = thread.isPending;
  const error = thread.error ?? notes.error;
  const { data: written = none } = notes;
  return useMemo(
    () => ({
      messages,
      notes: written,
      hasOlder: hasNextPage,
      loadOlder,
      loadingOlder: isFetchingNextPage,
      loading,
      error,
      retry,
    }),
    [messages, written, hasNextPage, loadOlder, isFetchingNextPage, loading, error, retry],
  );
}

/** Subscribes to the thread; the connection fetches what was written between the last fetch and the subscription. */
function useWatchedThread(conversationId: string): void {
  const { connecting } = useLive();
  useEffect(
    () =>
      connecting.with((connection) => {
        void connection.watch(conversationId);
        return () => connection.unwatch(conversationId);
      }),
    [connecting, conversationId],
  );
}
