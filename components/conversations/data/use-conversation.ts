"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { listedRow } from "./conversation-cache.ts";

/** One conversation as the inbox shows it, live. Until it is read, as a list of the inbox has it. */
export function useConversation(conversationId: string) {
  const trpc = useTRPC();
  const { cache } = useLive();
  return useQuery({
    ...trpc.conversations.inboxRow.queryOptions({ conversationId }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: () => listedRow(cache, conversationId),
  });
}
