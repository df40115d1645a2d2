"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import type { DraftMode } from "./draft-mode.ts";
import { joined, keyOf, readDraft, writeDraft } from "./draft-store.ts";

type Unsaved = { conversationId: string; tab: DraftMode; text: string };

const pauseMs = 300;

type Draft = {
  text: string;
  write: (text: string) => void;
  /** For what was sent and did not arrive: it stands here again, before what has been written since. */
  putBack: (text: string) => void;
};

/** Tells what another tab of the browser has made of a draft; empty: it is gone. */
export function onDraftElsewhere(key: string, heard: (text: string) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) heard(event.newValue ?? "");
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

/** What is being written in a conversation, per tab of the composer; it survives leaving, a reload and a crash. */
export function useDraft(conversationId: string, tab: DraftMode): Draft {
  const { user } = useLive();
  const key = `${conversationId} ${tab}`;
  const [state, setState] = useState({ key: "", text: "" });
  const unsaved = useRef<Unsaved | undefined>(undefined);
  const shown = useRef(state);
  useEffect(() => {
    shown.current = state;
  });

  const save = useCallback(() => {
    const draft = unsaved.current;
    unsaved.current = undefined;
    if (draft) writeDraft(user.id, draft.conversationId, draft.tab, draft.text);
  }, [user.id]);

  useEffect(() => {
    setState({ key, text: readDraft(user.id, conversationId, tab) });
    window.addEventListener("pagehide", save);
    // Sent or written on in another tab: what stands here is the same words, unless one is at them.
    const unfollow = onDraftElsewhere(keyOf(user.id, conversationId, tab), (text) => {
      if (!unsaved.current) setState({ key, text });
    });
    return () => {
      unfollow();
      window.removeEventListener("pagehide", save);
      save();
      // What is put back from here on goes to what is kept: it may be written on elsewhere.
      shown.current = { key: "", text: "" };
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
  const putBack = useCallback(
    (lost: string) => {
      const here = shown.current.key === key;
      const now = here ? shown.current.text : readDraft(user.id, conversationId, tab);
      const text = joined(lost, now);
      // The agent may be elsewhere by now, or gone from the page.
      if (here) write(text);
      writeDraft(user.id, conversationId, tab, text);
    },
    [key, user.id, conversationId, tab, write],
  );
  // Between two conversations the old text must not be seen under the new name.
  return { text: state.key === key ? state.text : "", write, putBack };
}
