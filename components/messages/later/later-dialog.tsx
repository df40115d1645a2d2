"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { localText, momentOf } from "#components/time/local-moment.ts";
import { serverNow } from "#components/time/server-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { type CancelReason, cancelReasons } from "#server/scheduled/choices.ts";
import { laterChoices } from "./later-times.ts";
import type { LaterChange } from "./use-scheduled.ts";

export type LaterStart = { sendAt?: Date; cancelIf?: readonly string[]; text?: string | undefined; file?: boolean };

type LaterDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  start: LaterStart;
  /** What it says by now: a colleague may have changed it. */
  current?: string | undefined;
  /** Answers whether it was done; the dialog then closes. */
  onDone: (change: LaterChange) => Promise<boolean>;
};

/** When a message leaves, and what takes it back by itself; its words too, where one is changed. */
export function LaterDialog({ open, onOpenChange, ...form }: LaterDialogProps) {
  const t = useTranslations("messages.later");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} size="sm">
      <LaterForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type LaterFormProps = Omit<LaterDialogProps, "open" | "onOpenChange"> & { onClose: () => void };

function LaterForm({ start, current, onDone, onClose }: LaterFormProps) {
  const t = useTranslations("messages.later");
  const zone = useTimeZone() ?? "UTC";
  const [at, setAt] = useState(() =>
    localText((start.sendAt ?? laterChoices(new Date(serverNow()))[1]?.at ?? new Date(serverNow())).toISOString()),
  );
  const [text, setText] = useState(start.text);
  useUnsaved(text);
  const [chosen, choose] = useState<readonly CancelReason[]>(
    cancelReasons.filter((reason) => start.cancelIf?.includes(reason)),
  );
  const [begun] = useState({ at, text, chosen });
  const [seen, see] = useState(start.text);
  const [theirs, setTheirs] = useState<string>();
  const [fault, setFault] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sendAt = new Date(momentOf(at));
    // Nothing is a time that has passed, too.
    if (!(sendAt.getTime() > serverNow())) return setFault(true);
    const own = text === begun.text ? undefined : text;
    if (own !== undefined && current !== seen && current !== own) {
      see(current);
      return setTheirs(current);
    }
    setBusy(true);
    // What is left as it was may have been changed by a colleague meanwhile.
    const keeps = { time: at === begun.at, reasons: chosen === begun.chosen };
    if (await onDone({ sendAt, cancelIf: [...chosen], text: own, keeps })) onClose();
    else setBusy(false);
  };
  return (
    <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
      <DialogBody>
        {text === undefined ? null : (
          <Field label={t("text")} error={theirs === undefined ? undefined : t("changed", { text: theirs })}>
            <Textarea
              dir="auto"
              rows={3}
              maxLength={start.file ? 1024 : 4096}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        )}
        <Field
          label={t("at")}
          required
          hint={t("zone", { zone: zone.replaceAll("_", " ") })}
          error={fault ? t("past") : undefined}
        >
          <Input
            type="datetime-local"
            value={at}
            min={localText(new Date(serverNow()).toISOString())}
            onChange={(event) => {
              setAt(event.target.value);
              setFault(false);
            }}
          />
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium text-sm">{t("notIf")}</legend>
          {cancelReasons.map((reason) => (
            <Checkbox
              key={reason}
              label={t(`unless.${reason}`)}
              checked={chosen.includes(reason)}
              onCheckedChange={(on) =>
                choose((before) => (on === true ? [...before, reason] : before.filter((one) => one !== reason)))
              }
            />
          ))}
        </fieldset>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t("back")}</Button>
        <Button type="submit" variant="primary" loading={busy} disabled={!start.file && text?.trim() === ""}>
          {t("schedule")}
        </Button>
      </DialogFooter>
    </form>
  );
}
