import { useCallback, useEffect, useRef, useState } from "react";
import { useProfile } from "#components/frame/profile.tsx";
import { readStoredDraft, writeStoredDraft } from "./stored-draft.ts";
import type { TemplateDraft } from "./template-draft.ts";

const pauseMs = 400;

export type Kept = "none" | "saving" | "saved" | "lost";

export type Drafting = {
  draft: TemplateDraft;
  /** Something here differs from what the service holds. */
  dirty: boolean;
  kept: Kept;
  change: (part: Partial<TemplateDraft>) => void;
  /** Back to what the service holds. */
  discard: () => void;
};

/**
 * What is being written, kept in this browser while it is not submitted. `base` is what the service holds: it shows
 * through, also when it changes, until something is typed.
 */
export function useDraft(about: string, base: TemplateDraft): Drafting {
  const userId = useProfile().user.id;
  const [edited, setEdited] = useState<TemplateDraft>();
  const [kept, setKept] = useState<Kept>("none");
  const shown = useRef(base);
  const draft = edited ?? base;
  useEffect(() => {
    shown.current = draft;
  });
  useEffect(() => {
    // Read after drawing: the server knows nothing of it.
    const stored = readStoredDraft(userId, about);
    setEdited(stored);
    setKept(stored ? "saved" : "none");
  }, [userId, about]);
  useEffect(() => {
    if (!edited || kept !== "saving") return;
    const save = () => setKept(writeStoredDraft(userId, about, edited) ? "saved" : "lost");
    const timer = setTimeout(save, pauseMs);
    const now = () => void writeStoredDraft(userId, about, edited);
    window.addEventListener("pagehide", now);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", now);
    };
  }, [edited, kept, userId, about]);
  const change = useCallback((part: Partial<TemplateDraft>) => {
    const next = { ...shown.current, ...part };
    shown.current = next;
    setEdited(next);
    setKept("saving");
  }, []);
  const discard = useCallback(() => {
    writeStoredDraft(userId, about, undefined);
    setEdited(undefined);
    setKept("none");
  }, [userId, about]);
  const dirty = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(base);
  return { draft, dirty, kept, change, discard };
}
