"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferProcedureInput } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { useToast } from "#components/ui/toast.tsx";
import { type NotificationKind, notificationKinds, type Way } from "#server/notifications/choices.ts";
import type { NotificationPreferences } from "#server/notifications/schema.ts";
import type { AppRouter } from "#server/trpc/router.ts";

type Change = inferProcedureInput<AppRouter["notifications"]["updatePreferences"]>;

/** What will be once a change is stored. */
function changed(before: NotificationPreferences, { matrix = {}, ...rest }: Change): NotificationPreferences {
  const kinds = notificationKinds.map((kind) => [kind, { ...before.matrix[kind], ...matrix[kind] }]);
  return { ...before, ...rest, matrix: Object.fromEntries(kinds) as NotificationPreferences["matrix"] };
}

/**
 * How the person wants to be told. What is on its way shows at once, over what any answer of before says, and is taken
 * back with words where it is refused.
 */
export function usePreferences() {
  const t = useTranslations("notifications");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const asked = trpc.notifications.preferences.queryOptions({});
  const { data, isError, refetch, isFetching } = useQuery(asked);
  const { mutate } = useMutation(
    trpc.notifications.updatePreferences.mutationOptions({
      // In the order of their making.
      scope: { id: "notifications.updatePreferences" },
      onSuccess: (saved) => client.setQueryData(asked.queryKey, saved),
      onError: () => toast.error(t("failed")),
    }),
  );
  const coming = useMutationState({
    filters: { mutationKey: trpc.notifications.updatePreferences.mutationKey(), status: "pending" },
    select: ({ state }) => state.variables as Change,
  });
  return {
    preferences: data && coming.reduce(changed, data),
    failed: isError && !data,
    retry: () => void refetch(),
    retrying: isFetching,
    setWay: (kind: NotificationKind, way: Way, on: boolean) => mutate({ matrix: { [kind]: { [way]: on } } }),
    setMuted: (mutedChannels: string[]) => mutate({ mutedChannels }),
    setDigest: (digest: boolean) => mutate({ digest }),
    setQuietHours: (quietHours: NotificationPreferences["quietHours"]) => mutate({ quietHours }),
  };
}
