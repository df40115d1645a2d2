"use client";

import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/alert-dialog";
import { useState } from "react";
import { unturned } from "#i18n/isolating.ts";
import { Field } from "../../forms/field.tsx";
import { Input } from "../../forms/input.tsx";
import { Button } from "../button.tsx";
import type { ConfirmDialogProps } from "../confirm-dialog.tsx";
import { DialogFooter } from "../dialog.tsx";
import { dialogStyles, overlayStyles } from "./dialog-panel.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

export function ConfirmPanel(props: ConfirmDialogProps) {
  const back = useFocusReturn();
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyles} />
        <Primitive.Content {...back} data-modal="" className={dialogStyles({ size: "sm" })}>
          <ConfirmForm {...props} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/* Apart from the dialog, so that its state starts afresh each time the dialog opens. */
function ConfirmForm({
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  danger,
  confirmText,
  onConfirm,
  errorText,
  children,
}: ConfirmDialogProps) {
  const t = useTranslations("ui.confirm");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [typed, setTyped] = useState("");
  const confirm = async () => {
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (cause) {
      setError(errorText?.(cause) ?? t("failed"));
      setPending(false);
    }
  };
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        // Not also of a form that this stands in.
        event.stopPropagation();
        void confirm();
      }}
    >
      <div className="grid min-h-0 gap-2 overflow-y-auto px-5 pt-4 pb-5">
        <Primitive.Title className="wrap-anywhere font-semibold text-lg leading-6">{title}</Primitive.Title>
        <Primitive.Description className="wrap-anywhere text-sm text-text-muted">{description}</Primitive.Description>
        {children}
        {confirmText ? (
          <Field label={t("type", { text: confirmText })} className="mt-2">
            <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
          </Field>
        ) : null}
        {error ? (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        ) : null}
      </div>
      <DialogFooter>
        <Primitive.Cancel asChild>
          <Button disabled={pending}>{cancelLabel ?? t("cancel")}</Button>
        </Primitive.Cancel>
        <Button
          type="submit"
          variant={danger ? "danger" : "primary"}
          loading={pending}
          disabled={confirmText !== undefined && unturned(typed).trim() !== unturned(confirmText).trim()}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
