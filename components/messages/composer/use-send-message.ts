"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useWays } from "#components/frame/reaching/use-reaching.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import type { OutboxEntry, Reply } from "#components/live/outbox.ts";
import { useSteady } from "#components/ui/late/steady.ts";
import { useToast } from "#components/ui/toast.tsx";
import { onRefusal } from "../later/refusals.ts";
import type { Outgoing } from "../thread/thread-items.ts";
import { drawnMessage } from "./drawn-message.ts";

export type Sending = {
  /** Shows the message at once and sends it, under this id or a new one; returns its clientMessageId. */
  send: (reply: Reply, clientMessageId?: string) => string;
  /** What is not confirmed yet, oldest first. Kept over a reload. */
  outgoing: readonly Outgoing[];
  retry: (clientMessageId: string) => void;
  discard: (clientMessageId: string) => void;
};

const nothing: readonly OutboxEntry[] = [];

/** The conversations that stand open. */
const inSight = new Set<string>();

function shown(entry: OutboxEntry, user: { id: string; name: string }): Outgoing {
  const { input, clientMessageId, createdAt, failed, reason } = entry;
  return { clientMessageId, message: drawnMessage(input, user, createdAt), failed, reason };
}

/** Sends from the composer: optimistic, repeated until it arrives, never twice. A refusal is told wherever one is. */
export function useSendMessage(conversationId: string, visitorName: string): Sending {
  const { outbox, user } = useLive();
  const entries = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.of(conversationId),
    () => nothing,
  );
  const outgoing = useMemo(() => entries.map((entry) => shown(entry, user)), [entries, user]);
  const t = useTranslations("messages.failure");
  const toast = useToast();
  const { go } = useWays();
  const refused = useRef<(reason: string) => void>(undefined);
  useEffect(() => {
    refused.current = (description) => {
      // In sight it says so itself.
      if (inSight.has(conversationId)) return;
      const back = { undo: () => go(`/inbox/${conversationId}`), undoLabel: t("goBack") };
      toast.error(t("elsewhere", { visitor: visitorName }), { id: `refused ${conversationId}`, description, ...back });
    };
  });
  useEffect(() => {
    inSight.add(conversationId);
    return () => void inSight.delete(conversationId);
  }, [conversationId]);
  const send = useCallback(
    (reply: Reply, own?: string) => {
      const clientMessageId = outbox.add(conversationId, reply, own);
      onRefusal(outbox, { conversationId, clientMessageId }, (reason) => refused.current?.(reason));
      return clientMessageId;
    },
    [outbox, conversationId],
  );
  const retry = useCallback((clientMessageId: string) => outbox.retry(clientMessageId), [outbox]);
  const discard = useSteady((clientMessageId: string) => {
    const gone = outbox.discard(clientMessageId);
    if (gone) toast.success(t("discarded"), { undo: () => outbox.putBack(gone) });
  });
  return useMemo(() => ({ send, outgoing, retry, discard }), [send, outgoing, retry, discard]);
}
