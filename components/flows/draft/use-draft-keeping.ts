"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { type DraftState, isDirty, isUnsaved, keptDraft } from "./draft-state.ts";
import { writeDraft } from "./stored-draft.ts";

/** saving: on its way; here: only in this browser, tried again; refused: the server will not have it as it is. */
export type Keeping = "saved" | "saving" | "here" | "refused";

type Given = {
  userId: string;
  chatbotId: string;
  readOnly: boolean;
  state: DraftState;
  setState: Dispatch<SetStateAction<DraftState>>;
};

const pauseMs = 700;
const againMs = 5000;

/**
 * Keeps the draft on the server when typing pauses. Until it has arrived, a copy stays in this browser, so that neither
 * a closed page nor a lost connection loses a change.
 */
export function useDraftKeeping({ userId, chatbotId, readOnly, state, setState }: Given) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const save = useMutation(trpc.chatbots.saveDraft.mutationOptions({ networkMode: "always" }));
  const discard = useMutation(trpc.chatbots.discardDraft.mutationOptions({ networkMode: "always" }));
  const [failed, setFailed] = useState<"here" | "refused">();
  const unsaved = useMemo(() => isUnsaved(state), [state]);
  const needless = useMemo(() => state.revision > 0 && !isDirty(state), [state]);
  const busy = save.isPending || discard.isPending;
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  const keepHere = useCallback(() => {
    const { history, base, revision } = latest.current;
    const left = { base: base.version, revision, savedAt: Date.now(), nodes: history.present };
    return writeDraft(userId, chatbotId, isUnsaved(latest.current) && isDirty(latest.current) ? left : undefined);
  }, [userId, chatbotId]);

  const keep = async () => {
    const { history, base, revision } = latest.current;
    const nodes = history.present;
    try {
      if (isDirty(latest.current)) {
        const kept = await save.mutateAsync({ chatbotId, nodes: [...nodes], base: base.version, revision });
        setState((now) => keptDraft(now, nodes, kept));
      } else {
        await discard.mutateAsync({ chatbotId, revision });
        setState((now) => ({ ...now, revision: 0, saved: now.base.nodes, savedBy: undefined }));
      }
      setFailed(undefined);
    } catch (error) {
      const { code, passing } = failureOf(error);
      // A draft that someone else saved first is read at once: it is taken over, or the two are compared.
      if (code === "precondition_failed") {
        await queries.invalidateQueries({ queryKey: trpc.chatbots.draft.queryKey({ chatbotId }) });
      }
      setFailed(passing || code === "precondition_failed" ? "here" : "refused");
    }
  };

  const due = !readOnly && !busy && !state.clash && (needless || (unsaved && isDirty(state)));
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => void keep(), failed ? againMs : pauseMs);
    return () => clearTimeout(timer);
    // Each change begins the pause anew.
  }, [due, failed, state.history.present]);

  useEffect(() => {
    if (readOnly) return;
    keepHere();
    const warn = (event: BeforeUnloadEvent) => {
      if (!keepHere()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [readOnly, keepHere, unsaved, state.history.present]);

  const keeping: Keeping = !unsaved ? "saved" : (failed ?? "saving");
  return { keeping, busy };
}
