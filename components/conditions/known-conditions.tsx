"use client";

import { useTranslations } from "next-intl";
import { ConditionEditor } from "./condition-editor.tsx";
import { useKnownSlots } from "./known-slots.ts";

type KnownConditionsProps = {
  conditions: readonly unknown[];
  error?: string | undefined;
  onConditions: (conditions: readonly unknown[]) => void;
};

/** Conditions on what is known of the visitor: also custom fields, of the conversation and of its contact. */
export function KnownConditions({ conditions, error, onConditions }: KnownConditionsProps) {
  const t = useTranslations("conditions");
  return (
    <ConditionEditor
      label={t("known")}
      hint={t("knownHint")}
      conditions={conditions}
      slots={useKnownSlots()}
      disabled={false}
      error={error}
      onChange={onConditions}
    />
  );
}
