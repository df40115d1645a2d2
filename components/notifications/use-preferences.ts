"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { NotificationKind, Way } from "#server/notifications/choices.ts";
import type { NotificationPreferences } from "#server/notifications/schema.ts";

/** How the person wants to be told; changes show at once and are taken back with words where they are refused. */
export function usePreferences() {
  const t = useTranslations("notifications");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const asked = trpc.notifications.preferences.queryOptions({});
  const { data, isError, refetch, isFetching } = useQuery(asked);
  const save = useMutation(
    trpc.notifications.updatePreferences.mutationOptions({
      onSuccess: (saved) => client.setQueryData(asked.queryKey, saved),
      onError: () => {
        toast.error(t("failed"));
        void client.invalidateQueries({ queryKey: asked.queryKey });
      },
    }),
  );
  const show = (change: (before: NotificationPreferences) => NotificationPreferences) =>
    client.setQueryData(asked.queryKey, (before) => before && change(before));
  return {
    preferences: data,
    failed: isError && !data,
    retry: () => void refetch(),
    retrying: isFetching,
    setWay: (kind: NotificationKind, way: Way, on: boolean) => {
      show((before) => ({ ...before, matrix: { ...before.matrix, [kind]: { ...before.matrix[kind], [way]: on } } }));
      save.mutate({ matrix: { [kind]: { [way]: on } } });
    },
    setMuted: (mutedChannels: string[]) => {
      show((before) => ({ ...before, mutedChannels }));
      save.mutate({ mutedChannels });
    },
    setDigest: (digest: boolean) => {
      show((before) => ({ ...before, digest }));
      save.mutate({ digest });
    },
    setQuietHours: (quietHours: NotificationPreferences["quietHours"]) => {
      show((before) => ({ ...before, quietHours }));
      save.mutate({ quietHours });
    },
  };
}
