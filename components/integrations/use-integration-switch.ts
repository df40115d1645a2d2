"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { IntegrationView } from "#server/integrations/schema.ts";

/** Switches one on or off: at once on the screen, and back when the server refuses. */
export function useIntegrationSwitch() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const key = trpc.integrations.list.queryKey({});
  const update = useMutation(
    trpc.integrations.update.mutationOptions({
      onMutate: async ({ integrationId, enabled = false }) => {
        await client.cancelQueries({ queryKey: key });
        const before = client.getQueryData(key);
        client.setQueryData(key, (known) =>
          known?.map((one) => (one.id === integrationId ? { ...one, enabled } : one)),
        );
        return { before };
      },
      onError: (error, _input, context) => {
        client.setQueryData(key, context?.before);
        toast.error(refusals.sentence(error));
      },
      onSettled: () => cache.refresh(cache.of("integrations")),
    }),
  );
  return ({ id }: IntegrationView, enabled: boolean) => update.mutate({ integrationId: id, enabled });
}
