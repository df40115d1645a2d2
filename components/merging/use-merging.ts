"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Side } from "./merge-fields.ts";
import { mergeRefusal } from "./refusal.ts";

type Merge = { id: string; contactId: string; loserName: string };

/** Merging, and taking a merge back, each with its notice; both leave the screens fresh. */
export function useMerging() {
  const t = useTranslations("merging");
  const toast = useToast();
  const client = useTRPCClient().merges;
  const { cache } = useLive();
  const fresh = useCallback(() => cache.refresh([...cache.of("contacts"), ...cache.of("merges")]), [cache]);
  const undo = useCallback(
    async ({ id, contactId, loserName }: Merge) => {
      try {
        await client.undo.mutate({ contactId, mergeId: id });
        fresh();
        toast.success(t("undone", { name: loserName || t("unnamed") }));
      } catch (error) {
        const known = mergeRefusal(error);
        toast.error(known ? t(`refused.${known}`) : failureOf(error).message || t("undoFailed"));
      }
    },
    [client, fresh, t, toast],
  );
  const merge = useCallback(
    async (contactId: string, loserId: string, fields: Record<string, Side>) => {
      const { merge: made, name } = await client.merge.mutate({ contactId, loserId, fields });
      fresh();
      const into = name || t("unnamed");
      toast.success(t("done", { name: made.loserName || t("unnamed"), into }), { undo: () => void undo(made) });
    },
    [client, fresh, t, toast, undo],
  );
  return { merge, undo };
}
