"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";

/** How many lines under the bell have not been read; 0 while it is not known. */
export function useUnreadNotifications(): number {
  const trpc = useTRPC();
  return useQuery(trpc.notifications.unread.queryOptions({})).data?.unread ?? 0;
}
