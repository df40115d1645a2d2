"use client";

import { useTranslations } from "next-intl";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { shown } from "#components/templates/editor/body-fields.tsx";
import { EditorSection } from "#components/templates/editor/editor-parts.tsx";
import type { Source } from "#server/campaigns/schema.ts";
import type { Slot } from "#server/templates/schema.ts";
import { csvColumns, lacksText, sourceOf } from "./campaign-draft.ts";
import type { CampaignPart } from "./campaign-form.tsx";

type VariableProps = CampaignPart & {
  slots: readonly Slot[];
  needsFile: boolean;
  fileError: string | undefined;
  textError: string | undefined;
};

/** Where each variable's text comes from, and what stands there when the contact has nothing. */
export function VariableFields({ draft, onChange, slots, needsFile, fileError, textError }: VariableProps) {
  const t = useTranslations("campaigns.variables");
  return (
    <EditorSection title={t("title")} hint={t("hint")}>
      {slots.map((slot) => (
        <OneVariable
          key={slot.key}
          slot={slot}
          source={sourceOf(draft, slot)}
          textError={lacksText(sourceOf(draft, slot)) ? textError : undefined}
          columns={draft.audience === "csv" ? csvColumns(draft.csv.text) : []}
          onChange={(source) => onChange({ variables: { ...draft.variables, [slot.key]: source } })}
        />
      ))}
      {needsFile ? (
        <Field label={t("file")} hint={t("fileHint")} required error={fileError}>
          <Input
            type="url"
            inputMode="url"
            value={draft.mediaLink}
            maxLength={2048}
            placeholder="https://"
            onChange={(event) => onChange({ mediaLink: event.target.value })}
          />
        </Field>
      ) : null}
    </EditorSection>
  );
}

type OneProps = {
  slot: Slot;
  source: Source;
  textError: string | undefined;
  columns: readonly string[];
  onChange: (source: Source) => void;
};

const contactFields = ["name", "first_name", "email", "phone"] as const;

function OneVariable({ slot, source, textError, columns, onChange }: OneProps) {
  const t = useTranslations("campaigns.variables");
  const fields = useTranslations("templates.fields.contact");
  const label =
    slot.key === "header"
      ? t("header")
      : slot.key.startsWith("button_")
        ? t("button", { number: Number(slot.key.slice(7)) + 1 })
        : shown(slot.key);
  const own = useFieldsOf("contact").filter(({ key }) => !contactFields.some((field) => field === key));
  const kind = (from: Source["from"], value: string) => `${from}:${value}`;
  const known = [...contactFields, ...own.map(({ key }) => key)].includes(source.value);
  const options = [
    { value: "text:", label: t("text") },
    ...contactFields.map((field) => ({ value: kind("contact", field), label: t("contact", { field: fields(field) }) })),
    ...own.map(({ key, label: field }) => ({ value: kind("contact", key), label: t("contact", { field }) })),
    ...(source.from === "contact" && !known
      ? [{ value: kind("contact", source.value), label: t("contact", { field: source.value }) }]
      : []),
    ...columns.map((column) => ({ value: kind("column", column), label: t("column", { column }) })),
  ];
  const choose = (value: string) => {
    const at = value.indexOf(":");
    const from = (["text", "contact", "column"] as const).find((one) => one === value.slice(0, at));
    if (from) onChange({ ...source, from, value: from === "text" ? "" : value.slice(at + 1) });
  };
  return (
    <fieldset className="m-0 grid min-w-0 grid-cols-2 gap-3 rounded-lg border border-border p-3 phone:grid-cols-1">
      <legend className="px-1 font-medium text-sm">{label}</legend>
      <Field label={t("from")}>
        <Select
          value={source.from === "text" ? "text:" : kind(source.from, source.value)}
          onValueChange={choose}
          options={options}
        />
      </Field>
      {source.from === "text" ? (
        <Field label={t("value")} required error={textError} hint={t("example", { example: slot.example })}>
          <Input
            value={source.value}
            maxLength={1024}
            onChange={(event) => onChange({ ...source, value: event.target.value })}
          />
        </Field>
      ) : (
        <Field label={t("fallback")} hint={t("fallbackHint")}>
          <Input
            value={source.fallback}
            maxLength={1024}
            onChange={(event) => onChange({ ...source, fallback: event.target.value })}
          />
        </Field>
      )}
    </fieldset>
  );
}
