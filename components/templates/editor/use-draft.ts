import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { useProfile } from "#components/frame/profile.tsx";
import { readStoredDraft, writeStoredDraft } from "./stored-draft.ts";

const pauseMs = 400;

export type Kept = "none" | "saving" | "saved" | "lost";

export type Drafting<Draft> = {
  draft: Draft;
  /** Something here differs from what the service holds. */
  dirty: boolean;
  kept: Kept;
  change: (part: Partial<Draft>) => void;
  /** Back to what the service holds. */
  discard: () => void;
};

/**
 * What is being written, kept in this browser while it is not submitted. `base` is what the service holds: it shows
 * through, also when it changes, until something is typed.
 */
export function useDraft<Draft extends object>(
  kind: "template" | "campaign",
  about: string,
  schema: z.ZodType<Draft>,
  base: Draft,
): Drafting<Draft> {
  const key = `parley:${kind}:${useProfile().user.id}:${about}` as const;
  const [edited, setEdited] = useState<Draft>();
  const [kept, setKept] = useState<Kept>("none");
  const shown = useRef(base);
  const unsaved = useRef<Draft>(undefined);
  const draft = edited ?? base;
  useEffect(() => {
    shown.current = draft;
  });
  useEffect(() => {
    // Read after drawing: the server knows nothing of it.
    const stored = readStoredDraft(key, schema);
    setEdited(stored);
    setKept(stored ? "saved" : "none");
  }, [key, schema]);
  useEffect(() => {
    if (!edited || kept !== "saving") return;
    const save = () => {
      unsaved.current = undefined;
      setKept(writeStoredDraft(key, edited) ? "saved" : "lost");
    };
    const timer = setTimeout(save, pauseMs);
    const now = () => void writeStoredDraft(key, edited);
    window.addEventListener("pagehide", now);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", now);
    };
  }, [edited, kept, key]);
  // Leaving while typing loses nothing.
  useEffect(
    () => () => {
      if (unsaved.current) writeStoredDraft(key, unsaved.current);
      unsaved.current = undefined;
    },
    [key],
  );
  const change = useCallback((part: Partial<Draft>) => {
    const next = { ...shown.current, ...part };
    shown.current = next;
    unsaved.current = next;
    setEdited(next);
    setKept("saving");
  }, []);
  const discard = useCallback(() => {
    unsaved.current = undefined;
    writeStoredDraft(key, undefined);
    setEdited(undefined);
    setKept("none");
  }, [key]);
  const dirty = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(base);
  return { draft, dirty, kept, change, discard };
}
