"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Phase } from "#server/phases/schema.ts";

type DeletePhaseProps = { phase: Phase | undefined; phases: readonly Phase[]; onClose: () => void };

/** Asks where the conversations of the phase go, before it goes. */
export function DeletePhase({ phase, phases, onClose }: DeletePhaseProps) {
  const t = useTranslations("phases.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const counts = useQuery(trpc.phases.count.queryOptions({}, { enabled: phase !== undefined, staleTime: 0 }));
  const remove = useMutation(trpc.phases.delete.mutationOptions());
  const [target, setTarget] = useState<string>();
  const others = phases.filter(({ id }) => id !== phase?.id);
  const moveTo = others.find(({ id }) => id === target)?.id ?? others[0]?.id;
  const count = counts.data?.find(({ phaseId }) => phaseId === phase?.id)?.count ?? 0;
  const last = phase?.type === "progress" && !others.some(({ type }) => type === "progress");

  const confirm = async () => {
    if (!phase) return;
    await remove.mutateAsync({ phaseId: phase.id, ...(moveTo ? { moveTo } : {}) });
    cache.refresh([...cache.of("phases"), ...cache.of("conversations.columnTotals")]);
    toast.success(t("done", { name: phase.name }));
  };
  const sentence = (error: unknown) =>
    failureOf(error).code === "conflict" ? t(last ? "last" : "needed") : refusals.sentence(error);
  return (
    <ConfirmDialog
      danger
      open={phase !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name: phase?.name ?? "" })}
      description={last ? t("last") : count > 0 ? t("full", { count }) : t("empty")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={sentence}
    >
      {last ? null : (
        <Field label={t("moveTo")} className="mt-2">
          <Select
            value={moveTo}
            onValueChange={setTarget}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
}
