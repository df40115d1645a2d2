"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { FieldChoice, isChoice } from "#components/fields/field-choice.tsx";
import { inputTypeOf, useShownFields } from "#components/fields/shown-fields.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { AddCustomField } from "./add-custom-field.tsx";
import { customText, customValue } from "./custom-values.ts";
import { InlineField } from "./inline-field.tsx";
import { RefusedChange } from "./use-contact.ts";

type CustomFieldsProps = {
  fields: Readonly<Record<string, unknown>>;
  /** Saves some of them; null removes one. Left out for people who may not change them. */
  onSave: ((fields: Record<string, unknown>) => Promise<void>) | undefined;
};

export function CustomFields({ fields, onSave }: CustomFieldsProps) {
  const t = useTranslations("contacts.custom");
  const tAll = useTranslations("contacts");
  const toast = useToast();
  const tell = (error: unknown) =>
    toast.error(tAll("failed"), error instanceof RefusedChange ? { description: error.message } : {});
  const shown = useShownFields("contact", fields);
  return (
    <div className="grid gap-0.5">
      {shown.length === 0 ? <p className="py-1 text-sm text-text-muted">{t("none")}</p> : null}
      {shown.map(({ key, label, value, defined }) => (
        <div key={key} className="group/custom relative">
          {defined && isChoice(defined) ? (
            <div className="grid min-h-8 grid-cols-[7rem_minmax(0,1fr)] items-center gap-2 touch:min-h-11">
              <span className="text-text-muted text-xs">{label}</span>
              <FieldChoice
                field={defined}
                value={value}
                onSave={onSave ? (chosen) => void onSave({ [key]: chosen }).catch(tell) : undefined}
              />
            </div>
          ) : (
            <InlineField
              label={label}
              type={inputTypeOf(defined)}
              value={customText(value)}
              onSave={onSave ? (text) => onSave({ [key]: defined ? text : customValue(text, value) }) : undefined}
              className="pr-7"
            />
          )}
          {onSave && !defined ? (
            <IconButton
              label={t("remove", { field: label })}
              size="xs"
              variant="danger"
              onClick={() => onSave({ [key]: null }).catch(tell)}
              className="absolute top-1 right-0 opacity-0 focus-visible:opacity-100 group-focus-within/custom:opacity-100 group-hover/custom:opacity-100 touch:-top-1 touch:opacity-100"
            >
              <X aria-hidden />
            </IconButton>
          ) : null}
        </div>
      ))}
      {onSave ? <AddCustomField taken={shown.map(({ key }) => key)} onSave={onSave} /> : null}
    </div>
  );
}
