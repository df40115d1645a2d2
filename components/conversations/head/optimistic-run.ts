import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { failureOf } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { patchConversation, type RowPatch, revert, settled } from "../data/conversation-cache.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { inTurn, isUnderway } from "./in-turn.ts";

export type Change = (row: InboxRow) => RowPatch;
/** Without an answer, the event that follows brings the rest. */
export type Call = () => Promise<Omit<InboxRow, "readSeq" | "contactName"> | undefined>;

const failedId = (conversationId: string) => `failed ${conversationId}`;

/** Shows a change at once, then asks the server; a refusal takes it back with words. */
export function useOptimisticRun() {
  const t = useTranslations("conversations.failed");
  const toast = useToast();
  const { cache } = useLive();
  return useMemo(
    () => async (conversationId: string, change: Change, call: Call) => {
      const undone: ((row: InboxRow) => InboxRow)[] = [];
      patchConversation(cache, conversationId, (before) => {
        const patch = change(before);
        undone.push((row) => revert(row, patch, before));
        return { ...before, ...patch };
      });
      try {
        const answer = await inTurn(conversationId, call);
        // What has been changed since is on the screen already, and its own answer comes.
        if (answer && !isUnderway(conversationId))
          patchConversation(cache, conversationId, (row) => settled(row, answer));
        // What had failed before has been overtaken.
        toast.dismiss(failedId(conversationId));
      } catch (error) {
        patchConversation(cache, conversationId, (row) => undone.reduce((known, undo) => undo(known), row));
        const description = failureOf(error).message || t("change");
        toast.error(t("title"), { id: failedId(conversationId), description });
      }
    },
    [cache, toast, t],
  );
}
