import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { failureOf } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { patchConversation, revert, settled } from "../data/conversation-cache.ts";
import { type Change, takeTurn, withOwnChanges } from "../data/own-changes.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";

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
      const turn = takeTurn(conversationId, change);
      try {
        const answer = await turn.call(call);
        const told = turn.end();
        patchConversation(cache, conversationId, (row) => {
          const known = told ? settled(row, told) : row;
          // What has been changed since stays on the screen; its own answer comes.
          return withOwnChanges(answer ? settled(known, answer) : known);
        });
        // What had failed before has been overtaken.
        toast.dismiss(failedId(conversationId));
      } catch (error) {
        const told = turn.end();
        patchConversation(cache, conversationId, (row) => {
          const known = undone.reduce((shown, undo) => undo(shown), row);
          return withOwnChanges(told ? settled(known, told) : known);
        });
        const description = failureOf(error).message || t("change");
        toast.error(t("title"), { id: failedId(conversationId), description });
      }
    },
    [cache, toast, t],
  );
}
