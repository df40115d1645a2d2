"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlanButton } from "#components/companies/plan-button.tsx";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { reordered } from "#components/tables/row-order.ts";
import { Button, type ButtonProps } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { laterModal } from "#components/ui/late/later.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { planPhases } from "#server/phases/choices.ts";
import type { Phase } from "#server/phases/schema.ts";
import { DeletePhase } from "./delete-phase.tsx";
import type { EditedPhase, PhaseFormProps } from "./phase-form.tsx";
import { PhaseList } from "./phase-list.tsx";

const PhaseForm = laterModal<typeof import("./phase-form.tsx"), PhaseFormProps>(
  () => import("./phase-form.tsx"),
  (module) => module.PhaseForm,
);

export function PhasesSettings() {
  const t = useTranslations("phases");
  const trpc = useTRPC();
  const phases = useQuery(trpc.phases.list.queryOptions({}));
  const [edited, setEdited] = useState<EditedPhase>();
  const [doomed, setDoomed] = useState<Phase>();
  const move = useMove();
  const list = phases.data ?? [];
  const AddButton = list.length < planPhases ? Button : KanbanButton;
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["clients_write"]}
      actions={
        <AddButton variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
          {t("add")}
        </AddButton>
      }
    >
      <div className="grid gap-4 pt-2 pb-8">
        {phases.isError && !phases.data ? (
          <ErrorState onRetry={() => void phases.refetch()} retrying={phases.isFetching} />
        ) : null}
        {phases.isPending ? <Skeleton className="mx-5 h-48 rounded-lg" /> : null}
        {phases.data ? <PhaseList phases={list} onMove={move} onEdit={setEdited} onDelete={setDoomed} /> : null}
      </div>
      <PhaseForm open={edited !== undefined} onOpenChange={(open) => !open && setEdited(undefined)} edited={edited} />
      <DeletePhase phase={doomed} phases={list} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

const KanbanButton = (props: ButtonProps) => <PlanButton feature="unlimited_kanban" {...props} />;

/** Moves at once on the screen; goes back when the server refuses. */
function useMove(): (phase: Phase, to: number) => void {
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const key = trpc.phases.list.queryKey({});
  const update = useMutation(
    trpc.phases.update.mutationOptions({
      onMutate: async ({ phaseId, order = 0 }) => {
        await client.cancelQueries({ queryKey: key });
        const before = client.getQueryData(key);
        client.setQueryData(key, (phases) => {
          const from = phases?.findIndex(({ id }) => id === phaseId) ?? -1;
          return phases && from >= 0 ? [...reordered(phases, from, order)] : phases;
        });
        return { before };
      },
      onError: (error, _input, context) => {
        client.setQueryData(key, context?.before);
        toast.error(refusals.sentence(error));
      },
      onSettled: () => cache.refresh(cache.of("phases")),
    }),
  );
  const { mutate } = update;
  return (phase, to) => mutate({ phaseId: phase.id, order: to });
}
