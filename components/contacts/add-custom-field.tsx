"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { failureOf } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";

type AddFieldProps = { taken: readonly string[]; onSave: (fields: Record<string, unknown>) => Promise<unknown> };

/** A field of any name: whatever the company wants to keep besides. */
export function AddCustomField({ taken, onSave }: AddFieldProps) {
  const t = useTranslations("contacts.custom");
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [fault, setFault] = useState<string>();
  const [saving, setSaving] = useState(false);
  const close = () => {
    setOpen(false);
    setName("");
    setValue("");
    setFault(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const key = name.trim();
    if (key === "") return setFault(t("nameless"));
    if (taken.includes(key)) return setFault(t("taken"));
    setSaving(true);
    try {
      await onSave({ [key]: value.trim() });
      close();
    } catch (error) {
      setFault(failureOf(error).message || t("failed"));
    } finally {
      setSaving(false);
    }
  };
  if (!open) {
    return (
      <Button
        variant="ghost"
        size="sm"
        icon={<Plus aria-hidden />}
        className="-ml-2 w-fit"
        onClick={() => setOpen(true)}
      >
        {t("add")}
      </Button>
    );
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      className="grid gap-2 rounded-lg border border-border p-3"
    >
      <Field label={t("name")} error={fault}>
        <Input
          autoFocus
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setFault(undefined);
          }}
        />
      </Field>
      <Field label={t("value")}>
        <Input value={value} maxLength={2000} autoComplete="off" onChange={(event) => setValue(event.target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={close}>
          {t("cancel")}
        </Button>
        <Button size="sm" type="submit" variant="primary" loading={saving}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
