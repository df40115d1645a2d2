"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useSteady } from "#components/ui/late/steady.ts";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import type { Message } from "#server/messages/schema.ts";
import { threadInput } from "./thread-input.ts";
import { pageDownTo, type ThreadData } from "./thread-pages.ts";

export type ThreadState = {
  /** Commands included, in the order of seq. */
  messages: readonly Message[];
  notes: readonly ConversationNote[];
  /** Earlier messages exist that are not loaded. */
  hasOlder: boolean;
  /** The next ones, or all down to a seq. */
  loadOlder: (downTo?: number) => void;
  loadingOlder: boolean;
  loading: boolean;
  error: unknown;
  retry: () => void;
};

const none: readonly never[] = [];

/** One thread, live while it is mounted: newest page first, older ones on demand, notes beside it. */
export function useThread(conversationId: string): ThreadState {
  const trpc = useTRPC();
  const { messages: api } = useTRPCClient();
  const sought = useRef<number>(undefined);
  const input = threadInput(conversationId);
  const asked = trpc.messages.list.infiniteQueryOptions(input, {
    getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
  });
  const thread = useInfiniteQuery({
    ...asked,
    queryFn: async (context) => {
      const seq = sought.current;
      sought.current = undefined;
      const held = context.client.getQueryData<ThreadData>(asked.queryKey);
      const ask = (part: object) => api.list.query({ ...input, ...part });
      const far = seq !== undefined && held ? await pageDownTo(seq, held, ask) : undefined;
      return far ?? api.list.query({ ...input, ...(context.pageParam ? { cursor: context.pageParam } : {}) });
    },
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
  const loadOlder = useSteady((downTo?: number) => {
    if (!hasNextPage || isFetchingNextPage) return;
    sought.current = downTo;
    void fetchNextPage();
  });
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
