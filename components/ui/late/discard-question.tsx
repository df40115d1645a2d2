"use client";

import { useTranslations } from "next-intl";
import type { Loss } from "../../forms/use-unsaved.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";

type DiscardQuestionProps = {
  loss: Loss;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
};

/** Whether what a dialog holds that is being closed may go. */
export function DiscardQuestion({ loss, ...rest }: DiscardQuestionProps) {
  const t = useTranslations("ui.dialog");
  const words =
    loss === "once"
      ? { title: t("onceTitle"), description: t("onceText"), confirmLabel: t("onceClose"), cancelLabel: t("onceKeep") }
      : {
          title: t("discardTitle"),
          description: t("discardText"),
          confirmLabel: t("discard"),
          cancelLabel: t("keepEditing"),
        };
  return <ConfirmDialog danger {...rest} {...words} />;
}
