"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { customText, customValue } from "./custom-values.ts";
import { InlineField } from "./inline-field.tsx";

type CustomFieldsProps = {
  fields: Readonly<Record<string, unknown>>;
  /** Saves some of them; null removes one. Left out for who may not change them. */
  onSave: ((fields: Record<string, unknown>) => Promise<void>) | undefined;
};

export function CustomFields({ fields, onSave }: CustomFieldsProps) {
  const t = useTranslations("contacts.custom");
  const entries = Object.entries(fields);
  return (
    <div className="grid gap-0.5">
      {entries.length === 0 ? <p className="py-1 text-sm text-text-muted">{t("none")}</p> : null}
      {entries.map(([name, value]) => (
        <div key={name} className="group/custom relative">
          <InlineField
            label={name}
            value={customText(value)}
            onSave={onSave ? (text) => onSave({ [name]: customValue(text, value) }) : undefined}
            className="pr-7"
          />
          {onSave ? (
            <IconButton
              label={t("remove", { field: name })}
              size="xs"
              variant="danger"
              // The field vanishes or stays: a refusal is seen by its staying.
              onClick={() => void onSave({ [name]: null }).catch(() => undefined)}
              className="absolute top-1 right-0 opacity-0 focus-visible:opacity-100 group-focus-within/custom:opacity-100 group-hover/custom:opacity-100 touch:-top-1 touch:opacity-100"
            >
              <X aria-hidden />
            </IconButton>
          ) : null}
        </div>
      ))}
      {onSave ? <AddField taken={entries.map(([name]) => name)} onSave={onSave} /> : null}
    </div>
  );
}

type AddFieldProps = { taken: readonly string[]; onSave: (fields: Record<string, unknown>) => Promise<void> };

function AddField({ taken, onSave }: AddFieldProps) {
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
      setFault(error instanceof Error ? error.message : String(error));
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
      onKeyDown={(event) => event.key === "Escape" && close()}
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
