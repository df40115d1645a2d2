"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Subject } from "./assignment-settings.tsx";

export function DeletePolicy({ subject, onClose }: { subject: Subject | undefined; onClose: () => void }) {
  const t = useTranslations("assignment.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const settled = { onSuccess: () => cache.refresh(cache.of("assignment")) };
  const remove = useMutation(trpc.assignment.deletePolicy.mutationOptions(settled));
  const again = useMutation(
    trpc.assignment.createPolicy.mutationOptions({
      ...settled,
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  const name = subject?.name ?? "";
  const confirm = async () => {
    const policy = subject?.policy;
    if (!policy) return;
    await remove.mutateAsync({ policyId: policy.id });
    toast.success(t("done", { name }), { undo: () => again.mutate(policy) });
  };
  return (
    <ConfirmDialog
      danger
      open={subject !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name })}
      description={t("description")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
