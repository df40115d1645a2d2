"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "../confirm-dialog.tsx";

type DiscardQuestionProps = { open: boolean; onOpenChange: (open: boolean) => void; onConfirm: () => void };

/** Whether the words of a form that is being closed may go. */
export function DiscardQuestion(props: DiscardQuestionProps) {
  const t = useTranslations("ui.dialog");
  return (
    <ConfirmDialog
      danger
      {...props}
      title={t("discardTitle")}
      description={t("discardText")}
      confirmLabel={t("discard")}
      cancelLabel={t("keepEditing")}
    />
  );
}
