"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { Role } from "#server/roles/schema.ts";

type DeleteRoleProps = { role: Role | undefined; onClose: () => void };

/** One that people have stays, and this says so. */
export function DeleteRole({ role, onClose }: DeleteRoleProps) {
  const t = useTranslations("roles.remove");
  const remove = useMutation(useTRPC().roles.delete.mutationOptions());
  const name = role?.name ?? "";
  const used = (role?.people ?? 0) > 0;
  return (
    <>
      <Dialog open={used} onOpenChange={(open) => !open && onClose()} title={t("usedTitle", { name })}>
        <DialogBody>
          <p className="text-sm text-text-muted">{t("used", { count: role?.people ?? 0 })}</p>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("close")}
          </Button>
        </DialogFooter>
      </Dialog>
      <Deletion
        open={role !== undefined && !used}
        words={{
          title: t("title", { name }),
          description: t("description"),
          confirm: t("confirm"),
          done: t("done", { name }),
        }}
        run={() => remove.mutateAsync({ roleId: role?.id ?? "" })}
        lists="roles"
        onClose={onClose}
        refusal={(error) => (failureOf(error).code === "conflict" ? t("usedNow") : undefined)}
      />
    </>
  );
}
