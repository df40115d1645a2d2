"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus, Timer } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { SlaPolicyView } from "#server/sla/schema.ts";
import type { EditedPolicy } from "./policy-form.tsx";
import { PolicyRow } from "./policy-row.tsx";
import { usePolicyWords } from "./policy-words.ts";
import { usePolicyChanges } from "./use-policy-changes.ts";

const PolicyForm = dynamic(() => import("./policy-form.tsx").then((module) => module.PolicyForm));

const none: readonly SlaPolicyView[] = [];

/** What is promised to which conversations; the first that fits applies. */
export function SlaSettings() {
  const t = useTranslations("sla");
  const trpc = useTRPC();
  const policies = useQuery(trpc.sla.policies.queryOptions({}, { enabled: useMay("websites_read") }));
  const mayWrite = useMay("websites_write");
  const [edited, setEdited] = useState<EditedPolicy>();
  const [doomed, setDoomed] = useState<SlaPolicyView>();
  const list = policies.data ?? none;
  const { move, turn } = usePolicyChanges(list);
  const words = usePolicyWords(useDirectory());
  const add = mayWrite ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  ) : undefined;
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["websites_read"]}
      actions={list.length > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {policies.isError ? (
          <ErrorState onRetry={() => void policies.refetch()} retrying={policies.isFetching} />
        ) : null}
        {policies.isLoading ? <Skeleton className="h-40 rounded-lg" /> : null}
        {policies.data && list.length === 0 ? (
          <EmptyState icon={<Timer />} title={t("empty")} description={t("emptyHint")} actions={add} />
        ) : null}
        <ol aria-label={t("list.label")} className="rounded-lg border border-border empty:hidden">
          {list.map((policy, index) => (
            <PolicyRow
              key={policy.id}
              policy={policy}
              words={words(policy)}
              index={index}
              count={list.length}
              mayWrite={mayWrite}
              onMove={move}
              onSwitch={(enabled) => turn(policy, enabled)}
              onEdit={() => setEdited(policy)}
              onDelete={() => setDoomed(policy)}
            />
          ))}
        </ol>
      </div>
      {edited === undefined ? null : <PolicyForm edited={edited} onClose={() => setEdited(undefined)} />}
      <DeletePolicy policy={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

function DeletePolicy({ policy, onClose }: { policy: SlaPolicyView | undefined; onClose: () => void }) {
  const t = useTranslations("sla.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const remove = useMutation(trpc.sla.deletePolicy.mutationOptions());
  const name = policy?.name ?? "";
  const confirm = async () => {
    if (!policy) return;
    await remove.mutateAsync({ slaPolicyId: policy.id });
    cache.refresh(cache.of("sla"));
    toast.success(t("done", { name }));
  };
  return (
    <ConfirmDialog
      danger
      open={policy !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name })}
      description={t("text")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
