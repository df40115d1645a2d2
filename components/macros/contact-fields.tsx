"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { choosable } from "#components/conversations/data/directory.ts";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import { ValueInput } from "#components/fields/value-input.tsx";
import { Combobox } from "#components/forms/combobox.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { contactStatuses } from "#server/core/words.ts";
import type { CustomField } from "#server/fields/schema.ts";
import { type ActionFieldsProps, Choice, Line } from "./action-fields.tsx";

const stays = "stays";
const nobody = "UNASSIGNED";
const ratings = ["0", "1", "2", "3", "4", "5"] as const;

/** What is set of the contact; what is not chosen stays as it is. */
export function ContactFields({ action: { input }, names, onInput }: ActionFieldsProps) {
  const t = useTranslations("macros.form");
  const all = useTranslations("macros");
  const set = (key: string, value: unknown) => {
    const { [key]: _before, ...others } = input;
    onInput(value === undefined ? others : { ...others, [key]: value });
  };
  const text = (key: string) => (typeof input[key] === "string" ? input[key] : "");
  const kept = { value: stays, label: t("stays") };
  const owner = "assignedTo" in input ? text("assignedTo") || nobody : stays;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        <Choice
          label={t("contactStatus")}
          value={text("status") || stays}
          options={[kept, ...contactStatuses.map((value) => ({ value, label: all(`statuses.${value}`) }))]}
          onValue={(status) => set("status", status === stays ? undefined : status)}
        />
        <Line
          label={t("contactSubStatus")}
          value={text("subStatus")}
          onValue={(subStatus) => set("subStatus", subStatus || undefined)}
        />
        <Choice
          label={t("contactOwner")}
          value={owner}
          options={[
            kept,
            { value: nobody, label: all("nobody") },
            ...choosable(names.users, [input.assignedTo]).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(id) => set("assignedTo", id === stays ? undefined : id === nobody ? null : id)}
        />
        <Choice
          label={t("contactRating")}
          value={typeof input.rating === "number" ? String(input.rating) : stays}
          options={[kept, ...ratings.map((value) => ({ value, label: value }))]}
          onValue={(rating) => set("rating", rating === stays ? undefined : Number(rating))}
        />
      </div>
      <CustomValues
        values={isValues(input.customFields) ? input.customFields : {}}
        onValues={(values) => set("customFields", Object.keys(values).length > 0 ? values : undefined)}
      />
    </div>
  );
}

type Values = Readonly<Record<string, unknown>>;
const isValues = (value: unknown): value is Values => typeof value === "object" && value !== null;

/** As it is kept: a number as a number, yes and no as such. */
function typed({ type }: CustomField, text: string): unknown {
  if (type === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  return type === "boolean" ? text === "true" : text;
}

/** Custom fields that get a value. */
function CustomValues({ values, onValues }: { values: Values; onValues: (values: Values) => void }) {
  const t = useTranslations("macros.form");
  const fields = useFieldsOf("contact");
  const chosen = Object.keys(values);
  const free = fields.filter(({ key }) => !chosen.includes(key));
  const remove = (key: string) => onValues(Object.fromEntries(Object.entries(values).filter(([one]) => one !== key)));
  return (
    <>
      {chosen.map((key) => {
        const field = fields.find((one) => one.key === key);
        const value = values[key] ?? "";
        return (
          <div key={key} className="flex items-end gap-1">
            <div className="min-w-0 flex-1">
              {field ? (
                <ValueInput
                  field={field}
                  label={field.label}
                  value={String(value)}
                  onChange={(text) => onValues({ ...values, [key]: typed(field, text) })}
                />
              ) : (
                <Line label={key} value={String(value)} onValue={(text) => onValues({ ...values, [key]: text })} />
              )}
            </div>
            <IconButton label={t("removeField", { name: field?.label ?? key })} onClick={() => remove(key)}>
              <X aria-hidden />
            </IconButton>
          </div>
        );
      })}
      {free.length > 0 ? (
        <div>
          <Combobox
            label={t("addField")}
            options={free.map(({ key, label }) => ({ value: key, label }))}
            value={undefined}
            onValueChange={(key) => onValues({ ...values, [key]: "" })}
            trigger={<Button size="sm">{t("addField")}</Button>}
          />
        </div>
      ) : null}
    </>
  );
}
