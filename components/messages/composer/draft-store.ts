"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { readText, writeText } from "#components/live/storage.ts";
import type { DraftMode } from "./draft-mode.ts";
import type { ReadyFile, Reply } from "./use-composer-handle.ts";
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
  const key = partsKeyOf(userId, conversationId);
  const text = none ? null : JSON.stringify(all);
  if (text === readText("session", key)) return;
  writeText("session", key, text);
  window.dispatchEvent(new Event(changed));
}

/** A reply that comes back after its writer has gone elsewhere: it stands in the composer again once they are back. */
export function keepReply(
  userId: string,
  conversationId: string,
  { text, files, template }: Pick<Reply, "text" | "files" | "template">,
): void {
  addToDraft(userId, conversationId, "reply", text);
  const held = readParts(userId, conversationId);
  keepParts(userId, conversationId, {
    files: [...files, ...(held.files ?? [])],
    template: template ?? held.template,
  });
}

/** Calls on each change of what is kept, in this tab or another. */
export function onDraftChange(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(changed, listener);
  };
}

/** What one has begun to write in a conversation and not sent, as it is kept; empty when there is nothing. */
export function useKeptDraft(conversationId: string, mode: DraftMode): string {
  const { user } = useLive();
  const read = useCallback(() => readDraft(user.id, conversationId, mode), [user.id, conversationId, mode]);
  return useSyncExternalStore(onDraftChange, read, () => "").trim();
}

/** The words and the template of a reply that was begun in a conversation which has gone into another go there. */
export function carryReplyDraft(userId: string, from: string, to: string): void {
  const words = readDraft(userId, from, "reply");
  if (words !== "") {
    addToDraft(userId, to, "reply", words);
    writeDraft(userId, from, "reply", "");
  }
  const { template } = readParts(userId, from);
  if (!template) return;
  if (!readParts(userId, to).template) keepParts(userId, to, { template });
  keepParts(userId, from, { template: undefined });
}
