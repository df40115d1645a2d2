"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef } from "react";
import { useToast } from "#components/ui/toast.tsx";
import type { Closed } from "../conversation-panel.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { useOpensNext } from "../head/after-closing.tsx";
import { useOvertakenToasts } from "../head/overtaken.ts";
import { rowBeside } from "./next-row.ts";

/** After closing, the next conversation of the list opens; what was closed can be taken up again from the toast. */
export function useNextAfterClosing(
  rows: readonly InboxRow[],
  open: (conversationId: string | undefined) => void,
): (closed: Closed) => void {
  const t = useTranslations("conversations.close");
  const toast = useToast();
  const watch = useOvertakenToasts();
  const [opensNext] = useOpensNext();
  const latest = useRef({ rows, opensNext });
  useEffect(() => {
    latest.current = { rows, opensNext };
  });
  return useCallback(
    ({ conversationId, words, reopen }) => {
      const next = rowBeside(latest.current.rows, conversationId);
      // Where it stays, its head says so and offers to reopen it.
      if (!latest.current.opensNext || !next) return;
      open(next.id);
      const id = `closed ${conversationId}`;
      const undo = () => {
        reopen();
        open(conversationId);
      };
      toast.success(words, { id, undo, undoLabel: t("reopen") });
      watch(id, conversationId, (row) => row.closed);
    },
    [open, t, toast, watch],
  );
}
