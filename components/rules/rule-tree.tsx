"use client";

import { useTranslations } from "next-intl";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import { ConditionEditor } from "#components/flows/step/condition-editor.tsx";
import type { RuleDraft } from "./rule-draft.ts";

type Props = { draft: RuleDraft; onChange: (change: Partial<RuleDraft>) => void };

/** Conditions on what is known of the visitor: also custom fields, of the conversation and of its contact. */
export function RuleTree({ draft, onChange }: Props) {
  const t = useTranslations("rules.form");
  const own = useFieldsOf("conversation");
  const ofContact = useFieldsOf("contact");
  const fields = new Map([...ofContact, ...own].map(({ key, label }) => [key, label]));
  const slots = [
    ...(["name", "email", "phone"] as const).map((value) => ({ value, label: t(`slot.${value}`) })),
    ...[...fields].filter(([key]) => key.length <= 64).map(([value, label]) => ({ value, label })),
  ];
  return (
    <ConditionEditor
      label={t("known")}
      hint={t("knownHint")}
      conditions={draft.tree}
      slots={slots}
      disabled={false}
      onChange={(tree) => onChange({ tree })}
    />
  );
}
