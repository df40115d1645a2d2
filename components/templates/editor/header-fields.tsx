"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { PickImage } from "#components/messages/composer/pick-image.tsx";
import { Button } from "#components/ui/button.tsx";
import { headerFormats } from "#server/templates/choices.ts";
import { variablesOf } from "#server/templates/rules.ts";
import { EditorSection, type PartProps } from "./editor-parts.tsx";
import { RuleHint, useFaultWords } from "./fault-words.tsx";
import { isMediaHeader } from "./template-draft.ts";

export function HeaderFields({ draft, onChange, faults, tried, disabled }: PartProps) {
  const t = useTranslations("templates.fields");
  const { error, warning } = useFaultWords(faults, tried)("header");
  const hasVariable = variablesOf(draft.headerText).length > 0;
  return (
    <EditorSection title={t("header")} hint={t("headerHint")}>
      <Field label={t("headerFormat")}>
        <Select
          value={draft.headerFormat}
          disabled={disabled}
          onValueChange={(headerFormat) => onChange({ headerFormat })}
          options={(["NONE", ...headerFormats] as const).map((value) => ({ value, label: t(`formats.${value}`) }))}
          className="max-w-60 phone:max-w-none"
        />
      </Field>
      {draft.headerFormat === "TEXT" ? (
        <>
          <Field
            label={t("headerText")}
            error={error}
            hint={<RuleHint rule={t("headerRule")} warning={warning} count={draft.headerText.length} most={60} />}
          >
            <Input
              value={draft.headerText}
              disabled={disabled}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => onChange({ headerText: event.target.value })}
            />
          </Field>
          {disabled || hasVariable ? null : (
            <Button
              size="sm"
              className="justify-self-start"
              onClick={() => onChange({ headerText: `${draft.headerText.trimEnd()} {{1}}`.trimStart() })}
            >
              {t("insertHeader")}
            </Button>
          )}
        </>
      ) : null}
      {isMediaHeader(draft.headerFormat) ? (
        <Field label={t("headerFile")} hint={t("headerFileHint")} optional>
          <Input
            type="url"
            inputMode="url"
            value={draft.headerFile}
            disabled={disabled}
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            onChange={(event) => onChange({ headerFile: event.target.value })}
          />
        </Field>
      ) : null}
      {draft.headerFormat === "IMAGE" && !disabled ? (
        <PickImage onStored={(headerFile) => onChange({ headerFile })} />
      ) : null}
      {draft.headerFormat === "LOCATION" ? <p className="text-sm text-text-muted">{t("locationHint")}</p> : null}
    </EditorSection>
  );
}
