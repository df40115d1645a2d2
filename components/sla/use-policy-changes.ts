"use client";

import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { reordered } from "#components/tables/row-order.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { SlaPolicyView } from "#server/sla/schema.ts";

/** Order and switches change at once on the screen, and go back when the server refuses. */
export function usePolicyChanges(policies: readonly SlaPolicyView[]) {
  const t = useTranslations("sla.list");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const key = trpc.sla.policies.queryKey({});
  const update = useMutation(
    trpc.sla.updatePolicy.mutationOptions({
      onMutate: async ({ slaPolicyId, order, enabled }) => {
        await client.cancelQueries({ queryKey: key });
        const before = client.getQueryData(key);
        client.setQueryData(key, (known) => {
          if (!known) return known;
          const from = known.findIndex(({ id }) => id === slaPolicyId);
          const next = order === undefined ? known : reordered(known, from, order);
          return next.map((one) => (one.id === slaPolicyId && enabled !== undefined ? { ...one, enabled } : one));
        });
        return { before };
      },
      onError: (error, _input, context) => {
        client.setQueryData(key, context?.before);
        toast.error(refusals.sentence(error));
      },
      onSettled: () => cache.refresh(cache.of("sla")),
    }),
  );
  const { mutate } = update;
  const move = useCallback(
    (from: number, to: number) => {
      const moved = policies[from];
      if (!moved || reordered(policies, from, to) === policies) return;
      mutate({ slaPolicyId: moved.id, order: to });
      announce(t("moved", { name: moved.name, position: to + 1, count: policies.length }));
    },
    [policies, mutate, t],
  );
  const turn = ({ id }: SlaPolicyView, enabled: boolean) => mutate({ slaPolicyId: id, enabled });
  return { move, turn };
}
