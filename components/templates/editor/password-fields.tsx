"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { EditorSection, type PartProps } from "./editor-parts.tsx";
import { RuleHint, useFaultWords } from "./fault-words.tsx";

const minutes = [1, 5, 10, 15, 30, 60, 90];

/** Of one-time passwords the platform writes the text; what may be chosen is little. */
export function PasswordFields({ draft, onChange, faults, tried, disabled }: PartProps) {
  const t = useTranslations("templates.password");
  const told = useFaultWords(faults, tried);
  const chosen = draft.expiresIn === null ? "none" : String(draft.expiresIn);
  const offered = [...new Set([...minutes, ...(draft.expiresIn === null ? [] : [draft.expiresIn])])];
  return (
    <EditorSection title={t("title")} hint={t("hint")}>
      <Field inline label={t("advice")} hint={t("adviceHint")}>
        <Switch
          checked={draft.securityAdvice}
          disabled={disabled}
          onCheckedChange={(securityAdvice) => onChange({ securityAdvice })}
        />
      </Field>
      <Field label={t("expires")} hint={t("expiresHint")}>
        <Select
          value={chosen}
          disabled={disabled}
          onValueChange={(next) => onChange({ expiresIn: next === "none" ? null : Number(next) })}
          options={[
            { value: "none", label: t("unsaid") },
            ...offered.sort((a, b) => a - b).map((count) => ({ value: String(count), label: t("minutes", { count }) })),
          ]}
        />
      </Field>
      <Field
        label={t("button")}
        optional
        error={told("buttons.0.text").error}
        hint={<RuleHint rule={t("buttonHint")} count={draft.codeButton.length} most={25} />}
      >
        <Input
          value={draft.codeButton}
          disabled={disabled}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => onChange({ codeButton: event.target.value })}
        />
      </Field>
    </EditorSection>
  );
}
