"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { type ConditionRow, maxConditions, operators, takesValue } from "./condition-rules.ts";

type ConditionRowsProps = {
  rows: readonly ConditionRow[];
  faulty: boolean;
  onChange: (rows: ConditionRow[]) => void;
};

/** Only bodies of which all of this is true are sent. */
export function ConditionRows({ rows, faulty, onChange }: ConditionRowsProps) {
  const t = useTranslations("webhooks.form.more");
  const change = (id: number, part: Partial<ConditionRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () => {
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
    onChange([...rows, { id, field: "", operator: "equals", value: "" }]);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 font-medium text-sm">{t("conditions")}</legend>
      <p className="text-text-muted text-xs">{t("conditionsHint")}</p>
      {rows.map((row, index) => (
        <div key={row.id} className="flex flex-wrap items-end gap-2">
          <Field hideLabel label={t("field", { number: index + 1 })} className="min-w-40 flex-2">
            <Input
              value={row.field}
              maxLength={200}
              spellCheck={false}
              autoComplete="off"
              placeholder="data.status"
              onChange={(event) => change(row.id, { field: event.target.value })}
            />
          </Field>
          <Field hideLabel label={t("operator", { number: index + 1 })} className="min-w-36 flex-1">
            <Select
              value={row.operator}
              onValueChange={(operator) => change(row.id, { operator })}
              options={operators.map((value) => ({ value, label: t(`operators.${value}`) }))}
            />
          </Field>
          {takesValue(row.operator) ? (
            <Field hideLabel label={t("value", { number: index + 1 })} className="min-w-32 flex-1">
              <Input
                value={row.value}
                maxLength={500}
                autoComplete="off"
                placeholder={t("valuePlaceholder")}
                onChange={(event) => change(row.id, { value: event.target.value })}
              />
            </Field>
          ) : null}
          <IconButton
            label={t("removeCondition", { number: index + 1 })}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      <p role="alert" className="text-danger text-sm empty:hidden">
        {faulty ? t("conditionFault") : ""}
      </p>
      {rows.length < maxConditions ? (
        <div>
          <Button size="sm" icon={<Plus aria-hidden />} onClick={add}>
            {t("addCondition")}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
