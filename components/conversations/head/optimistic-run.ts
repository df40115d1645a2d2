import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { failureOf } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { type Call, changeAtOnce } from "../data/changing.ts";
import { patchConversation } from "../data/conversation-cache.ts";
import type { Change } from "../data/own-changes.ts";

const failedId = (conversationId: string) => `failed ${conversationId}`;

/** Shows a change at once, then asks the server; a refusal takes it back with words. */
export function useOptimisticRun() {
  const t = useTranslations("conversations.failed");
  const toast = useToast();
  const { cache } = useLive();
  return useMemo(
    () => async (conversationId: string, change: Change, call: Call) => {
      try {
        await changeAtOnce(conversationId, change, call, (alter) => patchConversation(cache, conversationId, alter));
        // What had failed before has been overtaken.
        toast.dismiss(failedId(conversationId));
      } catch (error) {
        const description = failureOf(error).message || t("change");
        toast.error(t("title"), { id: failedId(conversationId), description });
      }
    },
    [cache, toast, t],
  );
}
