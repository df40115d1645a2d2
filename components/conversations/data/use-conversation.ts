"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";

/** One conversation as the inbox shows it, live. */
export function useConversation(conversationId: string) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.conversations.inboxRow.queryOptions({ conversationId }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
