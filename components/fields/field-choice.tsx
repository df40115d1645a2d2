"use client";

import { useTranslations } from "next-intl";
import { Select } from "#components/forms/select.tsx";
import type { CustomField } from "#server/fields/schema.ts";

type FieldChoiceProps = {
  field: CustomField;
  value: unknown;
  /** null: no value. Left out for people who may not change it. */
  onSave: ((value: string | boolean | null) => void) | undefined;
};

const none = "none";

export const isChoice = (field: CustomField | undefined) => field?.type === "list" || field?.type === "boolean";

/** One of a few values, chosen where it stands. */
export function FieldChoice({ field, value, onSave }: FieldChoiceProps) {
  const t = useTranslations("contacts.custom");
  const truth = field.type === "boolean";
  const words = truth
    ? [
        { value: "=true", label: t("yes") },
        { value: "=false", label: t("no") },
      ]
    : field.options.map((option) => ({ value: `=${option}`, label: option }));
  const current = value === undefined || value === null ? none : `=${String(value)}`;
  // A value from before the field was defined is shown as it is.
  const stray = current !== none && !words.some((word) => word.value === current);
  const options = [
    { value: none, label: t("noValue") },
    ...words,
    ...(stray ? [{ value: current, label: current.slice(1) }] : []),
  ];
  if (!onSave) return <span className="py-1 text-sm">{options.find((option) => option.value === current)?.label}</span>;
  const save = (chosen: string) => {
    if (chosen === none) return onSave(null);
    return onSave(truth ? chosen === "=true" : chosen.slice(1));
  };
  return (
    <Select
      aria-label={field.label}
      value={current}
      onValueChange={save}
      options={options}
      className="-mx-2.5 w-auto border-transparent bg-transparent hover:bg-text/5"
    />
  );
}
