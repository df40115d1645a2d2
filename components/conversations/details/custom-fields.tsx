"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { AddCustomField } from "#components/contacts/add-custom-field.tsx";
import { customText, customValue } from "#components/contacts/custom-values.ts";
import { FieldChoice, isChoice } from "#components/fields/field-choice.tsx";
import { inputTypeOf, useShownFields } from "#components/fields/shown-fields.ts";
import { failureOf } from "#components/live/api.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { FieldEntity } from "#server/fields/choices.ts";
import { EditableField } from "./editable-field.tsx";

type CustomFieldsProps = {
  entity: FieldEntity;
  /** A heading of its own; left out where its section has one. */
  title?: string | undefined;
  fields: Readonly<Record<string, unknown>>;
  /** Merges key by key; null removes one. Absent where nothing may be changed. */
  onSave?: ((fields: Record<string, unknown>) => Promise<unknown>) | undefined;
};

/** The fields that a company keeps for itself, of any name. */
export function CustomFields({ entity, title, fields, onSave }: CustomFieldsProps) {
  const t = useTranslations("conversations.details");
  const tFailed = useTranslations("conversations.failed");
  const toast = useToast();
  const tell = (error: unknown) =>
    toast.error(tFailed("title"), { description: failureOf(error).message || tFailed("change") });
  const shown = useShownFields(entity, fields);
  if (shown.length === 0 && !onSave) return null;
  return (
    <div className="grid gap-0.5">
      {title ? <h4 className="pt-1 font-medium text-text-muted text-xs">{title}</h4> : null}
      <div className="grid gap-0.5">
        {shown.map(({ key, label, value, defined }) => (
          <div key={key} className="group/custom flex items-start gap-1">
            <dl className="min-w-0 flex-1">
              {defined && isChoice(defined) ? (
                <div className="grid grid-cols-[5.5rem_1fr] items-center gap-x-2 text-sm">
                  <dt className="truncate text-text-muted text-xs">{label}</dt>
                  <dd className="min-w-0 px-1.5">
                    <FieldChoice
                      field={defined}
                      value={value}
                      onSave={onSave ? (chosen) => void onSave({ [key]: chosen }).catch(tell) : undefined}
                    />
                  </dd>
                </div>
              ) : (
                <EditableField
                  label={label}
                  type={inputTypeOf(defined)}
                  value={customText(value)}
                  maxLength={2000}
                  onSave={onSave ? (text) => onSave({ [key]: defined ? text : customValue(text, value) }) : undefined}
                />
              )}
            </dl>
            {onSave && !defined ? (
              <IconButton
                label={t("removeField", { field: label })}
                size="xs"
                variant="danger"
                onClick={() => onSave({ [key]: null }).catch(tell)}
                className="mt-0.5 opacity-0 focus-visible:opacity-100 group-hover/custom:opacity-100 touch:opacity-100"
              >
                <X aria-hidden />
              </IconButton>
            ) : null}
          </div>
        ))}
      </div>
      {onSave ? <AddCustomField taken={shown.map(({ key }) => key)} onSave={onSave} /> : null}
    </div>
  );
}
