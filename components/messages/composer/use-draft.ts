"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import type { DraftMode } from "./draft-mode.ts";
import { readDraft, writeDraft } from "./draft-store.ts";

type Unsaved = { conversationId: string; tab: DraftMode; text: string };

const pauseMs = 300;

/** What is being written in a conversation, per tab of the composer; it survives leaving, a reload and a crash. */
export function useDraft(conversationId: string, tab: DraftMode): [string, (text: string) => void] {
  const { user } = useLive();
  const key = `${conversationId} ${tab}`;
  const [state, setState] = useState({ key: "", text: "" });
  const unsaved = useRef<Unsaved | undefined>(undefined);

  const save = useCallback(() => {
    const draft = unsaved.current;
    unsaved.current = undefined;
    if (draft) writeDraft(user.id, draft.conversationId, draft.tab, draft.text);
  }, [user.id]);

  useEffect(() => {
    setState({ key, text: readDraft(user.id, conversationId, tab) });
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [key, save, user.id, conversationId, tab]);

  useEffect(() => {
    if (!unsaved.current) return;
    const timer = setTimeout(save, pauseMs);
    return () => clearTimeout(timer);
  });

  const write = useCallback(
    (text: string) => {
      unsaved.current = { conversationId, tab, text };
      setState({ key, text });
    },
    [key, conversationId, tab],
  );
  // Between two conversations the old text must not be seen under the new name.
  return [state.key === key ? state.text : "", write];
}
