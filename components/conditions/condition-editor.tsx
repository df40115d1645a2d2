"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Select } from "#components/forms/select.tsx";
import { isRecord } from "#components/live/records.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { ConditionValue } from "./condition-value.tsx";
import { type ConditionKind, conditionKinds, freshCondition, kindOf, type SlotOption } from "./conditions.ts";
import { JsonField } from "./json-field.tsx";

type ConditionEditorProps = {
  label: string;
  hint?: string;
  conditions: readonly unknown[];
  /** What may be known of the visitor. */
  slots: readonly SlotOption[];
  disabled: boolean;
  error?: string | undefined;
  onChange: (conditions: unknown[]) => void;
};

/** Conditions that must all hold; groups and unknown types are edited as JSON. */
export function ConditionEditor({ label, hint, conditions, slots, disabled, error, onChange }: ConditionEditorProps) {
  const t = useTranslations("conditions");
  const change = (at: number, next: unknown) => onChange(conditions.map((one, place) => (place === at ? next : one)));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {conditions.map((condition, at) => {
        const kind = kindOf(condition);
        return (
          <div key={at} className="flex items-start gap-1">
            <div className="grid min-w-0 flex-1 gap-1.5">
              <Select
                aria-label={t("number", { number: at + 1 })}
                value={kind}
                disabled={disabled}
                options={conditionKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
                onValueChange={(next: ConditionKind) => change(at, freshCondition(next, condition))}
              />
              {kind === "json" || !isRecord(condition) ? (
                <JsonField
                  label={t("json", { number: at + 1 })}
                  value={condition}
                  disabled={disabled}
                  onChange={(next) => change(at, next)}
                />
              ) : (
                <ConditionValue
                  kind={kind}
                  condition={condition}
                  slots={slots}
                  disabled={disabled}
                  onChange={(next) => change(at, next)}
                />
              )}
            </div>
            {disabled ? null : (
              <IconButton
                size="sm"
                label={t("remove", { number: at + 1 })}
                onClick={() => onChange(conditions.filter((_, place) => place !== at))}
              >
                <X aria-hidden />
              </IconButton>
            )}
          </div>
        );
      })}
      {error ? (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      ) : null}
      {hint ? <p className="text-text-muted text-xs">{hint}</p> : null}
      {disabled || conditions.length >= 100 ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          className="justify-self-start"
          onClick={() => onChange([...conditions, freshCondition("slot", undefined)])}
        >
          {t("add")}
        </Button>
      )}
    </fieldset>
  );
}
