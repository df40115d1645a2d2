"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { inferProcedureInput, inferProcedureOutput } from "@trpc/server";
import { useMemo } from "react";
import { useTRPC } from "#components/live/api.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { pageSize } from "./page-sizes.ts";

type Procedures = AppRouter["conversations"];
type Paging = "cursor" | "limit" | "offset" | "page";

/** The filters of the conversation lists, in the words of the API, and the tab. */
export type InboxFilters = Omit<inferProcedureInput<Procedures["inbox"]>, Paging>;
export type InboxRow = inferProcedureOutput<Procedures["inbox"]>["data"][number];
export type ConversationItem = inferProcedureOutput<Procedures["list"]>["data"][number];

export type ListState<Row> = {
  rows: readonly Row[];
  hasMore: boolean;
  loadMore: () => void;
  loadingMore: boolean;
  /** Nothing to show yet. */
  loading: boolean;
  /** Rows of the previous filters are shown while the new ones are on their way. */
  outdated: boolean;
  error: unknown;
  retry: () => void;
};

const none: readonly never[] = [];
/** Events keep the lists true; only a reset fetches them again. */
const lasting = { staleTime: Number.POSITIVE_INFINITY, structuralSharing: false, placeholderData: keepPreviousData };

/** The inbox list of one tab under filters: live, loaded by key as it scrolls. `readSeq` tells what is unread. */
export function useConversationList(filters: InboxFilters, limit = pageSize): ListState<InboxRow> {
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.conversations.inbox.infiniteQueryOptions(
      { ...filters, limit },
      // A search that has been typed over is not worth an answer.
      { getNextPageParam: (page) => page.nextCursor ?? undefined, trpc: { abortOnUnmount: true } },
    ),
    ...lasting,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? none, [list.data]);
  return { rows, ...stateOf(list) };
}

type Fetched = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isPending: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
};

/** What TanStack knows of a list, as the lists here take it. */
export function stateOf(list: Fetched): Omit<ListState<never>, "rows"> {
  return {
    hasMore: list.hasNextPage,
    loadMore: () => void (list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage()),
    loadingMore: list.isFetchingNextPage,
    loading: list.isPending,
    outdated: list.isPlaceholderData,
    error: list.error,
    retry: () => void list.refetch(),
  };
}
