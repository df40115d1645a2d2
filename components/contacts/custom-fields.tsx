"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
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
  const entries = Object.entries(fields);
  return (
    <div className="grid gap-0.5">
      {entries.length === 0 ? <p className="py-1 text-sm text-text-muted">{t("none")}</p> : null}
      {entries.map(([name, value]) => (
        <div key={name} className="group/custom relative">
          <InlineField
            label={name}
            value={customText(value)}
            onSave={onSave ? (text) => onSave({ [name]: customValue(text, value) }) : undefined}
            className="pr-7"
          />
          {onSave ? (
            <IconButton
              label={t("remove", { field: name })}
              size="xs"
              variant="danger"
              onClick={() => onSave({ [name]: null }).catch(tell)}
              className="absolute top-1 right-0 opacity-0 focus-visible:opacity-100 group-focus-within/custom:opacity-100 group-hover/custom:opacity-100 touch:-top-1 touch:opacity-100"
            >
              <X aria-hidden />
            </IconButton>
          ) : null}
        </div>
      ))}
      {onSave ? <AddCustomField taken={entries.map(([name]) => name)} onSave={onSave} /> : null}
    </div>
  );
}
