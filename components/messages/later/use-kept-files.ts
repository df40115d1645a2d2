import { useEffect, useRef } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { keepParts, readParts } from "../composer/draft-store.ts";
import type { FileDraft, useFileUploads } from "../files/file-uploads.ts";

/** Only these can be sent without the file itself. */
const readyOnes = (drafts: readonly FileDraft[]) =>
  drafts.flatMap(({ state, kind, name, url, voice }) => (state === "ready" ? [{ kind, name, url, voice }] : []));

/** Keeps the files of a reply that has not been sent, and gives them back. Answers how to forget them. */
export function useKeptFiles(conversationId: string, uploads: ReturnType<typeof useFileUploads>): () => void {
  const { user } = useLive();
  const { drafts, restore, clear } = uploads;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return keepParts(user.id, conversationId, { files: readyOnes(drafts) });
    begun.current = true;
    const { files = [] } = readParts(user.id, conversationId);
    if (files.length > 0) restore(files);
  }, [user.id, conversationId, drafts, restore]);
  return () => {
    // At once: by the time it is drawn, the agent may be elsewhere.
    keepParts(user.id, conversationId, { files: [] });
    clear();
  };
}
