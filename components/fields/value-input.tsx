"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import type { CustomField } from "#server/fields/schema.ts";

type ValueInputProps = {
  field: CustomField;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  maxLength?: number;
};

/** A value of a defined field in a form, as text: chosen where there are few, else typed. */
export function ValueInput({ field, label, value, onChange, error, maxLength = 200 }: ValueInputProps) {
  const t = useTranslations("contacts.filters.custom");
  const choices =
    field.type === "boolean"
      ? [
          { value: "true", label: t("yes") },
          { value: "false", label: t("no") },
        ]
      : field.options.map((option) => ({ value: option, label: option }));
  const chosen = field.type === "boolean" || field.type === "list";
  return (
    <Field label={label} error={error}>
      {chosen ? (
        <Select value={value || undefined} onValueChange={onChange} options={choices} />
      ) : (
        <Input
          type={field.type === "date" ? "date" : "text"}
          inputMode={field.type === "number" ? "decimal" : undefined}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
