"use client";

import { useEffect } from "react";
import { useWatchedWindow } from "#components/conversations/data/mark-read.ts";
import { usePreview } from "#components/frame/profile.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { useUnreadNotifications } from "./use-unread.ts";

/** Whoever looks at a conversation need not be told of it any more. */
export function useNotificationsSeen(conversationId: string): void {
  const client = useTRPCClient();
  const watched = useWatchedWindow();
  const unread = useUnreadNotifications();
  const preview = usePreview();
  useEffect(() => {
    // Not told now: the next look at it does.
    if (watched && unread > 0 && !preview)
      client.notifications.markRead.mutate({ conversationId }).catch(() => undefined);
  }, [watched, unread, preview, conversationId, client]);
}
