"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";

type BulkNoteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Answers whether it was taken on; what was not stays here. */
  onWrite: (message: string) => Promise<boolean>;
};

const longest = 5000;

/** One note for all that are selected. */
export function BulkNote({ open, onOpenChange, onWrite }: BulkNoteProps) {
  const t = useTranslations("actions");
  const [message, setMessage] = useState("");
  const [busy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    const written = await onWrite(message.trim());
    setBusy(false);
    if (!written) return;
    setMessage("");
    onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("note.label")}>
      <DialogBody>
        <Field label={t("bulk.note")}>
          <Textarea value={message} maxLength={longest} onChange={(event) => setMessage(event.target.value)} />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" loading={busy} disabled={message.trim() === ""} onClick={() => void write()}>
          {t("note.will")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
