"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";
import type { ListFilters } from "./use-conversation-list.ts";

/** The numbers on the inbox's tabs, and how many own conversations hold something unread; undefined at first. */
export function useCounts() {
  const trpc = useTRPC();
  return useQuery(trpc.conversations.counts.queryOptions({})).data;
}

/** Count and sum of amounts per phase under the filters. */
export function useColumnTotals(filters: ListFilters) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.conversations.columnTotals.queryOptions(filters),
    placeholderData: keepPreviousData,
  }).data;
}
