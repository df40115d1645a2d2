"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";

/** The numbers on the inbox's tabs, and how many own conversations hold something unread; undefined at first. */
export function useCounts() {
  const trpc = useTRPC();
  return useQuery(trpc.conversations.counts.queryOptions({})).data;
}
