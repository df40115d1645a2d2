"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { FieldEntity } from "#server/fields/choices.ts";
import type { CustomField } from "#server/fields/schema.ts";
import { useConditionWords } from "./condition-words.ts";
import { useFieldsOf } from "./shown-fields.ts";
import { ValueInput } from "./value-input.tsx";

type CustomConditionsProps = {
  entity: FieldEntity;
  /** As the address and the API carry them: "seats>=3". */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

const operators = ["equals", "atLeast", "atMost", "notSet"] as const;
type Operator = (typeof operators)[number];
const signs: Record<Operator, string> = { equals: "=", atLeast: ">=", atMost: "<=", notSet: "=" };

const isOrdered = ({ type }: CustomField) => type === "number" || type === "date";
/** What the list can be asked: a key with a comparison in it cannot stand before one. */
const canFilter = ({ key }: CustomField) => !/[=<>]/.test(key);

/** The conditions there are, each to be taken away, and one more. */
export function CustomConditions({ entity, chosen, onChange }: CustomConditionsProps) {
  const t = useTranslations("contacts.filters.custom");
  const words = useConditionWords(entity);
  const fields = useFieldsOf(entity).filter(canFilter);
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
                onClick={() => onChange(chosen.filter((one) => one !== text))}
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
        <ConditionForm fields={fields} onAdd={(text) => onChange([...new Set([...chosen, text])])} />
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
      {current === "notSet" ? null : <ValueInput field={field} label={t("value")} value={value} onChange={setValue} />}
      <Button type="submit" variant="primary" disabled={!fits}>
        {t("add")}
      </Button>
    </form>
  );
}
