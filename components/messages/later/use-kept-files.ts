import { useEffect, useRef } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { keepParts, readParts } from "../composer/draft-store.ts";
import type { FileDraft, StoredFile, useFileUploads } from "../files/file-uploads.ts";

/** Only these can be sent without the file itself. */
const readyOnes = (drafts: readonly FileDraft[]) =>
  drafts.flatMap(({ state, kind, name, url, voice }) => (state === "ready" ? [{ kind, name, url, voice }] : []));

type Restore = (files: readonly StoredFile[]) => void;

/** The composers that stand open, by conversation. */
const open = new Map<string, Restore>();

/** Says that a composer stands open. Answers how to say that it has gone. */
export function standOpen(conversationId: string, restore: Restore): () => void {
  open.set(conversationId, restore);
  return () => {
    if (open.get(conversationId) === restore) open.delete(conversationId);
  };
}

/** A file that was stored after one had left: for the composer that stands open there again, or the next one. */
export function keepLate(userId: string, conversationId: string, file: StoredFile): void {
  const { kind, name, url, voice } = file;
  const part = { kind, name, url, voice };
  const restore = open.get(conversationId);
  if (restore) restore([part]);
  else keepParts(userId, conversationId, { files: [...(readParts(userId, conversationId).files ?? []), part] });
}

/** Keeps the files of a reply that has not been sent, and gives them back. Answers how to forget them. */
export function useKeptFiles(conversationId: string, uploads: ReturnType<typeof useFileUploads>): () => void {
  const { user } = useLive();
  const { drafts, restore, clear, late } = uploads;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return keepParts(user.id, conversationId, { files: readyOnes(drafts) });
    begun.current = true;
    const { files = [] } = readParts(user.id, conversationId);
    if (files.length > 0) restore(files);
  }, [user.id, conversationId, drafts, restore]);
  useEffect(() => {
    late.current = undefined;
    const leave = standOpen(conversationId, restore);
    return () => {
      leave();
      late.current = (file) => keepLate(user.id, conversationId, file);
    };
  }, [user.id, conversationId, restore, late]);
  return () => {
    // At once: by the time it is drawn, the agent may be elsewhere.
    keepParts(user.id, conversationId, { files: [] });
    clear();
  };
}
