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
import type { Trigger } from "#server/triggers/schema.ts";

/** Order and switches change at once on the screen, and go back when the server refuses. */
export function useTriggerChanges(triggers: readonly Trigger[]) {
  const t = useTranslations("triggers.list");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const key = trpc.triggers.list.queryKey({});
  const guess = async (next: (triggers: readonly Trigger[]) => readonly Trigger[]) => {
    await client.cancelQueries({ queryKey: key });
    const before = client.getQueryData(key);
    client.setQueryData(key, (known) => (known ? [...next(known)] : known));
    return { before };
  };
  const undo = (error: unknown, context: { before: Trigger[] | undefined } | undefined) => {
    client.setQueryData(key, context?.before);
    toast.error(refusals.sentence(error));
  };
  const onSettled = () => cache.refresh(cache.of("triggers"));
  const reorder = useMutation(
    trpc.triggers.reorder.mutationOptions({
      onMutate: ({ triggerIds }) =>
        guess((known) => triggerIds.flatMap((id) => known.find((trigger) => trigger.id === id) ?? [])),
      onError: (error, _input, context) => undo(error, context),
      onSettled,
    }),
  );
  const update = useMutation(
    trpc.triggers.update.mutationOptions({
      onMutate: ({ triggerId, enabled = true }) =>
        guess((known) => known.map((trigger) => (trigger.id === triggerId ? { ...trigger, enabled } : trigger))),
      onError: (error, _input, context) => undo(error, context),
      onSettled,
    }),
  );
  const { mutate: place } = reorder;
  const move = useCallback(
    (from: number, to: number) => {
      const next = reordered(triggers, from, to);
      if (next === triggers) return;
      place({ triggerIds: next.map(({ id }) => id) });
      announce(t("moved", { name: triggers[from]?.name ?? "", position: to + 1, count: triggers.length }));
    },
    [triggers, place, t],
  );
  const turn = ({ id }: Trigger, enabled: boolean) => update.mutate({ triggerId: id, enabled });
  return { move, turn };
}
