"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Closed } from "../conversation-panel.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { useOpensNext } from "../head/after-closing.tsx";
import { useOvertakenToasts } from "../head/overtaken.ts";
import { rowBeside } from "./next-row.ts";

/* As in `last-change.ts`, which comes with the conversation. */
const offeredMs = 10_000;

/** After closing, the next conversation of the list opens; what was closed is taken up again from the toast, or by `z`. */
export function useNextAfterClosing(
  rows: readonly InboxRow[],
  open: (conversationId: string | undefined) => void,
  panel: RefObject<HTMLElement | null>,
): (closed: Closed) => void {
  const t = useTranslations("conversations.close");
  const keys = useTranslations("inbox.shortcuts");
  const toast = useToast();
  const watch = useOvertakenToasts();
  const [opensNext] = useOpensNext();
  const latest = useRef({ rows, opensNext });
  useEffect(() => {
    latest.current = { rows, opensNext };
  });
  const [last, setLast] = useState<{ undo: () => void }>();
  useEffect(() => {
    const timer = setTimeout(setLast, offeredMs);
    return () => clearTimeout(timer);
  }, [last]);
  // Apart from the page's keys: what is done next, in the conversation that opened, is registered behind it and wins.
  useShortcuts(keys("title"), last ? [{ keys: "z", label: keys("undo"), run: last.undo }] : []);
  return useCallback(
    ({ conversationId, words, holds, undo: takeBack }) => {
      const next = rowBeside(latest.current.rows, conversationId);
      // Where it stays, its head says so and offers to reopen it.
      if (!latest.current.opensNext || !next) return;
      open(next.id);
      focusThread(panel);
      const id = `closed ${conversationId}`;
      const undo = () => {
        setLast(undefined);
        takeBack();
        open(conversationId);
        focusThread(panel);
      };
      setLast({ undo });
      toast.success(words, { id, undo, undoLabel: t("reopen") });
      watch(id, conversationId, holds);
    },
    [open, t, toast, watch, panel],
  );
}

/* What had the focus goes with the conversation that was open: the next one's thread gets it, once both are done. */
function focusThread(panel: RefObject<HTMLElement | null>, tries = 20): void {
  setTimeout(() => {
    const thread = panel.current?.querySelector<HTMLElement>("section[tabindex]");
    const { activeElement: at } = document;
    // The heading has what a menu that goes with its button gives back.
    if (thread && (at === document.body || at?.matches("h1"))) thread.focus({ preventScroll: true });
    else if (tries > 0) focusThread(panel, tries - 1);
  }, 50);
}
