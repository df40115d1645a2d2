"use client";

import { useTranslations } from "next-intl";
import { failureOf } from "#components/live/api.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { Task } from "#server/tasks/schema.ts";

type DeleteTaskProps = { task: Task | undefined; onClose: () => void; onDelete: (task: Task) => Promise<void> };

export function DeleteTask({ task, onClose, onDelete }: DeleteTaskProps) {
  const t = useTranslations("tasks");
  return (
    <ConfirmDialog
      open={task !== undefined}
      onOpenChange={(open) => open || onClose()}
      title={t("deleteTitle", { title: task?.title ?? "" })}
      description={t("deleteDescription")}
      confirmLabel={t("delete")}
      danger
      onConfirm={async () => {
        if (task) await onDelete(task);
      }}
      errorText={(cause) => failureOf(cause).message || undefined}
    />
  );
}
