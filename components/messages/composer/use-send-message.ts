"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import type { OutboxEntry, Reply } from "#components/live/outbox.ts";
import type { Outgoing } from "../thread/thread-items.ts";
import { drawnMessage } from "./drawn-message.ts";

export type Sending = {
  /** Shows the message at once and sends it; returns its clientMessageId. */
  send: (reply: Reply) => string;
  /** What is not confirmed yet, oldest first. Kept over a reload. */
  outgoing: readonly Outgoing[];
  retry: (clientMessageId: string) => void;
  discard: (clientMessageId: string) => void;
};

const nothing: readonly OutboxEntry[] = [];

function shown(entry: OutboxEntry, user: { id: string; name: string }): Outgoing {
  const { input, clientMessageId, createdAt, failed, reason } = entry;
  return { clientMessageId, message: drawnMessage(input, user, createdAt), failed, reason };
}

/** Sends from the composer: optimistic, repeated until it arrives, never twice. */
export function useSendMessage(conversationId: string): Sending {
  const { outbox, user } = useLive();
  const entries = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.of(conversationId),
    () => nothing,
  );
  const outgoing = useMemo(() => entries.map((entry) => shown(entry, user)), [entries, user]);
  const send = useCallback((reply: Reply) => outbox.add(conversationId, reply), [outbox, conversationId]);
  const retry = useCallback((clientMessageId: string) => outbox.retry(clientMessageId), [outbox]);
  const discard = useCallback((clientMessageId: string) => outbox.discard(clientMessageId), [outbox]);
  return useMemo(() => ({ send, outgoing, retry, discard }), [send, outgoing, retry, discard]);
}
