"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

type EditingDialogProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  /** The form: says when something was changed, and closes when it was saved. */
  children: (form: { onChanged: () => void; onClose: () => void }) => ReactNode;
};

/** A form in a dialog: closing it with changes that are not saved asks first. */
export function EditingDialog({ open, title, onClose, children }: EditingDialogProps) {
  const t = useTranslations("companies.leaving");
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const close = () => {
    setChanged(false);
    setLeaving(false);
    onClose();
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && (changed ? setLeaving(true) : close())}
        title={title}
        className="max-w-160"
      >
        {open ? children({ onChanged: () => setChanged(true), onClose: close }) : null}
      </Dialog>
      <ConfirmDialog
        danger
        open={leaving}
        onOpenChange={setLeaving}
        title={t("title")}
        description={t("text")}
        confirmLabel={t("confirm")}
        onConfirm={close}
      />
    </>
  );
}
