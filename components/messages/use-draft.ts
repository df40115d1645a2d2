"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { readText, writeText } from "#components/live/storage.ts";

const pauseMs = 300;

/** What is being written in a conversation, per tab of the composer; it survives leaving, a reload and a crash. */
export function useDraft(conversationId: string, tab: "reply" | "note"): [string, (text: string) => void] {
  const { user } = useLive();
  const key = `parley:draft:${user.id}:${conversationId}:${tab}`;
  const [state, setState] = useState({ key: "", text: "" });
  const unsaved = useRef<{ key: string; text: string } | undefined>(undefined);

  const save = useCallback(() => {
    const draft = unsaved.current;
    unsaved.current = undefined;
    if (draft) writeText("local", draft.key, draft.text === "" ? null : draft.text);
  }, []);

  useEffect(() => {
    setState({ key, text: readText("local", key) ?? "" });
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [key, save]);

  useEffect(() => {
    if (!unsaved.current) return;
    const timer = setTimeout(save, pauseMs);
    return () => clearTimeout(timer);
  });

  const write = useCallback(
    (text: string) => {
      unsaved.current = { key, text };
      setState({ key, text });
    },
    [key],
  );
  // Between two conversations the old text must not be seen under the new name.
  return [state.key === key ? state.text : "", write];
}
