"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogBody, DialogFooter } from "#components/ui/dialog.tsx";

type NameFormProps = {
  start: string;
  hint?: string;
  submitLabel: string;
  pending: boolean;
  /** What the service answered, if it refused. */
  error: unknown;
  onSubmit: (name: string) => void;
};

/** The one field that a new or renamed chatbot needs. */
export function NameForm({ start, hint, submitLabel, pending, error, onSubmit }: NameFormProps) {
  const t = useTranslations("chatbots.create");
  const refusals = useRefusals();
  const [name, setName] = useState(start);
  useUnsaved(name);
  const refusal = error ? refusals.of(error, { name }) : noRefusal;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(name.trim());
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("name")} hint={hint} error={refusal.fields.name} required>
          <Input value={name} maxLength={255} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {refusal.sentence}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={pending} disabled={name.trim() === ""}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
