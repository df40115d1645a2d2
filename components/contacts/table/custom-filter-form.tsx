"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { CustomField } from "#server/fields/schema.ts";
import type { ContactFilter } from "./contact-address.ts";
import { useConditionWords } from "./filter-options.tsx";

type CustomFilterFormProps = { filter: ContactFilter; onApply: (filter: ContactFilter) => void };

const operators = ["equals", "atLeast", "atMost", "notSet"] as const;
type Operator = (typeof operators)[number];
const signs: Record<Operator, string> = { equals: "=", atLeast: ">=", atMost: "<=", notSet: "=" };

const isOrdered = ({ type }: CustomField) => type === "number" || type === "date";
/** What the list can be asked: a key with a comparison in it cannot stand before one. */
const canFilter = ({ key }: CustomField) => !/[=<>]/.test(key);

/** The conditions there are, each to be taken away, and one more. */
export function CustomFilterForm({ filter, onApply }: CustomFilterFormProps) {
  const t = useTranslations("contacts.filters.custom");
  const words = useConditionWords();
  const fields = useFieldsOf("contact").filter(canFilter);
  const chosen = filter.customFields;
  return (
    <div className="grid gap-3 p-3">
      {chosen.length > 0 ? (
        <ul className="grid gap-1">
          {chosen.map((text) => (
            <li key={text} className="flex items-center gap-1 text-sm">
              <span className="min-w-0 flex-1 truncate">{words(text)}</span>
              <IconButton
                size="xs"
                label={t("remove", { condition: words(text) })}
                onClick={() => onApply({ ...filter, customFields: chosen.filter((one) => one !== text) })}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      {fields.length === 0 ? (
        <p className="text-sm text-text-muted">{t("nothing")}</p>
      ) : (
        <ConditionForm
          fields={fields}
          onAdd={(text) => onApply({ ...filter, customFields: [...new Set([...chosen, text])] })}
        />
      )}
    </div>
  );
}

function ConditionForm({ fields, onAdd }: { fields: readonly CustomField[]; onAdd: (text: string) => void }) {
  const t = useTranslations("contacts.filters.custom");
  const [fieldId, setFieldId] = useState(fields[0]?.id ?? "");
  const [operator, setOperator] = useState<Operator>("equals");
  const [value, setValue] = useState("");
  const field = fields.find(({ id }) => id === fieldId) ?? fields[0];
  if (!field) return null;
  const offered = operators.filter((one) => one === "equals" || one === "notSet" || isOrdered(field));
  const current = offered.includes(operator) ? operator : "equals";
  const given = current === "notSet" ? "" : value.trim();
  const fits = current === "notSet" || (given !== "" && (field.type !== "number" || Number.isFinite(Number(given))));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits) onAdd(`${field.key}${signs[current]}${given}`);
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={t("field")}>
        <Select
          value={field.id}
          onValueChange={(id) => {
            setFieldId(id);
            setValue("");
          }}
          options={fields.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      <Field label={t("operator")}>
        <Select
          value={current}
          onValueChange={setOperator}
          options={offered.map((one) => ({ value: one, label: t(one) }))}
        />
      </Field>
      {current === "notSet" ? null : <ValueInput field={field} value={value} onChange={setValue} />}
      <Button type="submit" variant="primary" disabled={!fits}>
        {t("add")}
      </Button>
    </form>
  );
}

type ValueInputProps = { field: CustomField; value: string; onChange: (value: string) => void };

function ValueInput({ field, value, onChange }: ValueInputProps) {
  const t = useTranslations("contacts.filters.custom");
  const choices =
    field.type === "boolean"
      ? [
          { value: "true", label: t("yes") },
          { value: "false", label: t("no") },
        ]
      : field.options.map((option) => ({ value: option, label: option }));
  if (field.type === "boolean" || field.type === "list")
    return (
      <Field label={t("value")}>
        <Select value={value || undefined} onValueChange={onChange} options={choices} />
      </Field>
    );
  return (
    <Field label={t("value")}>
      <Input
        type={field.type === "date" ? "date" : "text"}
        inputMode={field.type === "number" ? "decimal" : undefined}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
