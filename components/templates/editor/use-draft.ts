import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { useProfile } from "#components/frame/profile.tsx";
import { readText, type TextKey } from "#components/live/storage.ts";
import { claimPlace, untilRead, writeStoredDraft } from "./stored-draft.ts";

const pauseMs = 400;

export type Kept = "none" | "saving" | "saved" | "lost";

export type Drafting<Draft> = {
  draft: Draft;
  /** Something here differs from what the service holds. */
  dirty: boolean;
  kept: Kept;
  change: (part: Partial<Draft>) => void;
  /** Back to what the service holds. Answers the way back from there, which takes nothing from what was typed since. */
  discard: () => () => void;
};

/**
 * What is being written, kept in this browser while it is not submitted. `base` is what the service holds: it shows
 * through, also when it changes, until something is typed. Each tab writes one of its own.
 */
export function useDraft<Draft extends object>(
  kind: "template" | "campaign",
  about: string,
  schema: () => Promise<z.ZodType<Draft>>,
  base: Draft,
): Drafting<Draft> {
  const key = `parley:${kind}:${useProfile().user.id}:${about}` as const;
  const [edited, setEdited] = useState<Draft>();
  const [kept, setKept] = useState<Kept>("none");
  const shown = useRef(base);
  const unsaved = useRef<Draft>(undefined);
  const typed = useRef<Partial<Draft>>({});
  // Where it is kept; undefined until what was left there has been read.
  const [place, setPlace] = useState<TextKey>();
  const draft = edited ?? base;
  useEffect(() => {
    shown.current = draft;
  });
  useEffect(() => {
    let gone = false;
    let release = (): void => undefined;
    typed.current = {};
    setEdited(undefined);
    setKept("none");
    setPlace(undefined);
    // Read after drawing: the server knows nothing of it. What is typed before it has been read stands in it.
    const read = async () => {
      const claim = await claimPlace(key);
      if (gone) return claim.release();
      release = claim.release;
      const stored = await untilRead(claim.key, schema);
      if (gone) return;
      setPlace(claim.key);
      if (!stored) return;
      shown.current = { ...stored, ...typed.current };
      setEdited(shown.current);
      setKept(Object.keys(typed.current).length > 0 ? "saving" : "saved");
    };
    void read();
    return () => {
      gone = true;
      release();
    };
  }, [key, schema]);
  useEffect(() => {
    if (!edited || kept !== "saving" || !place) return;
    const save = () => {
      unsaved.current = undefined;
      setKept(writeStoredDraft(place, edited) ? "saved" : "lost");
    };
    const timer = setTimeout(save, pauseMs);
    const now = () => void writeStoredDraft(place, edited);
    window.addEventListener("pagehide", now);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", now);
    };
  }, [edited, kept, place]);
  // Leaving while typing loses nothing.
  useEffect(
    () => () => {
      if (place && unsaved.current) writeStoredDraft(place, unsaved.current);
      if (place) unsaved.current = undefined;
    },
    [place],
  );
  const change = useCallback((part: Partial<Draft>) => {
    typed.current = { ...typed.current, ...part };
    const next = { ...shown.current, ...part };
    shown.current = next;
    unsaved.current = next;
    setEdited(next);
    setKept("saving");
  }, []);
  const here = useRef(place);
  useEffect(() => {
    here.current = place;
    return () => {
      here.current = undefined;
    };
  }, [place]);
  const discard = useCallback(() => {
    const gone = shown.current;
    unsaved.current = undefined;
    typed.current = {};
    if (place) writeStoredDraft(place, undefined);
    setEdited(undefined);
    setKept("none");
    return () => {
      if (here.current === place) change({ ...gone, ...typed.current });
      // The page was left: it stands there again for whoever comes back, unless something was begun meanwhile.
      else if (place && readText("local", place) === null) writeStoredDraft(place, gone);
    };
  }, [place, change]);
  const dirty = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(base);
  return { draft, dirty, kept, change, discard };
}
