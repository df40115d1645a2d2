"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { failureOf } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { EditableField } from "./editable-field.tsx";

type CustomFieldsProps = {
  fields: Readonly<Record<string, unknown>>;
  /** Merges key by key; null removes one. Absent where nothing may be changed. */
  onSave?: ((fields: Record<string, unknown>) => Promise<unknown>) | undefined;
};

/** The fields that a company keeps for itself, of any name. */
export function CustomFields({ fields, onSave }: CustomFieldsProps) {
  const t = useTranslations("conversations.details");
  const names = Object.keys(fields).sort((a, b) => a.localeCompare(b));
  if (names.length === 0 && !onSave) return null;
  return (
    <div className="grid gap-0.5">
      <h4 className="pt-1 font-medium text-text-muted text-xs">{t("fields")}</h4>
      <dl className="grid gap-0.5">
        {names.map((name) => (
          <div key={name} className="group/custom flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <EditableField
                label={name}
                value={shown(fields[name])}
                maxLength={2000}
                onSave={onSave ? (value) => onSave({ [name]: value }) : undefined}
              />
            </div>
            {onSave ? (
              <IconButton
                label={t("removeField", { field: name })}
                size="xs"
                variant="danger"
                onClick={() => void onSave({ [name]: null }).catch(() => undefined)}
                className="mt-0.5 opacity-0 focus-visible:opacity-100 group-hover/custom:opacity-100 touch:opacity-100"
              >
                <X aria-hidden />
              </IconButton>
            ) : null}
          </div>
        ))}
      </dl>
      {onSave ? <NewField names={names} onSave={onSave} /> : null}
    </div>
  );
}

/* Numbers and objects come from other systems: they are shown as they are written. */
function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type NewFieldProps = { names: readonly string[]; onSave: (fields: Record<string, unknown>) => Promise<unknown> };

function NewField({ names, onSave }: NewFieldProps) {
  const t = useTranslations("conversations");
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [error, setError] = useState<string>();
  if (!open) {
    return (
      <Button
        variant="ghost"
        size="sm"
        icon={<Plus aria-hidden />}
        onClick={() => setOpen(true)}
        className="justify-self-start px-1.5 text-xs"
      >
        {t("details.addField")}
      </Button>
    );
  }
  const stop = () => {
    setOpen(false);
    setName("");
    setValue("");
    setError(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const key = name.trim();
    if (!key) return;
    if (names.includes(key)) return setError(t("details.duplicateField"));
    try {
      await onSave({ [key]: value.trim() });
      stop();
    } catch (cause) {
      setError(failureOf(cause).message || t("failed.change"));
    }
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        stop();
      }}
      className="grid gap-1.5 pt-1"
    >
      <Input
        autoFocus
        value={name}
        maxLength={64}
        aria-label={t("details.fieldName")}
        placeholder={t("details.fieldName")}
        onChange={(event) => setName(event.target.value)}
      />
      <Input
        value={value}
        maxLength={2000}
        aria-label={t("details.fieldValue")}
        placeholder={t("details.fieldValue")}
        onChange={(event) => setValue(event.target.value)}
      />
      {error ? (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      ) : null}
      <Button type="submit" size="sm" variant="primary" disabled={!name.trim()}>
        {t("details.addField")}
      </Button>
    </form>
  );
}
