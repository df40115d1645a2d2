"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";

type BulkNoteProps = { open: boolean; onOpenChange: (open: boolean) => void; onWrite: (message: string) => void };

const longest = 5000;

/** One note for all that are selected. */
export function BulkNote({ open, onOpenChange, onWrite }: BulkNoteProps) {
  const t = useTranslations("actions");
  const [message, setMessage] = useState("");
  const write = () => {
    onWrite(message.trim());
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
        <Button variant="primary" disabled={message.trim() === ""} onClick={write}>
          {t("note.will")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
