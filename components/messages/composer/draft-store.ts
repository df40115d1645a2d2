"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { readText, writeText } from "#components/live/storage.ts";
import type { DraftMode } from "./draft-mode.ts";

const changed = "parley:draft";

const keyOf = (userId: string, conversationId: string, mode: DraftMode) =>
  `parley:draft:${userId}:${conversationId}:${mode}` as const;

export function readDraft(userId: string, conversationId: string, mode: DraftMode): string {
  return readText("local", keyOf(userId, conversationId, mode)) ?? "";
}

export function writeDraft(userId: string, conversationId: string, mode: DraftMode, text: string): void {
  writeText("local", keyOf(userId, conversationId, mode), text === "" ? null : text);
  window.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(changed, listener);
  };
}

/** The reply one has begun in a conversation and not sent, as lists show it; empty when there is none. */
export function useReplyDraft(conversationId: string): string {
  const { user } = useLive();
  const read = useCallback(() => readDraft(user.id, conversationId, "reply"), [user.id, conversationId]);
  return useSyncExternalStore(subscribe, read, () => "").trim();
}
