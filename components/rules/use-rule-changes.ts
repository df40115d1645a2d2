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
import type { Rule } from "#server/rules/schema.ts";

/** Order and switches change at once on the screen, and go back when the server refuses. */
export function useRuleChanges(rules: readonly Rule[]) {
  const t = useTranslations("rules.list");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const key = trpc.rules.list.queryKey({});
  const guess = async (next: (rules: readonly Rule[]) => readonly Rule[]) => {
    await client.cancelQueries({ queryKey: key });
    const before = client.getQueryData(key);
    client.setQueryData(key, (known) => (known ? [...next(known)] : known));
    return { before };
  };
  const undo = (error: unknown, context: { before: Rule[] | undefined } | undefined) => {
    client.setQueryData(key, context?.before);
    toast.error(refusals.sentence(error));
  };
  // What the server has is older than what is shown, as long as another press is on its way.
  const onSettled = () => {
    const keys = [trpc.rules.update.mutationKey(), trpc.rules.reorder.mutationKey()];
    const running = keys.reduce((sum, mutationKey) => sum + client.isMutating({ mutationKey }), 0);
    if (running === 1) cache.refresh(cache.of("rules"));
  };
  const reorder = useMutation(
    trpc.rules.reorder.mutationOptions({
      onMutate: ({ ruleIds }) => guess((known) => ruleIds.flatMap((id) => known.find((rule) => rule.id === id) ?? [])),
      onError: (error, _input, context) => undo(error, context),
      onSettled,
    }),
  );
  const update = useMutation(
    trpc.rules.update.mutationOptions({
      // One after another, so that the last press counts.
      scope: { id: "rules.update" },
      onMutate: ({ ruleId, enabled = true }) =>
        guess((known) => known.map((rule) => (rule.id === ruleId ? { ...rule, enabled } : rule))),
      onError: (error, _input, context) => undo(error, context),
      onSettled,
    }),
  );
  const { mutate: place } = reorder;
  const move = useCallback(
    (from: number, to: number) => {
      const next = reordered(rules, from, to);
      if (next === rules) return;
      place({ ruleIds: next.map(({ id }) => id) });
      announce(t("moved", { name: rules[from]?.name ?? "", position: to + 1, count: rules.length }));
    },
    [rules, place, t],
  );
  // Without a version: a second press would send the one of before the first was answered.
  const turn = ({ id }: Rule, enabled: boolean) => update.mutate({ ruleId: id, enabled });
  return { move, turn };
}
