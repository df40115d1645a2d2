"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Role } from "#server/roles/schema.ts";

type DeleteRoleProps = { role: Role | undefined; onClose: () => void };

/** One that people have stays, and this says so. */
export function DeleteRole({ role, onClose }: DeleteRoleProps) {
  const t = useTranslations("roles.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const remove = useMutation(trpc.roles.delete.mutationOptions());
  const close = (open: boolean) => !open && onClose();
  const confirm = async () => {
    if (!role) return;
    await remove.mutateAsync({ roleId: role.id });
    cache.refresh(cache.of("roles"));
    toast.success(t("done", { name: role.name }));
  };
  const used = (role?.people ?? 0) > 0;
  return (
    <>
      <Dialog open={used} onOpenChange={close} title={t("usedTitle", { name: role?.name ?? "" })}>
        <DialogBody>
          <p className="text-sm text-text-muted">{t("used", { count: role?.people ?? 0 })}</p>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("close")}
          </Button>
        </DialogFooter>
      </Dialog>
      <ConfirmDialog
        danger
        open={role !== undefined && !used}
        onOpenChange={close}
        title={t("title", { name: role?.name ?? "" })}
        description={t("description")}
        confirmLabel={t("confirm")}
        onConfirm={confirm}
        errorText={(error) => (failureOf(error).code === "conflict" ? t("usedNow") : refusals.sentence(error))}
      />
    </>
  );
}
