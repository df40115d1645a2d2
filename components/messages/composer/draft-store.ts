"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { readText, writeText } from "#components/live/storage.ts";
import type { DraftMode } from "./draft-mode.ts";
import type { ReadyFile } from "./use-composer-handle.ts";
import type { FilledTemplate } from "./use-sendable.ts";

const changed = "parley:draft";

export const keyOf = (userId: string, conversationId: string, mode: DraftMode) =>
  `parley:draft:${userId}:${conversationId}:${mode}` as const;

export function readDraft(userId: string, conversationId: string, mode: DraftMode): string {
  return readText("local", keyOf(userId, conversationId, mode)) ?? "";
}

export function writeDraft(userId: string, conversationId: string, mode: DraftMode, text: string): void {
  writeText("local", keyOf(userId, conversationId, mode), text === "" ? null : text);
  window.dispatchEvent(new Event(changed));
}

/** Puts words before those that a draft holds. */
export function addToDraft(userId: string, conversationId: string, mode: DraftMode, text: string): void {
  writeDraft(userId, conversationId, mode, joined(text, readDraft(userId, conversationId, mode)));
}

export const joined = (...texts: string[]) => texts.filter((words) => words.trim() !== "").join("\n");

/** What belongs to a reply that is no words. */
export type KeptParts = { files?: readonly ReadyFile[] | undefined; template?: FilledTemplate | undefined };

const partsKeyOf = (userId: string, conversationId: string) =>
  `parley:draft:${userId}:${conversationId}:parts` as const;

export function readParts(userId: string, conversationId: string): KeptParts {
  try {
    return JSON.parse(readText("session", partsKeyOf(userId, conversationId)) ?? "{}") as KeptParts;
  } catch {
    return {};
  }
}

/** For as long as the tab is open: files that nothing was sent with are not kept for long (server/uploads). */
export function keepParts(userId: string, conversationId: string, parts: KeptParts): void {
  const all = { ...readParts(userId, conversationId), ...parts };
  const none = !all.template && !all.files?.length;
  writeText("session", partsKeyOf(userId, conversationId), none ? null : JSON.stringify(all));
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
