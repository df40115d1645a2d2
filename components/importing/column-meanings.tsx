"use client";

import { useTranslations } from "next-intl";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import { Select } from "#components/forms/select.tsx";
import { importFields } from "#server/imports/choices.ts";
import type { ImportReport } from "#server/imports/schema.ts";
import { customOptions } from "./custom-options.ts";

/** By the column's name; empty: it is left out. */
export type Mapping = Readonly<Record<string, string>>;

const leftOut = "-";

type ColumnMeaningsProps = {
  columns: ImportReport["columns"];
  onChange: (name: string, field: string) => void;
};

const cells = ({ samples }: ImportReport["columns"][number]) => samples.filter(Boolean).join(" · ");

/** Each column with its first cells, and what it means. */
export function ColumnMeanings({ columns, onChange }: ColumnMeaningsProps) {
  const t = useTranslations("importing");
  return (
    <section aria-label={t("columns")} className="grid gap-2">
      <h2 className="font-semibold text-sm">{t("columns")}</h2>
      <div className="overflow-x-auto rounded-lg border border-border">
        <table className="w-full text-left text-sm">
          <thead className="text-text-muted text-xs">
            <tr>
              <th className="px-3 py-2 font-medium">{t("column")}</th>
              <th className="px-3 py-2 font-medium phone:hidden">{t("samples")}</th>
              <th className="w-64 px-3 py-2 font-medium phone:w-46">{t("means")}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, index) => (
              <tr key={index} className="border-border border-t">
                <td className="max-w-48 truncate px-3 py-2 font-medium phone:max-w-0">
                  {column.name || t("nameless")}
                  {/* Three columns are wider than a phone: what a column means must not be out of sight. */}
                  <bdi className="hidden truncate font-normal text-text-muted text-xs phone:block">{cells(column)}</bdi>
                </td>
                <td className="max-w-72 truncate px-3 py-2 text-text-muted phone:hidden">
                  <bdi>{cells(column)}</bdi>
                </td>
                <td className="px-3 py-2 phone:pl-0">
                  <Meaning column={column} onChange={onChange} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Meaning({
  column,
  onChange,
}: { column: ImportReport["columns"][number] } & Pick<ColumnMeaningsProps, "onChange">) {
  const t = useTranslations("importing");
  const options = customOptions(column, useFieldsOf("contact"));
  const value = column.field || leftOut;
  return (
    <Select
      size="sm"
      aria-label={t("meaningOf", { name: column.name || t("nameless") })}
      value={value}
      onValueChange={(next) => onChange(column.name, next === leftOut ? "" : next)}
      options={[
        { value: leftOut, label: t("leaveOut") },
        ...importFields.map((field) => ({ value: field, label: t(`fields.${field}`) })),
        ...options.map(({ value: field, label, isNew }) => ({
          value: field,
          label: isNew ? t("custom", { name: label }) : label,
        })),
      ]}
    />
  );
}
