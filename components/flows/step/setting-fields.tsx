"use client";

import { useTranslations } from "next-intl";
import { Input } from "#components/forms/input.tsx";
import { useEditing } from "../editor-context.tsx";
import { type Setting, settingOf } from "./step-kinds.ts";
import { slotsOf } from "./step-slots.ts";

type SettingFieldsProps = {
  action: Setting;
  number: number;
  disabled: boolean;
  onChange: (params: string[]) => void;
};

/** A field and the text it gets. An email or a phone is only what a visitor gave, so neither is offered. */
export function SettingFields({ action, number, disabled, onChange }: SettingFieldsProps) {
  const t = useTranslations("flows.step.settings");
  const { nodes } = useEditing();
  const { field, value } = settingOf(action);
  const offered = slotsOf(nodes).filter(({ value: slot }) => slot !== "email" && slot !== "phone");
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <Input
        list={`flow-fields-${number}`}
        aria-label={t("field", { number })}
        placeholder={t("fieldHint")}
        value={field}
        maxLength={64}
        disabled={disabled}
        onChange={(event) => onChange([event.target.value.trim(), value])}
      />
      <datalist id={`flow-fields-${number}`}>
        {offered.map(({ value: slot }) => (
          <option key={slot} value={slot} />
        ))}
      </datalist>
      <span aria-hidden className="text-text-muted">
        =
      </span>
      <Input
        dir="auto"
        aria-label={t("value", { number })}
        placeholder={t("valueHint")}
        value={value}
        maxLength={512}
        disabled={disabled}
        onChange={(event) => onChange([field, event.target.value])}
      />
    </div>
  );
}
